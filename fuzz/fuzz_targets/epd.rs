//! Fuzzes the reader of positions with operations: the input is an EPD. The checks are those of tests/odd_files/epd.rs.
#![no_main]

#[path = "../../tests/odd_files/epd.rs"]
mod epd;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| epd::examine(data));
