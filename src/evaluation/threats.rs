//! Pieces that something cheaper attacks, or that are attacked and undefended.

use shakmaty::Color;

use super::context::EvaluationContext;
use super::mobility::Survey;
use super::parameters::Parameters;
use super::tapered::Tapered;

/// Returns the value of a side's attacks on the enemy's pieces.
#[inline]
pub(super) fn value(
    context: &EvaluationContext<'_>,
    parameters: &Parameters,
    color: Color,
    own: &Survey,
    enemy: &Survey,
) -> Tapered {
    let weights = &parameters.threats;
    let pieces = context.pieces;
    let targets = context.sides[!color].all;
    let officers = context.officers(!color);
    let hanging = own.attacked & !enemy.attacked;
    weights.by_pawn * (officers & context.sides[color].attacked_by_pawns).count()
        + weights.by_minor * (targets & pieces.rooks_and_queens() & own.attacked_by_minors).count()
        + weights.by_rook * (targets & pieces.queens() & own.attacked_by_rooks).count()
        + weights.hanging_piece * (officers & hanging).count()
        + weights.hanging_pawn * (context.sides[!color].pawns & hanging).count()
}
