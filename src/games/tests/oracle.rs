//! Compares random annotated games with what python-chess reads (scripts/checks/random_games.py makes the games and their trees).

use std::path::Path;

use serde_json::{Value, json};
use shakmaty::Position as _;

use crate::board::Board;
use crate::games::{Games, RecordedGame, RecordedLine, RecordedMove};

fn data(name: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)).unwrap()
}

/// Returns the games of a text as trees in the form of python-chess.
fn trees(text: &str) -> Vec<Value> {
    Games::new(text.as_bytes()).map(|game| tree(&game.unwrap().unwrap())).collect()
}

fn tree(game: &RecordedGame) -> Value {
    assert_eq!(game.passed_over, [""; 0]);
    json!({
        "event": game.tag("Event"),
        "result": game.result.to_string(),
        "comment": joined(game.comments.iter()),
        "glyphs": sorted(&game.glyphs),
        "line": moves(&game.start, None, &game.moves),
    })
}

/// Returns each move with glyphs, the comment before it, the comment after it, and variations. The first move of a `variation`
/// has no variations of its own: they are its siblings.
fn moves(start: &Board, variation: Option<&RecordedLine>, moves: &[RecordedMove]) -> Value {
    let mut board = start.clone();
    let mut before = variation.map(|line| joined(line.comments.iter())).unwrap_or_default();
    let mut found = Vec::new();
    for (index, made) in moves.iter().enumerate() {
        let mode = board.position().castles().mode();
        let uci = made.played.map_or("0000".to_owned(), |played| played.to_uci(mode).to_string());
        let behind =
            made.comments.iter().chain(made.variations.iter().flat_map(|line| &line.comments_behind));
        let has_others = index > 0 || variation.is_none();
        let others = if has_others { variations(&board, &made.variations) } else { Vec::new() };
        found.push(json!([uci, sorted(&made.glyphs), std::mem::take(&mut before), joined(behind), others]));
        board = made.after(&board);
    }
    found.into()
}

fn variations(board: &Board, lines: &[RecordedLine]) -> Vec<Value> {
    let mut found = Vec::new();
    for line in lines {
        assert!(line.glyphs.is_empty() && line.unplayed.is_none() && !line.moves.is_empty(), "{line:?}");
        found.push(moves(board, Some(line), &line.moves));
        found.extend(variations(board, &line.moves[0].variations));
    }
    found
}

fn joined<'a>(comments: impl Iterator<Item = &'a String>) -> String {
    comments.flat_map(|comment| comment.split_whitespace()).collect::<Vec<_>>().join(" ")
}

fn sorted(glyphs: &[u32]) -> Vec<u32> {
    std::collections::BTreeSet::from_iter(glyphs.iter().copied()).into_iter().collect()
}

#[test]
fn random_annotated_games_are_read_and_written_as_python_chess_reads_them() {
    let text = data("random_games.pgn");
    let expected = data("random_games.jsonl");
    let expected: Vec<Value> = expected.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let read = trees(&text);
    assert!(expected.len() >= 200 && read.len() == expected.len(), "{}", read.len());
    let written: String = Games::new(text.as_bytes()).map(|game| game.unwrap().unwrap().to_pgn()).collect();
    for ((expected, read), again) in expected.iter().zip(&read).zip(&trees(&written)) {
        assert_eq!(read, expected);
        assert_eq!(again, expected, "written and read again");
    }
}
