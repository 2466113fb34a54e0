//! The king: his shelter and the pressure on him in the middlegame, his way to the pawns in the ending.

use shakmaty::attacks::king_attacks;
use shakmaty::{Bitboard, Color};

use super::context::EvaluationContext;
use super::geometry::{beside, files_of, forward};
use super::parameters::Parameters;
use super::tapered::Tapered;

/// Returns the value of the pawns in front of the king and of open files beside him.
#[inline]
pub(super) fn shelter(context: &EvaluationContext<'_>, parameters: &Parameters, color: Color) -> Tapered {
    let weights = &parameters.king;
    let side = &context.sides[color];
    let king = Bitboard::from_square(side.king);
    let near = forward(color, king | beside(king));
    let pawn_files = files_of(side.pawns);
    weights.shelter_near * (side.pawns & near).count()
        + weights.shelter_far * (side.pawns & forward(color, near)).count()
        + weights.open_file * ((king | beside(king)) & !pawn_files).count()
}

/// Returns the cost of the enemy's pressure on the squares around the king.
#[inline]
pub(super) fn pressure(parameters: &Parameters, steps: usize) -> Tapered {
    let costs = &parameters.king.attacked;
    costs[steps.min(costs.len() - 1)]
}

/// Returns the value of the king's work in an ending: his distance to the nearest pawn of either side, and the pawns he
/// attacks.
#[inline]
pub(super) fn activity(context: &EvaluationContext<'_>, parameters: &Parameters, color: Color) -> Tapered {
    let pawns = context.pieces.pawns();
    if pawns.is_empty() {
        return Tapered::ZERO;
    }
    let mut reached = king_attacks(context.sides[color].king);
    let mut steps = 1;
    while (reached & pawns).is_empty() {
        let wide = reached | beside(reached);
        reached = wide | forward(Color::White, wide) | forward(Color::Black, wide);
        steps += 1;
    }
    let enemy = &context.sides[!color];
    let attacked = king_attacks(context.sides[color].king) & enemy.pawns & !enemy.attacked_by_pawns;
    parameters.king.pawn_distance * steps + parameters.king.attacked_pawn * attacked.count()
}
