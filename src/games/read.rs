//! Makes a game from its lines: interprets the tags and plays the moves on a board.

use super::broken::{BrokenGame, Reason};
use super::movetext;
use super::record::{GameResult, RecordedGame, value_of};
use super::split::RawGame;
use super::tree::{self, Tree};
use crate::board::Board;

/// Values of the tag `Variant` that mean standard chess, in small letters. The values for Chess960 follow.
const STANDARD: [&str; 6] = ["", "?", "standard", "chess", "normal", "from position"];
const CHESS960: [&str; 5] = ["chess960", "chess 960", "fischerandom", "fischer random", "fischerrandom"];

/// Reads a game.
pub(super) fn read(raw: &RawGame, number: usize) -> Result<RecordedGame, BrokenGame> {
    let broken = |(line, reason)| BrokenGame { number, line, players: players(&raw.tags), reason };
    if raw.is_too_long {
        let bytes = raw.movetext.iter().map(|line| line.text.len()).sum();
        return Err(broken((raw.line, Reason::TooLong { bytes })));
    }
    let chess960 = is_chess960(&raw.tags).map_err(|reason| broken((raw.line, reason)))?;
    let start = start(&raw.tags, chess960).map_err(|reason| broken((raw.line, reason)))?;
    let tokens = movetext::tokens(&raw.movetext).map_err(broken)?;
    let Tree { line, results, mut remarks } = tree::build(&start, tokens).map_err(broken)?;
    let result = result(&raw.tags, &results);
    remarks.extend(other_results(&results, result));
    Ok(RecordedGame {
        number,
        line: raw.line,
        result,
        tags: raw.tags.clone(),
        start,
        comments: line.comments,
        glyphs: line.glyphs,
        moves: line.moves,
        passed_over: remarks,
    })
}

fn players(tags: &[(String, String)]) -> String {
    match (value_of(tags, "White"), value_of(tags, "Black")) {
        (Some(white), Some(black)) => format!("{white} – {black}"),
        _ => String::new(),
    }
}

fn is_chess960(tags: &[(String, String)]) -> Result<bool, Reason> {
    let name = value_of(tags, "Variant").unwrap_or_default();
    let plain = name.trim().to_lowercase();
    match plain.as_str() {
        plain if CHESS960.contains(&plain) => Ok(true),
        plain if STANDARD.contains(&plain) => Ok(false),
        _ => Err(Reason::Variant { name: name.to_owned() }),
    }
}

fn start(tags: &[(String, String)], chess960: bool) -> Result<Board, Reason> {
    match value_of(tags, "FEN").filter(|fen| !fen.trim().is_empty()) {
        Some(fen) => Ok(Board::from_fen(fen, chess960)?),
        None => Ok(Board::default()),
    }
}

/// Returns how the game ended: by its tag or, without one, by the result after the moves.
fn result(tags: &[(String, String)], results: &[(usize, GameResult)]) -> GameResult {
    let of_tag = value_of(tags, "Result").map(GameResult::of_text);
    let behind_moves = results.iter().map(|(_, result)| *result);
    let known = |result: &GameResult| *result != GameResult::Unknown;
    of_tag.into_iter().chain(behind_moves).find(known).unwrap_or_default()
}

/// Returns a remark for each result after the moves that contradicts the chosen one.
fn other_results(results: &[(usize, GameResult)], kept: GameResult) -> impl Iterator<Item = String> {
    let others = results.iter().filter(move |(_, other)| *other != kept && *other != GameResult::Unknown);
    others.map(move |(line, other)| {
        format!("line {line}: the result {other} is dropped, because another one is {kept}")
    })
}
