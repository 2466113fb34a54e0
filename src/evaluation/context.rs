//! What several terms need to know about a position, computed once per evaluation.

use shakmaty::{Bitboard, Board as Pieces, ByColor, Color, Position, Square};

use super::geometry::attacked_by_pawns;
use crate::board::Board;

/// One side of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct SideView {
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
    pub(super) sides: ByColor<SideView>,
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
            SideView { all, pawns, king, attacked_by_pawns: attacked_by_pawns(color, pawns) }
        };
        let sides = ByColor { white: side(Color::White), black: side(Color::Black) };
        EvaluationContext { pieces, occupied: pieces.occupied(), turn: board.turn(), sides }
    }

    /// A side's pieces without king and pawns.
    #[inline]
    pub(super) fn officers(&self, color: Color) -> Bitboard {
        self.sides[color].all & !(self.pieces.pawns() | self.pieces.kings())
    }
}
