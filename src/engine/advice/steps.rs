//! Translates the steps of a table of advice into moves of the board.

use shakmaty::Move;

use crate::advice::Step;
use crate::board::Board;

/// Returns a table's steps as moves, starting with the side to move; `None` if one of them is illegal.
pub(super) fn on_board(board: &Board, steps: &[Step]) -> Option<Vec<Move>> {
    let us = board.turn();
    let mut board = board.clone();
    let mut line = Vec::with_capacity(steps.len());
    for step in steps {
        let played = step.on_board(&board, us)?;
        board = board.after(played);
        line.push(played);
    }
    Some(line)
}
