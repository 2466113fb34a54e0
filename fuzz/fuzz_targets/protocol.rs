//! Fuzzes a whole session: the input is what a GUI sends. Besides panics it finds unanswered `isready`, lost or
//! doubled best moves and hangs; the checks are those of tests/uci/odd_lines.rs.
#![no_main]

#[path = "../../tests/uci/harness.rs"]
mod harness;
#[path = "../../tests/uci/lines.rs"]
mod lines;
#[path = "../../tests/uci/small_engine.rs"]
mod small_engine;

use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};
use lines::LineSource;

fuzz_target!(|data: &[u8]| {
    let lines: Vec<Vec<u8>> = data.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
    harness::run_session("fuzz", Box::new(lines.into_iter()));
});

// Three of four mutations are made by line and word, as the odd-input test makes them.
fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    if seed % 4 == 0 {
        return fuzzer_mutate(data, size, max_size);
    }
    let mut source = LineSource::new(u64::from(seed));
    let mut lines: Vec<Vec<u8>> = data[..size].split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
    let place = seed as usize / 4 % lines.len();
    match seed % 4 {
        1 => source.mutate(&mut lines[place]),
        2 => lines.insert(place, source.line()),
        _ => drop(lines.remove(place)),
    }
    let mutated = lines.join(&b'\n');
    let length = mutated.len().min(max_size);
    data[..length].copy_from_slice(&mutated[..length]);
    length
});
