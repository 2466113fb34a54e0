//! The two sides as the advice sees them, and the squares as each colour sees them.

use shakmaty::{Color, Square};

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
}

/// Returns a square as a colour sees it: for Black the ranks are mirrored. Applied twice, it returns the square.
pub fn seen_by(us: Color, square: Square) -> Square {
    us.fold_wb(square, square.flip_vertical())
}
