//! Fuzzes the reader of positions for the networks: the input is a file or makes one. The checks are those of
//! tests/odd_files/positions.rs.
#![no_main]

#[path = "../../tests/odd_files/positions.rs"]
mod positions;
#[path = "../../tests/odd_files/scratch.rs"]
mod scratch;
#[path = "../../tests/odd_files/script.rs"]
mod script;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| positions::examine(data));
