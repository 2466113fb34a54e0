//! Positions and games as pages show them, with the squares that a table speaks of in colour.

use shakmaty::Color;

use super::play::played_line::{PlayedLine, PlayedMove};
use super::position::side::seen_by;
use super::position::step::Step;
use super::position::view::Position;
use crate::page::{Arrow, Line, Mark, ShownBoard};

/// Colours the squares that a table speaks of.
pub(super) type Marking<'a> = &'a dyn Fn(&Position) -> Vec<Mark>;

/// Returns a move of ours or theirs as an arrow, as it is drawn when we play this colour.
pub(super) fn arrow(class: &'static str, step: Step, us: Color) -> Arrow {
    Arrow::new(class, seen_by(us, step.from), seen_by(us, step.to))
}

/// Returns a game from a position, as it lies on the board when we play this colour.
pub(super) fn shown_line(position: &Position, line: &PlayedLine, us: Color, marking: Marking<'_>) -> Line {
    let first = ShownBoard { marks: marking(position), ..ShownBoard::new(position.fen(us)) };
    let later = line.moves.iter().map(|played| board_after(played, us, marking));
    Line { boards: std::iter::once(first).chain(later).collect(), end: line.end.words().to_owned() }
}

fn board_after(played: &PlayedMove, us: Color, marking: Marking<'_>) -> ShownBoard {
    let why = played.reason.as_ref().map_or(String::new(), |reason| match reason.purpose.as_str() {
        "" => reason.advice.clone(),
        purpose => format!("{}: {purpose}", reason.advice),
    });
    ShownBoard {
        uci: Some(played.step.uci(us)),
        san: Some(played.san.clone()),
        why,
        marks: marking(&played.after),
        ..ShownBoard::new(played.after.fen(us))
    }
}
