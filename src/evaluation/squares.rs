//! Piece-square values, unfolded to 64 squares when an evaluator is made.

use shakmaty::{Bitboard, Color, Role, Square};

use super::parameters::{SquareValues, Squares};
use super::tapered::Tapered;

/// One piece's values from White's point of view.
type Table = [Tapered; 64];

/// All pieces' values, by role.
#[derive(Clone, Debug)]
pub(super) struct SquareTables([Table; 6]);

impl SquareTables {
    /// Unfolds the parameters' half boards.
    pub(super) fn new(squares: &Squares) -> SquareTables {
        let by_role =
            [&squares.pawn, &squares.knight, &squares.bishop, &squares.rook, &squares.queen, &squares.king];
        SquareTables(by_role.map(unfold))
    }

    /// Returns the value of a square to a piece.
    #[inline]
    pub(super) fn value(&self, color: Color, role: Role, square: Square) -> Tapered {
        let flip = if color.is_white() { 0 } else { 56 };
        self.0[role as usize - 1][square.to_usize() ^ flip]
    }

    /// Returns the value of a set of squares to pieces of one role.
    pub(super) fn sum(&self, color: Color, role: Role, squares: Bitboard) -> Tapered {
        squares.into_iter().map(|square| self.value(color, role, square)).sum()
    }
}

fn unfold(values: &SquareValues) -> Table {
    std::array::from_fn(|square| {
        let (rank, file) = (square / 8, square % 8);
        let index = (7 - rank) * 4 + file.min(7 - file);
        Tapered::new(values.middlegame[index], values.endgame[index])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::parameters::Parameters;

    #[test]
    fn black_and_the_kings_wing_see_the_same_board() {
        let squares = &Parameters::built_in().squares;
        let tables = SquareTables::new(squares);
        let b7 = tables.value(Color::White, Role::Pawn, Square::B7);
        // The second number of the second row from the top.
        assert_eq!((b7.middlegame(), b7.endgame()), (squares.pawn.middlegame[5], squares.pawn.endgame[5]));
        assert_eq!(tables.value(Color::White, Role::Pawn, Square::G7), b7);
        assert_eq!(tables.value(Color::Black, Role::Pawn, Square::G2), b7);
    }
}
