//! Puts the account of a game into words, for comments in games and for pages.

use serde::{Deserialize, Serialize};
use shakmaty::Color;

use super::account::{Part, PartKind};
use super::judge::JudgedEnding;
use super::verdict::result_in_words;
use crate::board::{Board, color_name};
use crate::games::RecordedGame;

/// How the comment where an ending begins begins.
pub(super) const BEGINNING: &str = "The ending begins: ";

/// The value of the tag `Termination` for a game that the clock decided.
const TIME_FORFEIT: &str = "time forfeit";

/// A great change of the expected result, in words.
#[derive(Clone, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = ReviewShownPart)]
pub(in crate::analysis::review) struct ShownPart {
    pub kind: PartKind,
    /// The index of its first move in the game's list, from 0; after the end of the game, of its last move.
    pub index: usize,
    /// The place: `31...Kg7` or `31...Kg7 to 36.Kf2`.
    pub place: String,
    /// The change: `52 % → 8 %` for the side that lost by it.
    pub change: String,
    /// Whether exact results are its beginning and its end.
    pub is_exact: bool,
    /// What happened, in a sentence.
    pub sentence: String,
    /// White's change in percent points, for the sum.
    pub points: f64,
}

/// Returns what is expected at the beginning of an ending: `won for White` or `52 % for White`, and whether that is exact.
pub(super) fn beginning(ending: &JudgedEnding) -> (String, bool) {
    let expected = ending.expected.first().copied().unwrap_or(0.5);
    let is_exact = ending.is_exact.first().copied().unwrap_or(false);
    (expectation(expected, is_exact, Color::White), is_exact)
}

/// Returns the comment where an ending begins, with all that no single move of it says.
pub(super) fn comment_at_beginning(ending: &JudgedEnding, parts: &[ShownPart]) -> String {
    let (expected, is_exact) = beginning(ending);
    let source = if is_exact { "exact" } else { "by search" };
    let mut text = format!("{BEGINNING}{}. Expected result: {expected} ({source}).", ending.name);
    let unplaced = parts.iter().filter(|part| !part.kind.is_named());
    unplaced.for_each(|part| text.push_str(&format!(" {}", part.sentence)));
    text
}

/// Returns the great changes of a game in words, in its order.
pub(super) fn shown_parts(record: &RecordedGame, ending: &JudgedEnding) -> Vec<ShownPart> {
    let parts = ending.account.as_ref().map(|account| account.parts.as_slice()).unwrap_or_default();
    parts.iter().map(|part| ShownPart::new(record, ending, part)).collect()
}

impl ShownPart {
    fn new(record: &RecordedGame, ending: &JudgedEnding, part: &Part) -> ShownPart {
        let last_move = record.moves.len().saturating_sub(1);
        let index = (ending.begin + part.from).min(last_move);
        let last = (ending.begin + part.to - 1).min(last_move);
        let is_known = |position: usize| ending.is_exact.get(position).copied().unwrap_or(true);
        let loser = part.loser();
        let of_loser = |expected: f64| loser.fold_wb(expected, 1.0 - expected);
        let is_exact = is_known(part.from) && is_known(part.to);
        let at = |position: usize, white: f64| {
            if is_known(position) {
                result_in_words(of_loser(white)).to_owned()
            } else {
                percent(of_loser(white))
            }
        };
        let (before, after) = (at(part.from, part.before), at(part.to, part.after));
        let place = match part.kind {
            PartKind::TurningPoint => name_of(ending, index),
            PartKind::End => "the end".to_owned(),
            PartKind::Stretch | PartKind::Nowhere => {
                format!("{} to {}", name_of(ending, index), name_of(ending, last))
            }
        };
        let sentence = match part.kind {
            PartKind::TurningPoint => format!(
                "The game turned at {place}: {}'s expected result fell from {before} to {after}.",
                color_name(loser)
            ),
            PartKind::Stretch => format!(
                "From {place} {}'s expected result fell from {before} to {after}; no single move explains it.",
                color_name(loser)
            ),
            PartKind::End => end(record, &before, loser),
            PartKind::Nowhere => format!(
                "From {place} {}'s expected result fell from {before} to {after}, so slowly that no turning point was found.",
                color_name(loser)
            ),
        };
        ShownPart {
            kind: part.kind,
            index,
            place,
            change: format!("{before} → {after}"),
            is_exact,
            sentence,
            points: 100.0 * part.change(),
        }
    }
}

/// Returns how a game ended otherwise than its last position deserved.
fn end(record: &RecordedGame, before: &str, loser: Color) -> String {
    let side = color_name(loser);
    let is_by_clock = record.tag("Termination").is_some_and(|how| how.eq_ignore_ascii_case(TIME_FORFEIT));
    let how = if is_by_clock { "on time" } else { "by resignation, by agreement or on time" };
    format!(
        "The last position does not explain the result: {side}'s expected result was {before}; the game ended {how}."
    )
}

/// Returns an expected result of White's for a side: `won`, or `52 %`.
fn expectation(white: f64, is_exact: bool, side: Color) -> String {
    let of_side = side.fold_wb(white, 1.0 - white);
    let value = if is_exact { result_in_words(of_side).to_owned() } else { percent(of_side) };
    match (is_exact, result_in_words(of_side)) {
        (true, "drawn") => value,
        _ => format!("{value} for {}", color_name(side)),
    }
}

pub(super) fn percent(expected: f64) -> String {
    format!("{:.0} %", 100.0 * expected)
}

/// Returns a change in percent points with its sign: `+12`, `−44`, `0`.
pub(super) fn percent_points(points: f64) -> String {
    match points.round() as i64 {
        0 => "0".to_owned(),
        points if points > 0 => format!("+{points}"),
        points => format!("−{}", points.abs()),
    }
}

/// Returns `31...Kg7`; for a null move its number alone.
fn name_of(ending: &JudgedEnding, index: usize) -> String {
    let after = ending.moves.iter().find(|judged| judged.index >= index);
    match after {
        Some(judged) if judged.index == index => {
            let board = judged.game.board();
            format!("{}{}", number_of(board), board.notation(judged.played))
        }
        Some(judged) => number_of(judged.game.board()),
        None => "the end".to_owned(),
    }
}

/// Returns `42.` or `42...`.
pub(super) fn number_of(board: &Board) -> String {
    use shakmaty::Position as _;
    format!("{}{}", board.position().fullmoves(), board.turn().fold_wb(".", "..."))
}
