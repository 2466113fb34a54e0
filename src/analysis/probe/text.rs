//! Formats the value of a position as text for people.

use comfy_table::{Table, presets};

use super::error::ProbeError;
use super::knowledge::{Knowledge, RankedMove};
use crate::board::{Board, color_name, numbered};
use crate::exact::{Distance, Exact, KnownBy};
use crate::tablebase::{Outcome, Wdl};

/// Returns the table's report on a position with this value: the side to move, each move, and best play.
///
/// # Errors
/// If a table cannot be built.
pub fn text(knowledge: &mut Knowledge, board: &Board, value: Option<Exact>) -> Result<String, ProbeError> {
    let turn = color_name(board.turn());
    let moves = knowledge.moves(board)?;
    let words = match value {
        _ if moves.is_empty() && board.is_check() => "is mated".to_owned(),
        _ if moves.is_empty() => "is stalemated: draw".to_owned(),
        value => format!("to move: {}", value.map_or_else(|| "unknown".to_owned(), in_words)),
    };
    let mut text = format!("{turn} {words}\n");
    if !moves.is_empty() {
        text.push_str(&format!("{}\n", table(board, &moves)));
    }
    if let Some(file) = knowledge.source(board) {
        text.push_str(&format!("Syzygy file {}{}\n", file.name, spoilt_in_words(file.is_spoilt)));
    }
    if let Some(words) = with_the_clock(knowledge, board)? {
        text.push_str(&words);
    }
    let line = knowledge.line(board)?;
    if !line.is_empty() {
        text.push_str(&format!("{}\n", numbered(board, &line)));
    }
    Ok(text)
}

/// Returns what the 50-move rule changes, as the rest of a sentence; empty if nothing.
fn spoilt_in_words(is_spoilt: bool) -> &'static str {
    if is_spoilt { ": a draw with the 50-move rule" } else { "" }
}

/// Returns a line with the result under the 50-move rule; `None` if the clock changes nothing, or if nobody knows.
fn with_the_clock(knowledge: &mut Knowledge, board: &Board) -> Result<Option<String>, ProbeError> {
    let facts = knowledge.facts(board, true)?;
    let changed = facts.mate_by_clock.filter(|outcome| Some(*outcome) != facts.mate);
    Ok(changed.map(|Outcome { wdl, plies }| {
        let exact = Exact::result_alone(wdl, KnownBy::Tables);
        let words = in_words(Exact { distance: Distance::ToMate(plies), ..exact });
        format!("With the 50-move clock at {} plies: {words}\n", board.halfmove_clock())
    }))
}

fn table(board: &Board, moves: &[RankedMove]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::UTF8_BORDERS_ONLY);
    table.set_header(["move", "value", "plies to mate"]);
    for ranked in moves {
        let san = board.notation(ranked.played).to_string();
        let plies = ranked.value.and_then(|value| value.distance.plies()).map(|plies| plies.to_string());
        let words = ranked.value.map_or_else(|| "unknown".to_owned(), in_words);
        table.add_row([san, words, plies.unwrap_or_default()]);
    }
    table
}

/// Returns the value for the side to move, in words.
pub fn in_words(value: Exact) -> String {
    match (value.counted(), value.distance.plies()) {
        (Wdl::Draw, _) => "draw".to_owned(),
        (Wdl::Win, Some(plies)) => format!("win, mate in {}", plies.div_ceil(2)),
        (Wdl::Win, None) => "win".to_owned(),
        (Wdl::Loss, Some(plies)) => format!("loss, mated in {}", plies / 2),
        (Wdl::Loss, None) => "loss".to_owned(),
    }
}
