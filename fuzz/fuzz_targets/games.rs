//! Fuzzes the reader and the writer of games: the input is a PGN. The checks are those of tests/odd_files/games.rs.
#![no_main]

#[path = "../../tests/odd_files/games.rs"]
mod games;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| games::examine(data));
