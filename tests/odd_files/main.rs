//! Files with odd bytes: every reader either reads them or reports an error, what was read is written and read the same, and
//! no altered file counts as a good one. The checks are those of the fuzz targets of the same names.

// Helpers outside the test functions fail the test too.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod epd;
mod games;
mod mutations;
mod positions;
mod proofs;
mod scratch;
mod script;
mod solved;

use std::path::Path;

use mutations::{Mutations, files_of};

/// Inputs for each reader; `LUCENA_ODD_FILES` sets another number.
const INPUTS: usize = 4_000;
const LONGEST_SCRIPT: usize = 400;

#[test]
fn games_nested_deep_are_read_and_written_in_bounded_time() {
    const DEPTH: usize = 2_600;
    let opened: String = (0..DEPTH).map(|level| if level % 2 == 0 { "(a4" } else { "(b4" }).collect();
    games::examine(format!("1. e4{opened}{} *", ")".repeat(DEPTH)).as_bytes());
}

fn inputs() -> std::ops::Range<usize> {
    let wanted = std::env::var("LUCENA_ODD_FILES").ok().and_then(|number| number.parse().ok());
    0..wanted.unwrap_or(INPUTS)
}

#[test]
fn any_bytes_are_games_or_are_reported_and_what_is_written_is_read_the_same() {
    let seeds = files_of("odd_games").chain(files_of("").filter(|(name, _)| name.ends_with(".pgn")));
    let mut mutations = Mutations::of(seeds.map(|(_, bytes)| bytes).collect());
    inputs().for_each(|_| games::examine(&mutations.next_text()));
}

#[test]
fn any_bytes_are_positions_with_operations_or_are_reported() {
    let seeds = files_of("").filter(|(name, _)| name.ends_with(".epd"));
    let mut mutations = Mutations::of(seeds.map(|(_, bytes)| bytes).collect());
    inputs().for_each(|_| epd::examine(&mutations.next_text()));
}

#[test]
fn no_odd_file_of_solved_positions_is_taken_for_a_good_one() {
    let mut mutations = Mutations::of(vec![[&[0], solved::good_file()].concat()]);
    inputs().step_by(10).for_each(|_| solved::examine(&mutations.next_bytes()));
    inputs().for_each(|_| solved::examine(&mutations.script(LONGEST_SCRIPT)));
}

/// The code of an arrangement: a pawn on a2, and no pieces.
const ARRANGEMENT: [u8; 19] = [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];

/// What a file says of an arrangement: the longest way, the kings' squares, and so many pairs of sets.
fn arrangement(sets: u8) -> Vec<u8> {
    let words = vec![0; usize::from(sets) * 2 * 64 * 8];
    [ARRANGEMENT.as_slice(), &[0; 4], &[0xff; 16], &[sets], &words].concat()
}

/// What a file says of single positions: each is won in one ply with the defender's king on a square.
fn facts(kings: &[u8]) -> Vec<u8> {
    let of = |king: &u8| [0, 0, 0, 0, 0, *king, 1, 0];
    let count = (kings.len() as u32).to_le_bytes();
    [ARRANGEMENT.as_slice(), &count, &kings.iter().flat_map(of).collect::<Vec<u8>>()].concat()
}

#[test]
fn a_solved_file_that_cannot_have_been_written_is_damaged_however_right_its_checksum() {
    let is_read = |men, arrangements, with_facts, body: &[Vec<u8>]| {
        let header = solved::header(men, arrangements, with_facts);
        solved::load(&solved::file(&header, &body.concat())).is_some()
    };
    assert!(is_read(4, 1, 1, &[arrangement(3), facts(&[30, 31])]));
    assert!(!is_read(5, 1, 0, &[arrangement(3)]), "the program has tables of four men");
    assert!(!is_read(4, 1, 0, &[arrangement(4)]), "there are three bounds");
    assert!(!is_read(4, 2, 0, &[arrangement(1), arrangement(1)]), "an arrangement stands there once");
    assert!(!is_read(4, 1, 1, &[arrangement(1), facts(&[30, 30])]), "a position stands there once");
}

#[test]
fn no_odd_proof_of_a_table_is_taken_for_a_good_one() {
    let files = proofs::good_files();
    let mut mutations =
        Mutations::of(files.iter().zip(0..).map(|(file, table)| [&[table, 0], *file].concat()).collect());
    inputs().step_by(10).for_each(|_| proofs::examine(&mutations.next_bytes()));
    inputs().for_each(|_| proofs::examine(&mutations.script(LONGEST_SCRIPT)));
}

#[test]
fn no_odd_file_of_positions_is_taken_for_a_good_one_and_its_records_can_be_played_from() {
    let mut mutations = Mutations::of(vec![[vec![0], positions::good_file()].concat()]);
    inputs().for_each(|_| positions::examine(&mutations.next_bytes()));
    inputs().for_each(|_| positions::examine(&mutations.script(LONGEST_SCRIPT)));
}

/// Good inputs of each fuzz target. `LUCENA_WRITE_SEEDS=fuzz/corpus` writes them there.
#[test]
fn good_files_pass_the_checks() {
    let parts = |bytes: &[u8], size: usize| bytes.chunks(size).map(<[u8]>::to_vec).collect::<Vec<_>>();
    let texts = |ending: &str, size: usize| {
        let files = files_of("").chain(files_of("odd_games")).filter(|(name, _)| name.ends_with(ending));
        files.flat_map(|(_, bytes)| parts(&bytes, size)).collect::<Vec<_>>()
    };
    let mut mutations = Mutations::of(vec![Vec::new()]);
    let mut scripts = || (0..200).map(|_| mutations.script(LONGEST_SCRIPT)).collect::<Vec<_>>();
    let solved = [vec![[&[0, 0], solved::good_file()].concat()], scripts()].concat();
    let positions = [vec![[vec![0], positions::good_file()].concat()], scripts()].concat();
    write_seeds("games", &texts(".pgn", 4_000), games::examine);
    write_seeds("epd", &texts(".epd", 1_000), epd::examine);
    write_seeds("positions", &positions, positions::examine);
    write_seeds("solved", &solved, |data| {
        if let Some((_, rest)) = data.split_first() {
            solved::examine(rest);
        }
    });
}

fn write_seeds(target: &str, seeds: &[Vec<u8>], examine: impl Fn(&[u8])) {
    assert!(!seeds.is_empty(), "{target}");
    let folder = std::env::var_os("LUCENA_WRITE_SEEDS").map(|folder| Path::new(&folder).join(target));
    for (number, seed) in seeds.iter().enumerate() {
        examine(seed);
        if let Some(folder) = &folder {
            std::fs::create_dir_all(folder).unwrap();
            std::fs::write(folder.join(format!("seed-{number:04}")), seed).unwrap();
        }
    }
}
