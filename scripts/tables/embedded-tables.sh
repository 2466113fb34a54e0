#!/bin/sh
# Makes src/tablebase/embedded.bin and zeroing.bin anew: win, draw or loss, and plies to the next capture or pawn
# move, of every position of up to four men, by lucena's own generator. Takes some minutes on two cores.
# LUCENA_TABLES may name a folder of tables already built.
set -eu
cd "$(dirname "$0")/../.."
cargo run --release --example embedded_tables
# The result is checked against the generator, and its checksum against what was written.
cargo test --release --lib tablebase::embedded
cargo test --release --lib tablebase::zeroing
