//! Plays likely moves from a position: random ones that lose nothing by an exchange.

use fastrand::Rng;

use crate::board::{Board, see_at_least};

/// The most draws of a move that loses nothing; then any move counts as likely.
const DRAWS: usize = 3;

/// Returns the position after this many likely moves; `None` if the game ends before.
pub(super) fn after_likely(start: Board, plies: usize, random: &mut Rng) -> Option<Board> {
    let mut board = start;
    for _ in 0..plies {
        let moves = board.legal_moves();
        let any = random.choice(moves.clone())?;
        let mut drawn = (0..DRAWS).filter_map(|_| random.choice(moves.clone()));
        let played = drawn.find(|played| see_at_least(&board, *played, 0)).unwrap_or(any);
        board = board.after(played);
    }
    Some(board)
}
