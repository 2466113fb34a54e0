//! Results under the 50-move rule. `exact` compares the clock with distances.

use std::ops::Neg;

use super::value::Wdl;

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
    /// Returns the result as if there were no 50-move rule.
    #[must_use]
    pub const fn without_rule(self) -> Wdl {
        match self {
            FiftyMoveResult::Win | FiftyMoveResult::CursedWin => Wdl::Win,
            FiftyMoveResult::Draw => Wdl::Draw,
            FiftyMoveResult::Loss | FiftyMoveResult::BlessedLoss => Wdl::Loss,
        }
    }

    /// Returns whether the 50-move rule turns a win or loss into a draw.
    #[must_use]
    pub const fn is_spoilt(self) -> bool {
        matches!(self, FiftyMoveResult::CursedWin | FiftyMoveResult::BlessedLoss)
    }

    /// Returns the result with the 50-move rule counted: a win or loss that comes too late is a draw.
    #[must_use]
    pub const fn counted(self) -> Wdl {
        match self {
            FiftyMoveResult::Win => Wdl::Win,
            FiftyMoveResult::Loss => Wdl::Loss,
            FiftyMoveResult::CursedWin | FiftyMoveResult::Draw | FiftyMoveResult::BlessedLoss => Wdl::Draw,
        }
    }
}
