//! Passed pawns: how far the kings are, whether the path is free and safe, and whether anything can still stop them.

use shakmaty::attacks::{king_attacks, rook_attacks};
use shakmaty::{Bitboard, ByColor, Color, Square};

use super::context::EvaluationContext;
use super::geometry::{forward, in_front, promotion_square, relative_rank};
use super::parameters::Parameters;
use super::tapered::Tapered;

/// Beyond this distance, in king steps, it no longer matters how far a king is.
const FAR: u32 = 5;

/// Returns the value of a side's passed pawns, without the part that depends on pawns alone.
#[inline]
pub(super) fn value(
    context: &EvaluationContext<'_>,
    parameters: &Parameters,
    color: Color,
    passed: Bitboard,
    attacked: &ByColor<Bitboard>,
) -> Tapered {
    let mut value = Tapered::ZERO;
    for square in passed {
        value += pawn_value(context, parameters, color, square, attacked);
    }
    value
}

fn pawn_value(
    context: &EvaluationContext<'_>,
    parameters: &Parameters,
    color: Color,
    square: Square,
    attacked: &ByColor<Bitboard>,
) -> Tapered {
    let weights = &parameters.passed_pawns;
    let rank = relative_rank(color, square) - 1;
    let (own, enemy) = (&context.sides[color], &context.sides[!color]);
    let pawn = Bitboard::from_square(square);
    let stop = forward(color, pawn);
    let path = in_front(color, pawn);
    // A pawn is never on its last rank, so there is a square in front.
    let stop_square = stop.first().unwrap_or(square);

    let mut value = weights.enemy_king_distance[rank] * enemy.king.distance(stop_square).min(FAR) as usize
        + weights.own_king_distance[rank] * own.king.distance(stop_square).min(FAR) as usize;

    let mut danger = attacked[!color];
    let behind = in_front(!color, pawn) & context.pieces.rooks_and_queens();
    if behind.any() {
        let rook = behind & rook_attacks(square, context.occupied);
        if (rook & own.all).any() {
            value += weights.own_rook_behind;
        } else if rook.any() {
            value += weights.enemy_rook_behind;
            // The rook sees through the pawn, so it attacks the pawn's whole path.
            danger |= path;
        }
    }

    if (stop & attacked[color]).any() {
        value += weights.held_stop[rank];
    }
    if (stop & context.occupied).is_empty() {
        value += weights.free_stop[rank];
        if (stop & danger).is_empty() {
            value += weights.safe_stop[rank];
            if (path & (danger | enemy.all)).is_empty() {
                value += weights.safe_path[rank];
            }
        }
    } else if (stop & enemy.all).any() {
        value += weights.blockaded[rank];
    }

    if context.officers(!color).is_empty() && (path & context.occupied).is_empty() {
        let steps = moves_to_promote(color, square);
        if outruns_king(context, color, square, steps) || is_escorted(context, color, square, path) {
            value += weights.unstoppable + weights.unstoppable_step * steps as usize;
        }
    }
    value
}

/// Returns the moves until the pawn is a queen. From the second rank its first move is a double step.
fn moves_to_promote(color: Color, square: Square) -> u32 {
    (7 - relative_rank(color, square) as u32).min(5)
}

/// The square rule: returns whether the enemy king is too late at the promotion square. The path is empty, so the
/// pawn's own king is not in the way.
fn outruns_king(context: &EvaluationContext<'_>, color: Color, square: Square, steps: u32) -> bool {
    let goal = promotion_square(color, square.file());
    let enemy_to_move = u32::from(context.turn != color);
    context.sides[!color].king.distance(goal) > steps + enemy_to_move
}

/// Returns whether the own king guards the pawn's whole path and the enemy king cannot take the pawn first.
fn is_escorted(context: &EvaluationContext<'_>, color: Color, square: Square, path: Bitboard) -> bool {
    let held = king_attacks(context.sides[color].king);
    let takes = king_attacks(context.sides[!color].king).contains(square) && context.turn != color;
    path.is_subset(held) && (!takes || held.contains(square))
}
