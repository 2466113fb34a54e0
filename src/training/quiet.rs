//! Decides which positions are quiet enough for a network to learn from: their value holds without a capture.

use shakmaty::Move;

use crate::board::{Board, see_at_least};

/// Returns whether a position is quiet: the side to move is not in check, has a move, cannot promote, and wins no man at once.
pub(super) fn is_quiet(board: &Board) -> bool {
    let moves = board.legal_moves();
    !board.is_check()
        && !moves.is_empty()
        && !moves.iter().any(|played| played.is_promotion() || gains(board, *played))
}

fn gains(board: &Board, played: Move) -> bool {
    played.is_capture() && see_at_least(board, played, 1)
}
