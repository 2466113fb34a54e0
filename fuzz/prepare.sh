#!/usr/bin/env bash
# Builds the fuzz targets with a stable compiler and puts together fuzz-run/, a folder for a machine that has no compiler:
#   fuzz/prepare.sh && fuzz-run/run.sh 3600
set -euo pipefail
cd "$(dirname "$0")/.."
targets=(games epd positions solved protocol advice)

# No sanitizer: there is no unsafe code to be sanitized. libFuzzer's C++ library goes into the binaries.
library=$(dirname "$("${CXX:-g++}" -print-file-name=libstdc++.a)")
export RUSTC_BOOTSTRAP=1 CXXSTDLIB=static=stdc++
export RUSTFLAGS="-C target-cpu=x86-64-v2 -L native=$library"
cargo fuzz build --sanitizer none --target-dir fuzz/target

rm -rf fuzz-run
mkdir -p fuzz-run/bin fuzz-run/lib fuzz-run/corpus/{protocol,advice}
built=fuzz/target/x86_64-unknown-linux-gnu/release
for target in "${targets[@]}"; do
  strip -o "fuzz-run/bin/$target" "$built/$target"
done
cp -L "$("${CXX:-g++}" -print-file-name=libgcc_s.so.1)" fuzz-run/lib/
cp fuzz/run.sh fuzz-run/

# What to begin with.
unset RUSTC_BOOTSTRAP RUSTFLAGS
LUCENA_WRITE_SEEDS=$PWD/fuzz-run/corpus cargo test --test odd_files good_files
grep -v '^//' tests/data/uci_odd_lines.txt | split -l 8 -a 3 - fuzz-run/corpus/protocol/seed-
cp src/advice/tables/*.al0 tests/data/advice_errors/*.al0 fuzz-run/corpus/advice/
du -sh fuzz-run
