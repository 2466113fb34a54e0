//! The rook's place: an open or half-open file, the seventh rank.

use shakmaty::{Bitboard, Color, Rank, Square};

use super::context::EvaluationContext;
use super::geometry::relative_rank;
use super::parameters::Parameters;
use super::tapered::Tapered;

/// Returns the value of a rook's file and rank.
#[inline]
pub(super) fn value(
    context: &EvaluationContext<'_>,
    parameters: &Parameters,
    color: Color,
    square: Square,
) -> Tapered {
    let weights = &parameters.rooks;
    let file = Bitboard::from_file(square.file());
    let mut value = Tapered::ZERO;
    // Without pawns every file is open, so none is worth more than another.
    if (file & context.sides[color].pawns).is_empty() && context.pieces.pawns().any() {
        let open = (file & context.pieces.pawns()).is_empty();
        value += if open { weights.open_file } else { weights.half_open_file };
    }
    if relative_rank(color, square) == 6 {
        let enemy = &context.sides[!color];
        let seventh = Bitboard::from_rank(color.relative_rank(Rank::Seventh));
        if relative_rank(color, enemy.king) == 7 || (enemy.pawns & seventh).any() {
            value += weights.seventh_rank;
        }
    }
    value
}
