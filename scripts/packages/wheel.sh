#!/usr/bin/env bash
# Builds the Python wheel for any x86-64 processor since about 2009; the program looks for AVX2 and AVX-512 when it starts:
#     scripts/packages/wheel.sh          # target/packages/lucena_chess-VERSION-….whl
# It needs maturin (`pip install maturin`).
set -euo pipefail
cd "$(dirname "$0")/../.."

# The same folder and flags as those of deb.sh, so that the program is built once for both.
export CARGO_TARGET_DIR=$PWD/target/packages/build RUSTFLAGS="-C target-cpu=${PROCESSOR:-x86-64-v2}"
maturin build --release --locked --out target/packages
