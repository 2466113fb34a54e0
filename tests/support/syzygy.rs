//! Writes Syzygy files of results that say the same of every position: the only ones small enough for a test to make.

#![allow(dead_code, clippy::unwrap_used)]

use std::path::Path;

/// The results that a file can state, by the numbers of its format.
pub const BLESSED_LOSS: u8 = 1;
pub const DRAW: u8 = 2;
pub const CURSED_WIN: u8 = 3;

/// Writes a table such as `KBvK` for a material without pawns, with one result for all positions in which the side that is
/// named first is to move, and one for all others.
pub fn write_constant_table(folder: &Path, name: &str, results: [u8; 2]) {
    let (first, second) = name.split_once('v').unwrap();
    let (white, black) = (first.chars().map(code), second.chars().map(|letter| 8 | code(letter)));
    let mut table = vec![0x71, 0xE8, 0x23, 0x5D];
    // The layout: each side to move has a part of its own, and there are no pawns. The order of the men follows.
    table.extend([1, 0]);
    // Each byte names a man for both parts.
    table.extend(black.chain(white).map(|man| man << 4 | man));
    table.resize(table.len().next_multiple_of(2), 0);
    for result in results {
        // One result for the whole part.
        table.extend([0x80, result]);
    }
    table.resize(80, 0);
    std::fs::write(folder.join(format!("{name}.rtbw")), table).unwrap();
}

/// Writes what begins like a table and is none.
pub fn write_damaged_table(folder: &Path, name: &str) {
    let mut table = vec![0x71, 0xE8, 0x23, 0x5D];
    table.resize(80, 7);
    std::fs::write(folder.join(format!("{name}.rtbw")), table).unwrap();
}

fn code(letter: char) -> u8 {
    1 + "PNBRQK".find(letter).unwrap() as u8
}
