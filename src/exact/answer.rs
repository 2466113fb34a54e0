//! The answer to every question about certainty: a result, how far away it is, and who knows it.

use std::cmp::Reverse;

use shakmaty::Move;

use super::known_by::KnownBy;
use crate::tablebase::{FiftyMoveResult, Wdl};

/// What is certain: of a position for the side to move, of a move for the side that plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exact {
    /// The result, with the 50-move clock unless the asker leaves it out.
    pub result: FiftyMoveResult,
    /// How far away the result is.
    pub distance: Distance,
    /// Who knows the result.
    pub known_by: KnownBy,
}

/// How far away an exact result is, in plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distance {
    /// A draw has no distance, and not everybody who knows a result knows one.
    Unknown,
    /// To the next capture, pawn move or mate that keeps the result.
    ToZeroing(u32),
    /// To mate.
    ToMate(u32),
}

impl Distance {
    /// Returns the plies; `None` if they are unknown.
    pub const fn plies(self) -> Option<u32> {
        match self {
            Distance::Unknown => None,
            Distance::ToZeroing(plies) | Distance::ToMate(plies) => Some(plies),
        }
    }

    /// Returns the distance before a move that leads to this one.
    const fn before(self, is_zeroing: bool) -> Distance {
        match self {
            Distance::Unknown => Distance::Unknown,
            Distance::ToZeroing(_) if is_zeroing => Distance::ToZeroing(1),
            Distance::ToZeroing(plies) => Distance::ToZeroing(plies + 1),
            Distance::ToMate(plies) => Distance::ToMate(plies + 1),
        }
    }
}

impl Exact {
    /// A draw.
    pub const fn draw(known_by: KnownBy) -> Exact {
        Exact { result: FiftyMoveResult::Draw, distance: Distance::Unknown, known_by }
    }

    /// A result whose distance is unknown.
    pub fn result_alone(result: Wdl, known_by: KnownBy) -> Exact {
        Exact { result: result.into(), distance: Distance::Unknown, known_by }
    }

    /// Returns the result with the clock counted: a win or loss that comes too late is a draw.
    pub const fn counted(self) -> Wdl {
        self.result.counted()
    }

    /// Returns the distance in plies; 0 in a draw and if it is unknown.
    pub fn plies(self) -> u32 {
        self.distance.plies().unwrap_or(0)
    }

    /// Returns the half points for the side to move: 2, 1 or 0.
    pub const fn half_points(self) -> u32 {
        match self.counted() {
            Wdl::Win => 2,
            Wdl::Draw => 1,
            Wdl::Loss => 0,
        }
    }

    /// Returns what orders exact results, the greatest best for the side to move: wins soon, losses late.
    pub fn rank(self) -> (FiftyMoveResult, i64) {
        let plies = i64::from(self.plies());
        let within = match self.result {
            FiftyMoveResult::Win | FiftyMoveResult::CursedWin => -plies,
            FiftyMoveResult::Draw => 0,
            FiftyMoveResult::Loss | FiftyMoveResult::BlessedLoss => plies,
        };
        (self.result, within)
    }

    /// Returns the value, for the side that plays it, of a move that leads to this result.
    #[must_use]
    pub fn before(self, played: Move) -> Exact {
        Exact { result: -self.result, distance: self.distance.before(played.is_zeroing()), ..self }
    }
}

/// Sorts moves with what they lead to, the best first.
pub(super) fn best_first(moves: &mut [(Move, Exact)]) {
    moves.sort_by_key(|(_, exact)| Reverse(exact.rank()));
}

/// Sorts moves with what they lead to, the best first; those of unknown result come between draws and losses, and those of unknown
/// distance behind others of their result.
pub fn known_first(moves: &mut [(Move, Option<Exact>)]) {
    let order = |exact: &Exact| {
        let is_far = exact.counted() != Wdl::Draw && exact.distance == Distance::Unknown;
        (Reverse(exact.result), is_far, Reverse(exact.rank()))
    };
    moves.sort_by_key(|(_, exact)| match exact {
        Some(exact) if exact.counted() != Wdl::Loss => (0, Some(order(exact))),
        None => (1, None),
        Some(exact) => (2, Some(order(exact))),
    });
}
