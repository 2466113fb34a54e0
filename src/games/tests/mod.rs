//! Tests with odd files of games: each message is as expected, and no other game is lost.

mod oracle;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use super::*;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/odd_games")
}

/// Describes a file of games: for each game its players, number of moves and result, or why it is broken.
fn said(bytes: &[u8]) -> String {
    let mut text = String::new();
    for game in Games::new(bytes) {
        match game.unwrap() {
            Ok(game) => {
                let player = |name| game.tag(name).unwrap_or("?").to_owned();
                let (white, black) = (player("White"), player("Black"));
                let (number, line, moves, result) = (game.number, game.line, game.moves.len(), game.result);
                let _ = writeln!(text, "{number} line {line}: {white} – {black}, {moves} plies, {result}");
                for remark in &game.passed_over {
                    let _ = writeln!(text, "  {remark}");
                }
            }
            Err(broken) => {
                let _ = writeln!(text, "{broken}");
            }
        }
    }
    text
}

#[test]
fn only_the_broken_games_of_odd_files_are_lost_and_each_reason_is_reported() {
    let expected = std::fs::read_to_string(folder().join("expected.txt")).unwrap();
    let mut files = 0;
    for section in expected.split("== ").skip(1) {
        let (name, says) = section.split_once('\n').unwrap();
        let bytes = std::fs::read(folder().join(name)).unwrap();
        assert_eq!(said(&bytes).trim_end(), says.trim_end(), "{name}");
        files += 1;
    }
    assert!(files >= 30, "{files}");
}

/// Reads the moves of a game and writes them again, with spaces for line breaks.
fn written_back(fen: &str, moves: &str) -> String {
    let tag = if fen == "start" { String::new() } else { format!("[FEN \"{fen}\"]\n\n") };
    let text = format!("{tag}{moves}");
    let game = Games::new(text.as_bytes()).next().unwrap().unwrap();
    let written = game.unwrap_or_else(|broken| panic!("{moves}: {broken}")).to_pgn();
    written.split_once("\n\n").unwrap().1.trim().replace('\n', " ")
}

#[test]
fn what_people_write_is_preserved_in_standard_notation() {
    let rows = std::fs::read_to_string(folder().join("../kept_notation.txt")).unwrap();
    let rows: Vec<&str> = rows.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    assert!(rows.len() >= 51 && rows.len().is_multiple_of(3), "{}", rows.len());
    for row in rows.chunks(3) {
        let [fen, read, expected] = row else { panic!("{row:?}") };
        assert_eq!(written_back(fen, read), *expected, "{read}");
        assert_eq!(written_back(fen, expected), *expected, "a second time");
    }
}

#[test]
fn nested_variations_are_preserved_at_any_depth() {
    let deep = |depth: usize| {
        format!("1. e4 {}{} *", "({words} 1. d4 (1. e4 ".repeat(depth / 2), "))".repeat(depth / 2))
    };
    for depth in [40, 500] {
        let text = deep(depth);
        let written = written_back("start", &text);
        assert_eq!(written.matches("({words} 1. d4 (1. e4").count(), depth / 2);
        assert!(written.ends_with(&format!("{} *", ")".repeat(depth))), "{depth}");
    }
    let text = deep(100_000);
    let game = Games::new(text.as_bytes()).next().unwrap().unwrap().unwrap();
    assert_eq!(game.passed_over, ["line 1: a variation nested more than 500 deep became a comment"]);
    assert_eq!(game.to_pgn().matches("words").count(), 50_000);
}

#[test]
fn comments_glyphs_and_variations_stay_with_their_moves() {
    let text = "{first} 1. e4! {good [%clk 0:01:02]} ({instead} 1. d4 $6 d5 (1... Nf6)) 1... e5 {x} {y} *";
    let game = Games::new(text.as_bytes()).next().unwrap().unwrap().unwrap();
    assert_eq!(game.comments, ["first"]);
    let [white, black] = game.moves.as_slice() else { panic!("{game:?}") };
    assert_eq!(
        (white.glyphs.as_slice(), white.comments.as_slice()),
        ([1].as_slice(), ["good [%clk 0:01:02]".to_owned()].as_slice())
    );
    assert_eq!(black.comments, ["x", "y"]);
    let variation = &white.variations[0];
    assert_eq!(variation.comments, ["instead"]);
    assert_eq!(variation.moves[0].glyphs, [6]);
    assert_eq!(variation.moves[1].variations[0].moves.len(), 1);
}

#[test]
fn no_cut_or_damaged_file_makes_the_reader_fail() {
    let mut random = fastrand::Rng::with_seed(1);
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for file in files {
        let bytes = std::fs::read(file).unwrap();
        for _ in 0..20 {
            let mut damaged = bytes.clone();
            damaged.truncate(random.usize(..=bytes.len()));
            for _ in 0..random.usize(..4) {
                if !damaged.is_empty() {
                    let at = random.usize(..damaged.len());
                    damaged[at] = random.u8(..);
                }
            }
            let _ = said(&damaged);
        }
    }
}
