//! Pieces that are attacked by something cheaper, or attacked and not defended.

use shakmaty::Color;

use super::mobility::Survey;
use super::parameters::Parameters;
use super::scene::Scene;
use super::tapered::Tapered;

/// Returns what a side's attacks on the enemy's pieces are worth.
#[inline]
pub(super) fn value(
    scene: &Scene<'_>,
    parameters: &Parameters,
    color: Color,
    own: &Survey,
    enemy: &Survey,
) -> Tapered {
    let weights = &parameters.threats;
    let pieces = scene.pieces;
    let targets = scene.sides[!color].all;
    let officers = scene.officers(!color);
    let hanging = own.attacked & !enemy.attacked;
    weights.by_pawn * (officers & scene.sides[color].attacked_by_pawns).count()
        + weights.by_minor * (targets & pieces.rooks_and_queens() & own.attacked_by_minors).count()
        + weights.by_rook * (targets & pieces.queens() & own.attacked_by_rooks).count()
        + weights.hanging_piece * (officers & hanging).count()
        + weights.hanging_pawn * (scene.sides[!color].pawns & hanging).count()
}
