//! What several terms need to know about a position, looked up once per evaluation.

use shakmaty::{Bitboard, Board as Pieces, ByColor, Color, Position, Square};

use super::geometry::attacked_by_pawns;
use crate::board::Board;

/// With more men the network of the whole board speaks: the networks of endings have never seen any.
const MOST_MEN_OF_ENDINGS: usize = 16;

/// One side of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    pub(super) all: Bitboard,
    pub(super) pawns: Bitboard,
    pub(super) king: Square,
    pub(super) attacked_by_pawns: Bitboard,
}

/// A position, prepared for the terms.
#[derive(Debug)]
pub(super) struct EvaluationContext<'a> {
    pub(super) pieces: &'a Pieces,
    pub(super) occupied: Bitboard,
    pub(super) turn: Color,
    pub(super) sides: ByColor<Side>,
}

impl<'a> EvaluationContext<'a> {
    #[inline]
    pub(super) fn new(board: &'a Board) -> EvaluationContext<'a> {
        let pieces = board.position().board();
        let side = |color| {
            let all = pieces.by_color(color);
            let pawns = pieces.pawns() & all;
            // A legal position has a king; the fallback square is never used.
            let king = (pieces.kings() & all).first().unwrap_or(Square::A1);
            Side { all, pawns, king, attacked_by_pawns: attacked_by_pawns(color, pawns) }
        };
        let sides = ByColor { white: side(Color::White), black: side(Color::Black) };
        EvaluationContext { pieces, occupied: pieces.occupied(), turn: board.turn(), sides }
    }

    /// Returns whether so few men are left that the terms and the networks of endings know what they are worth.
    #[inline]
    pub(super) fn is_ending(&self) -> bool {
        self.occupied.count() <= MOST_MEN_OF_ENDINGS
    }

    /// Returns whether only kings and pawns are on the board.
    #[inline]
    pub(super) fn is_pawn_ending(&self) -> bool {
        self.occupied == self.pieces.pawns() | self.pieces.kings()
    }

    /// Returns whether a side has nothing but its king.
    #[inline]
    pub(super) fn has_bare_king(&self) -> bool {
        self.sides.iter().any(|side| !side.all.more_than_one())
    }

    /// A side's pieces other than king and pawns.
    #[inline]
    pub(super) fn officers(&self, color: Color) -> Bitboard {
        self.sides[color].all & !(self.pieces.pawns() | self.pieces.kings())
    }
}
