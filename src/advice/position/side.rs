//! The two sides as the advice sees them, and the squares as each colour sees them.

use shakmaty::{Color, Rank, Square};

/// The two sides, as the advice sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The side with the advice.
    Us,
    /// The defender.
    Them,
}

impl Side {
    /// Returns the opponent.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::Us => Side::Them,
            Side::Them => Side::Us,
        }
    }

    /// Returns its colour on a board that shows us as White.
    pub(in crate::advice) const fn color(self) -> Color {
        match self {
            Side::Us => Color::White,
            Side::Them => Color::Black,
        }
    }

    /// Returns how far the square's number goes with one step of a pawn: ours go up.
    pub(in crate::advice) const fn ahead(self) -> i32 {
        match self {
            Side::Us => 8,
            Side::Them => -8,
        }
    }

    /// Returns the rank from which its pawns may take two steps.
    pub(in crate::advice) const fn pawn_rank(self) -> Rank {
        match self {
            Side::Us => Rank::Second,
            Side::Them => Rank::Seventh,
        }
    }
}

/// Returns a square as a colour sees it: for Black the ranks are mirrored. Applied twice, it returns the square.
pub fn seen_by(us: Color, square: Square) -> Square {
    us.fold_wb(square, square.flip_vertical())
}
