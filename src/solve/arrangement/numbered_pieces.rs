//! Moves of pieces from one placement's number to another's.

use arrayvec::ArrayVec;
use shakmaty::attacks::between;
use shakmaty::{Bitboard, Role, Square};

use super::layout::{Arrangement, MOST_NAMED_PIECES, ProofSide, attacks};

/// A piece and the position of its square in the numbers of placements.
#[derive(Clone, Copy)]
pub(super) struct NumberedPiece {
    pub role: Role,
    shift: usize,
}

impl NumberedPiece {
    /// The pieces of a side.
    pub fn of(arrangement: &Arrangement, side: ProofSide) -> ArrayVec<NumberedPiece, MOST_NAMED_PIECES> {
        let pieces = arrangement.piece_count();
        arrangement
            .pieces_of(side)
            .map(|(slot, role)| NumberedPiece { role, shift: 6 * (pieces - slot) })
            .collect()
    }

    /// Its square in a placement.
    pub fn square(self, number: usize) -> Square {
        Square::new((number >> self.shift & 63) as u32)
    }

    /// The placement with the piece on another square.
    pub fn moved(self, number: usize, to: Square) -> usize {
        number & !(63 << self.shift) | usize::from(to) << self.shift
    }
}

/// Returns those squares of the defender's king from which none of these pieces can move, within the arrangement, into a set of
/// positions. In most placements a few moves show that there are none.
pub(super) fn without_moves(
    mut squares: Bitboard,
    pieces: &[NumberedPiece],
    number: usize,
    occupied: Bitboard,
    set: impl Fn(usize) -> Bitboard,
) -> Bitboard {
    for piece in pieces {
        let from = piece.square(number);
        for to in attacks(piece.role, from, occupied) & !occupied {
            squares &= !set(piece.moved(number, to)) | between(from, to);
            if squares.is_empty() {
                return squares;
            }
        }
    }
    squares
}
