//! Continuation history: how well quiet moves did after the moves played one and two plies before them.
//!
//! Bets that a reply, or the second half of a plan, is good wherever its first half is the same. It fails where the
//! rest of the position decides, and is therefore only one of several histories (Stockfish, 2016).

use shakmaty::{Color, Move};

use super::gravity::step_towards_limit;

/// The number of pieces of both sides times squares.
pub(in crate::search) const PIECE_TO_COUNT: usize = 2 * 6 * 64;

/// A piece and the square that it goes to: the part of a move that a continuation remembers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) struct PieceTo(u16);

impl PieceTo {
    pub fn new(side: Color, played: Move) -> PieceTo {
        let piece = side as u16 * 6 + (played.role() as u16 - 1);
        PieceTo(piece * 64 + u16::from(played.to()))
    }

    /// Its index, below [`PIECE_TO_COUNT`].
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A value for each pair of moves. The sides of the two moves distinguish one ply from two.
pub(in crate::search) struct ContinuationHistory {
    values: Box<[[i16; PIECE_TO_COUNT]]>,
}

impl ContinuationHistory {
    pub fn new() -> ContinuationHistory {
        ContinuationHistory { values: vec![[0; PIECE_TO_COUNT]; PIECE_TO_COUNT].into_boxed_slice() }
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        self.values.as_flattened_mut().fill(0);
    }

    /// Returns how well a move did after an earlier one: within ±16,384, positive if it refuted positions.
    pub fn value(&self, earlier: PieceTo, now: PieceTo) -> i32 {
        i32::from(self.values[earlier.index()][now.index()])
    }

    /// Moves a value up, or down if the bonus is negative.
    pub fn reward(&mut self, earlier: PieceTo, now: PieceTo, bonus: i32) {
        step_towards_limit(&mut self.values[earlier.index()][now.index()], bonus);
    }
}
