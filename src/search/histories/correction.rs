//! Correction history: how far static values were off in positions with the same pawns, or the same material.
//!
//! Bets that an error of the evaluation lasts as long as its cause: a pawn skeleton that holds, material that does not
//! win. It fails where the same pawns are among other pieces; two keys and a small step keep the correction modest
//! (Caissa and Stockfish, 2023).

use crate::board::Board;
use crate::score::Score;
use crate::search::parameters::SearchParameters;

/// Entries of each table and side; a power of two.
const ENTRIES: usize = 1 << 14;
/// Corrections are stored in this many parts of a centipawn.
const GRAIN: i32 = 256;

type Corrections = Box<[[i32; 2]]>;

/// The errors of one thread's static values.
pub(in crate::search) struct CorrectionHistory {
    by_pawns: Corrections,
    by_material: Corrections,
}

impl CorrectionHistory {
    pub fn new() -> CorrectionHistory {
        let empty = || vec![[0; 2]; ENTRIES].into_boxed_slice();
        CorrectionHistory { by_pawns: empty(), by_material: empty() }
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        self.by_pawns.as_flattened_mut().fill(0);
        self.by_material.as_flattened_mut().fill(0);
    }

    /// Returns what to add to a position's static value, in centipawns.
    pub fn of(&self, board: &Board) -> i32 {
        let side = board.turn() as usize;
        let keys = board.keys();
        (self.by_pawns[place(keys.pawns)][side] + self.by_material[place(keys.material)][side]) / (2 * GRAIN)
    }

    /// Learns that a search of this depth found a value this far from the static one.
    pub fn learn(
        &mut self,
        parameters: &SearchParameters,
        board: &Board,
        found: Score,
        raw_static_value: Score,
        depth: i32,
    ) {
        let limit = parameters.correction_limit;
        let slowness = parameters.correction_slowness;
        let side = board.turn() as usize;
        // A won pawn race is not an error of the evaluation, so a large difference counts no more than this.
        let error = (found.value() - raw_static_value.value()).clamp(-2 * limit, 2 * limit) * GRAIN;
        let weight = (depth + 1).min(parameters.correction_maximum_weight);
        let keys = board.keys();
        for value in
            [&mut self.by_pawns[place(keys.pawns)][side], &mut self.by_material[place(keys.material)][side]]
        {
            let moved = (*value * (slowness - weight) + error * weight) / slowness;
            *value = moved.clamp(-limit * GRAIN, limit * GRAIN);
        }
    }
}

fn place(key: u64) -> usize {
    key as usize % ENTRIES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lasting_error_is_corrected_and_never_beyond_the_limit() {
        let parameters = SearchParameters::defaults();
        let board = Board::default();
        let mut history = CorrectionHistory::new();
        for _ in 0..1000 {
            history.learn(&parameters, &board, Score::centipawns(40), Score::centipawns(60), 8);
        }
        assert!((-20..=-17).contains(&history.of(&board)));
        for _ in 0..1000 {
            history.learn(&parameters, &board, Score::centipawns(5000), Score::centipawns(60), 8);
        }
        assert_eq!(history.of(&board), parameters.correction_limit);
    }
}
