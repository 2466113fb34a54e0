//! Writes the moves of advice in standard algebraic notation (SAN).

use shakmaty::Color;

use super::step::Step;
use super::view::Position;
use crate::board::Board;

/// Returns a move in SAN, with the signs for check and mate; in UCI notation if the board cannot be set up.
pub(in crate::advice) fn san(position: &Position, step: Step, us: Color) -> String {
    let board = Board::from_fen(&position.fen(us), false).ok();
    let played = board.as_ref().and_then(|board| Some((board, step.on_board(board, us)?)));
    match played {
        Some((board, played)) => board.notation(played).to_string(),
        None => step.uci(us),
    }
}

/// Returns the same for a reply of theirs, with dots before it.
pub(in crate::advice) fn reply_san(position: &Position, step: Step, us: Color) -> String {
    format!("…{}", san(position, step, us))
}
