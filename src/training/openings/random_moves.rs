//! Positions after random moves: where self-played games begin, and those of `genfens`.

use std::ops::RangeInclusive;

use fastrand::Rng;

use crate::board::Board;

/// Random half-moves behind the start position.
pub(in crate::training) const OPENING_PLIES: RangeInclusive<usize> = 6..=10;

/// Random half-moves behind a position of a book.
pub(in crate::training) const BOOK_PLIES: RangeInclusive<usize> = 2..=5;

/// How far from even a game begins, in centipawns, where the start position comes before.
pub const OPENING_LIMIT: u32 = 150;

/// The position after so many random moves; nothing where the game ends before.
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

/// Whether a value in centipawns is so near to nothing; not where there is none.
pub(in crate::training) fn is_even(value: Option<i32>, limit: u32) -> bool {
    value.is_some_and(|value| value.unsigned_abs() <= limit)
}
