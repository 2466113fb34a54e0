#!/usr/bin/env bash
# Runs two ready suites of the protocol against lucena, those that are there:
#     scripts/checks/uci-suites.sh [BINARY]
# fastchess --compliance (https://github.com/Disservin/fastchess), and the package uci-test-suite (`pip install uci-test-suite`, or by
# itself where uv is there; it wants Python 3.13). docs/testing.md has the figures.
set -euo pipefail
cd "$(dirname "$0")/../.."

binary=$(realpath "${1:-target/release/lucena}")
ran=0

if command -v fastchess >/dev/null; then
  echo '== fastchess --compliance'
  fastchess --compliance "$binary"
  ran=1
else
  echo 'fastchess is not there; left out'
fi

suite=()
if command -v uci-test-suite >/dev/null; then
  suite=(uci-test-suite)
elif command -v uvx >/dev/null; then
  suite=(uvx --python 3.13 uci-test-suite)
fi
if [ ${#suite[@]} -gt 0 ]; then
  echo '== uci-test-suite'
  "${suite[@]}" "$binary"
  ran=1
else
  echo 'uci-test-suite is not there; left out'
fi

[ "$ran" = 1 ] || { echo 'neither suite is there' >&2; exit 1; }
