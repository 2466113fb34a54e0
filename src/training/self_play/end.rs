//! Ends a game that lucena plays against itself: by the rules, or by the exact tables.

use shakmaty::Color;

use crate::board::{Board, Game};
use crate::tablebase::{EmbeddedTables, Wdl};

/// How a game ended.
pub(super) struct End {
    /// The winner; `None` in a draw.
    pub winner: Option<Color>,
}

impl End {
    /// A draw.
    pub const DRAW: End = End { winner: None };

    /// Returns a win of this side.
    pub fn won_by(winner: Color) -> End {
        End { winner: Some(winner) }
    }
}

/// Returns the end of a game by the rules, or by the exact tables when few men are left; `None` if the game is not over.
pub(super) fn end_of(game: &Game) -> Option<End> {
    let board = game.board();
    if board.legal_moves().is_empty() {
        return Some(if board.is_check() { End::won_by(!board.turn()) } else { End::DRAW });
    }
    let is_draw =
        board.is_drawn_by_clock() || board.is_dead_material() || game.history().is_third_occurrence(board);
    if is_draw { Some(End::DRAW) } else { end_by_tables(board) }
}

/// A capture leads to this few men, so the clock is at zero and no win is too long for the 50-move rule.
pub(super) fn end_by_tables(board: &Board) -> Option<End> {
    Some(match EmbeddedTables::built_in().result(board)? {
        Wdl::Win => End::won_by(board.turn()),
        Wdl::Draw => End::DRAW,
        Wdl::Loss => End::won_by(!board.turn()),
    })
}
