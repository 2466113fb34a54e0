#!/usr/bin/env bash
# Builds the Debian package for any x86-64 processor since about 2009; the program looks for AVX2 and AVX-512 when it starts:
#     scripts/packages/deb.sh            # target/packages/lucena_VERSION-1_amd64.deb
# It needs cargo-deb (`cargo install cargo-deb --locked`).
set -euo pipefail
cd "$(dirname "$0")/../.."

# A folder of its own, shared with wheel.sh: it neither reuses nor replaces what is built for this machine.
out=$PWD/target/packages
export CARGO_TARGET_DIR=$out/build RUSTFLAGS="-C target-cpu=${PROCESSOR:-x86-64-v2}"
cargo build --release --locked --bin lucena
binary=$CARGO_TARGET_DIR/release/lucena

# What the program says of itself, and what says which version this is.
made=$out/made
rm -rf "$made"
mkdir -p "$made/man"
"$binary" man "$made/man"
for shell in bash zsh fish; do
  "$binary" completions "$shell" >"$made/$shell"
done
version=$("$binary" --version | cut -d' ' -f2)
seconds=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}
maintainer=$(sed -n 's/^maintainer = "\(.*\)"$/\1/p' Cargo.toml)
sed -e "s/@VERSION@/$version/" -e "s/@DATE@/$(date -u -d "@$seconds" +%F)/" \
  scripts/packages/debian/chess.lucena.Lucena.metainfo.xml >"$made/chess.lucena.Lucena.metainfo.xml"
cat >"$made/changelog" <<END
lucena ($version-1) unstable; urgency=medium

  * Release $version; what changed is in changelog.gz.

 -- $maintainer  $(LC_ALL=C date -R -u -d "@$seconds")
END
gzip -9nc CHANGELOG.md >"$made/changelog.gz"

cargo deb --no-build --locked --output "$out/"
