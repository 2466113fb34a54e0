#!/usr/bin/env bash
# Packs both crates as `cargo publish` does, without building them, and checks that crates.io takes them: it refuses more than
# 10 MiB, and a MiB stays free.
set -euo pipefail
cd "$(dirname "$0")/../.."
most=$((9 << 20))
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
if ! cargo package --workspace --no-verify --allow-dirty --quiet --target-dir "$folder" 2>"$folder/said"; then
  cat "$folder/said" >&2
  exit 1
fi
for crate in "$folder"/package/*.crate; do
  bytes=$(wc -c <"$crate")
  printf '%s: %d bytes of at most %d\n' "$(basename "$crate")" "$bytes" "$most"
  [ "$bytes" -le "$most" ] || { echo "too large for crates.io: see include in Cargo.toml" >&2; exit 1; }
done
