//! Counting move paths: the test of move generation, used by `lucena perft` and the tests.

use shakmaty::Move;

use super::Board;

/// How many paths of `depth` legal moves begin here. Leaves are counted, not played.
pub fn perft(board: &Board, depth: u32) -> u64 {
    shakmaty::perft(board.position(), depth)
}

/// The same count split by first move, one after the other. Empty at depth 0, where no move is made.
pub fn perft_by_move(board: &Board, depth: u32) -> impl ExactSizeIterator<Item = (Move, u64)> + '_ {
    let moves = if depth == 0 { shakmaty::MoveList::new() } else { board.legal_moves() };
    moves.into_iter().map(move |first| (first, perft(&board.after(first), depth - 1)))
}
