//! A search does not wait for the memory of its table.
#![cfg(target_os = "linux")]

use crate::alone::alone;
use crate::support;

/// Memory that the process really has, in KiB.
fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches("kB").trim().parse().unwrap()
}

#[test]
fn a_ready_engine_has_taken_the_memory_of_its_table() {
    alone("hash_memory::a_ready_engine_has_taken_the_memory_of_its_table", || {
        const MEBIBYTES: usize = 256;
        let engine = support::engine(|options| options.hash = MEBIBYTES);
        engine.make_ready();
        assert!(resident() >= MEBIBYTES * 1024, "{} KiB", resident());
    });
}
