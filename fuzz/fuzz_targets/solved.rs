//! Fuzzes the readers of what was proven before, files of solved positions and proofs of tables: the first byte says which,
//! the others are a file or make one. The checks are those of tests/odd_files/solved.rs and proofs.rs.
#![no_main]

#[path = "../../tests/odd_files/proofs.rs"]
mod proofs;
#[path = "../../tests/odd_files/scratch.rs"]
mod scratch;
#[path = "../../tests/odd_files/script.rs"]
mod script;
#[path = "../../tests/odd_files/solved.rs"]
mod solved;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| match data.split_first() {
    Some((kind, rest)) if kind % 2 == 0 => solved::examine(rest),
    Some((_, rest)) => proofs::examine(rest),
    None => {}
});
