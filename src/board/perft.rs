//! Counts paths of moves: the test of move generation, for `lucena perft` and the tests.

use shakmaty::Move;

use super::position::Board;

/// Returns the number of paths of `depth` plies that begin here. It counts the last moves without playing them.
pub fn perft(board: &Board, depth: u32) -> u64 {
    if !board.is_crowded {
        return shakmaty::perft(board.position(), depth);
    }
    match depth {
        0 => 1,
        1 => board.all_legal_moves().len() as u64,
        _ => perft_by_move(board, depth).map(|(_, count)| count).sum(),
    }
}

/// Yields each first move with its part of that number, one after the other. Empty at depth 0.
pub fn perft_by_move(board: &Board, depth: u32) -> impl ExactSizeIterator<Item = (Move, u64)> + '_ {
    let moves = if depth == 0 { Vec::new() } else { board.all_legal_moves() };
    moves.into_iter().map(move |first| (first, perft(&board.after(first), depth - 1)))
}
