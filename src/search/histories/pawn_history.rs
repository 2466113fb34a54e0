//! Pawn history: how well quiet moves did in positions with the same pawns.
//!
//! Bets that the pawn skeleton decides where a piece belongs, in endings above all: a plan that refuted one position is
//! the plan in similar ones. It fails where a pawn move opens the position, which begins a new row. Rows are few, and
//! skeletons that share one by chance blur each other (Stockfish, 2023).

use super::continuation_history::{PIECE_TO_COUNT, PieceTo};
use super::gravity::step_towards_limit;

/// Rows for pawn skeletons; a power of two.
const SKELETONS: usize = 1 << 10;

/// A value for each move on each pawn skeleton.
pub(in crate::search) struct PawnHistory {
    values: Box<[[i16; PIECE_TO_COUNT]]>,
}

impl PawnHistory {
    pub fn new() -> PawnHistory {
        PawnHistory { values: vec![[0; PIECE_TO_COUNT]; SKELETONS].into_boxed_slice() }
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        self.values.as_flattened_mut().fill(0);
    }

    /// Returns how well a move did with pawns that have this key.
    pub fn value(&self, pawns: u64, now: PieceTo) -> i32 {
        i32::from(self.values[row(pawns)][now.index()])
    }

    /// Moves a value up, or down if the bonus is negative.
    pub fn reward(&mut self, pawns: u64, now: PieceTo, bonus: i32) {
        step_towards_limit(&mut self.values[row(pawns)][now.index()], bonus);
    }
}

fn row(pawns: u64) -> usize {
    pawns as usize % SKELETONS
}
