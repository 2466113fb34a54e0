//! Numbers the inputs of a published network: each man on its square, by the square of the view's own king.

use shakmaty::{Color, Piece, Role, Square};

/// Inputs for each square of the own king: ten kinds of men without kings, and both kings together.
const INPUTS_A_KING: usize = 11 * 64;
/// Squares of the own king: the view is mirrored so that it stands on the files e to h.
const KINGS: usize = 32;
/// All inputs of a view.
pub(super) const INPUTS: usize = KINGS * INPUTS_A_KING;

/// One side's way to see the board: its own first rank at the bottom, its king on the files e to h.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    side: Color,
    /// What turns a square into the view's square.
    flips: usize,
    /// The first input of the view's king square.
    first: usize,
}

impl View {
    /// The view of a side whose king stands on this square.
    pub fn of(side: Color, king: Square) -> View {
        let upside_down = side.fold_wb(0, 0o70);
        let is_mirrored = usize::from(king.file()) < 4;
        let flips = upside_down ^ if is_mirrored { 0o7 } else { 0 };
        let king = usize::from(king) ^ flips;
        let (rank, file) = (king / 8, king % 8);
        let number = (7 - rank) * 4 + (7 - file);
        View { side, flips, first: number * INPUTS_A_KING }
    }

    /// The number of the input for a man on a square.
    pub fn input(self, piece: Piece, square: Square) -> usize {
        let kind = match piece.role {
            Role::Pawn => 0,
            Role::Knight => 2,
            Role::Bishop => 4,
            Role::Rook => 6,
            Role::Queen => 8,
            Role::King => 10,
        };
        let is_other = piece.color != self.side && piece.role != Role::King;
        self.first + (kind + usize::from(is_other)) * 64 + (usize::from(square) ^ self.flips)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_see_a_mirrored_position_alike() {
        let white = View::of(Color::White, Square::B1);
        let black = View::of(Color::Black, Square::G8);
        let own = |side| Piece { color: side, role: Role::Rook };
        assert_eq!(white.input(own(Color::White), Square::C2), black.input(own(Color::Black), Square::F7));
        assert_eq!(white.input(own(Color::Black), Square::A4), black.input(own(Color::White), Square::H5));
        let last = View::of(Color::White, Square::E1).input(own(Color::White).color.king(), Square::H8);
        assert!(last < INPUTS);
    }
}
