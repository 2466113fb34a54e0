//! Results under the 50-move rule. Every comparison of the clock with a distance to zeroing happens here.

use std::ops::Neg;

use super::value::Wdl;
use crate::board::CLOCK_LIMIT;

/// A result under the 50-move rule, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FiftyMoveResult {
    /// The side to move is mated in the end.
    Loss,
    /// A loss that the 50-move rule turns into a draw.
    BlessedLoss,
    /// Neither side can force mate.
    Draw,
    /// A win that the 50-move rule turns into a draw.
    CursedWin,
    /// The side to move mates in the end.
    Win,
}

impl Neg for FiftyMoveResult {
    type Output = FiftyMoveResult;

    fn neg(self) -> FiftyMoveResult {
        match self {
            FiftyMoveResult::Loss => FiftyMoveResult::Win,
            FiftyMoveResult::BlessedLoss => FiftyMoveResult::CursedWin,
            FiftyMoveResult::Draw => FiftyMoveResult::Draw,
            FiftyMoveResult::CursedWin => FiftyMoveResult::BlessedLoss,
            FiftyMoveResult::Win => FiftyMoveResult::Loss,
        }
    }
}

/// Converts a result that the 50-move rule does not affect.
impl From<Wdl> for FiftyMoveResult {
    fn from(result: Wdl) -> FiftyMoveResult {
        match result {
            Wdl::Loss => FiftyMoveResult::Loss,
            Wdl::Draw => FiftyMoveResult::Draw,
            Wdl::Win => FiftyMoveResult::Win,
        }
    }
}

impl FiftyMoveResult {
    /// Returns what a result from a clock of zero becomes with this clock (in plies), if the next zeroing move that keeps it (a
    /// capture or pawn move) or mate is `plies` plies away. Either must come by the hundredth ply.
    #[must_use]
    pub const fn on_the_clock(self, clock: u32, plies: u32) -> FiftyMoveResult {
        if clock + plies <= CLOCK_LIMIT { self } else { self.spoilt() }
    }

    /// Returns what the 50-move rule leaves of a result that comes too late.
    #[must_use]
    pub const fn spoilt(self) -> FiftyMoveResult {
        match self {
            FiftyMoveResult::Win => FiftyMoveResult::CursedWin,
            FiftyMoveResult::Loss => FiftyMoveResult::BlessedLoss,
            other => other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_stands_where_its_zeroing_move_or_mate_is_the_hundredth_ply_at_the_latest() {
        use FiftyMoveResult::{BlessedLoss, CursedWin, Draw, Loss, Win};
        for (result, spoilt) in [
            (Win, CursedWin),
            (Loss, BlessedLoss),
            (Draw, Draw),
            (CursedWin, CursedWin),
            (BlessedLoss, BlessedLoss),
        ] {
            for (clock, plies, stands) in
                [(95, 5, true), (95, 6, false), (100, 0, true), (0, 100, true), (0, 101, false)]
            {
                let expected = if stands { result } else { spoilt };
                assert_eq!(result.on_the_clock(clock, plies), expected, "{result:?} {clock} {plies}");
            }
        }
    }
}
