//! Plays random moves to reach the positions in which self-played games and those of `genfens` begin.

use std::ops::RangeInclusive;

use fastrand::Rng;

use crate::board::Board;

/// Random half-moves from the start position.
pub(in crate::training) const OPENING_PLIES: RangeInclusive<usize> = 6..=10;

/// Random half-moves from a position of a book.
pub(in crate::training) const BOOK_PLIES: RangeInclusive<usize> = 2..=5;

/// The greatest distance from even, in centipawns, after random moves from the start position.
pub const OPENING_LIMIT: u32 = 150;

/// Returns the position after this many random moves; `None` if the game ends before.
pub(in crate::training) fn after_random_moves(
    start: &Board,
    plies: usize,
    random: &mut Rng,
) -> Option<Board> {
    let mut board = start.clone();
    for _ in 0..plies {
        let played = random.choice(board.legal_moves())?;
        board = board.after(played);
    }
    Some(board)
}

/// Returns whether a value in centipawns is within the limit; false for `None`.
pub(in crate::training) fn is_even(value: Option<i32>, limit: u32) -> bool {
    value.is_some_and(|value| value.unsigned_abs() <= limit)
}
