#!/bin/sh
# Makes src/tablebase/embedded.bin anew: win, draw or loss of every position of up to four men, by lucena's own
# generator. Takes a minute or two on two cores. LUCENA_TABLES may name a folder of tables already built.
set -eu
cd "$(dirname "$0")/.."
cargo test --release --test tablebase_embedded -- --ignored --nocapture embedded_results_are_written_anew
# The result is checked against the generator, and its checksum against what was written.
cargo test --release --lib tablebase::embedded
