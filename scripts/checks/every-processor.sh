#!/usr/bin/env bash
# That the networks say the same on every processor: builds for x86-64-v2, v3 and v4 and holds each to the trainers' values
# and to one `bench` count. Levels that this machine's processor lacks are passed over.
set -euo pipefail
cd "$(dirname "$0")/../.."

counts=()
for level in v2 v3 v4; do
  if ! /lib64/ld-linux-x86-64.so.2 --help | grep -q "x86-64-$level (supported"; then
    echo "$level: not on this machine"
    continue
  fi
  export RUSTFLAGS="-C target-cpu=x86-64-$level" CARGO_TARGET_DIR="target/$level"
  cargo test --quiet --locked --lib network
  cargo build --quiet --release --locked
  counts+=("$("target/$level/release/lucena" bench | tail -n 1 | cut -d ' ' -f 1)")
  echo "$level: bench ${counts[-1]}"
done
[ "$(printf '%s\n' "${counts[@]}" | sort -u | wc -l)" = 1 ]
