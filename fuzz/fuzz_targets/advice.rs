//! Fuzzes the parser and the lint of the Advice Language: the input is a table. The checks are those of
//! tests/knowledge/advice_parser.rs.
#![no_main]

#[path = "../../tests/knowledge/examine.rs"]
mod examine;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| examine::examine(&String::from_utf8_lossy(data)));
