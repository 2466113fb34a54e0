//! Puts a verdict into words, for comments in games and for pages.

use super::judge::JudgedMove;
use super::verdict::{Verdict, result_in_words};
use crate::board::color_name;

/// Returns what the move did, without a reason: `The win is thrown away`.
pub(super) fn headline(judged: &JudgedMove) -> String {
    let Some(verdict) = judged.verdict else { return String::new() };
    let (before, after) = (judged.before.expected, judged.after.for_other());
    match verdict {
        Verdict::Lost { .. } => match (result_in_words(before), result_in_words(after)) {
            ("won", "drawn") => "The win is thrown away: drawn".to_owned(),
            ("won", _) => "From won to lost".to_owned(),
            _ => "The draw is thrown away: lost".to_owned(),
        },
        Verdict::ProbablyLost => format!("Half a point lost, it seems: {}", estimates(judged)),
        Verdict::Doubtful => {
            format!("Half a point lost, perhaps; the longest look left a doubt: {}", estimates(judged))
        }
        Verdict::Mistake => format!("A mistake, it seems: {}", estimates(judged)),
        Verdict::Detour { plies } => {
            let moves = plies.div_ceil(2);
            format!("Still won, but {moves} moves longer to the next capture, pawn move or mate")
        }
        Verdict::Only => {
            let keeps = if result_in_words(before) == "won" { "wins" } else { "holds the draw" };
            format!("The only move that {keeps}")
        }
    }
}

/// Returns how certain that is.
pub(super) fn certainty(judged: &JudgedMove) -> &'static str {
    if judged.before.exact.is_some() && judged.after.exact.is_some() { "exact" } else { "estimated" }
}

/// Returns the certainty with its source, named as in `analyse`: `exact: tables`.
pub(super) fn certainty_with_source(judged: &JudgedMove) -> String {
    let (Some(before), Some(after)) = (judged.before.exact, judged.after.exact) else {
        return certainty(judged).to_owned();
    };
    let (one, other) = (before.known_by.word(), after.known_by.word());
    if one == other { format!("exact: {one}") } else { format!("exact: {one}, then {other}") }
}

/// Capitalises a sentence, but not a move at its beginning.
pub(super) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let is_word = text.chars().take_while(|letter| !letter.is_whitespace()).all(char::is_lowercase);
    match letters.next() {
        Some(first) if is_word => first.to_uppercase().chain(letters).collect(),
        _ => text.to_owned(),
    }
}

/// Returns White's values before and after, as programs show them.
fn estimates(judged: &JudgedMove) -> String {
    let turn = judged.game.board().turn();
    let (before, after) = (&judged.before, &judged.after);
    let percent = |value: f64| format!("{:.0} %", 100.0 * value);
    format!(
        "{} expects {} before, {} after ({}, then {} for White)",
        color_name(turn),
        percent(before.expected),
        percent(after.for_other()),
        before.written(turn),
        after.written(!turn)
    )
}
