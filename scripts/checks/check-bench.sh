#!/usr/bin/env bash
# Holds the node count of `bench` to the last commit message that names one, as `Bench: N`:
#     scripts/checks/check-bench.sh [BINARY]
# Where there is no such message, as in a clone without history, nothing is compared.
set -euo pipefail
cd "$(dirname "$0")/../.."

binary=${1:-target/release/lucena}
named=$(git log --format=%B 2>/dev/null | sed -n 's/.*Bench: \([0-9]\{1,\}\).*/\1/p' | sed -n 1p || true)
if [ -z "$named" ]; then
  echo 'no commit message names a bench; nothing to compare'
  exit 0
fi
found=$("$binary" bench | tail -n 1 | cut -d ' ' -f 1)
if [ "$found" != "$named" ]; then
  echo "bench is $found; the last commit message that names one says $named" >&2
  exit 1
fi
echo "bench is $found, as the last commit message that names one says"
