//! Scales an advantage down in endings that tend to a draw.

use shakmaty::{Bitboard, Color, File, Square};

use super::material::Ending;
use super::scale::{Reason, Scale};
use crate::evaluation::context::EvaluationContext;
use crate::evaluation::geometry::{
    QUEEN_SIDE, ROOK_FILES, beside, forward, in_front, promotion_square, relative_rank,
};
use crate::evaluation::parameters::Parameters;

/// Returns the scale of an advantage of `strong` in an ending where squares matter.
pub(in crate::evaluation) fn scale_by_squares(
    context: &EvaluationContext<'_>,
    parameters: &Parameters,
    ending: &Ending,
    strong: Color,
    passed: Bitboard,
) -> Scale {
    let mut scale = ending.scale;
    if ending.small_advantage {
        limit_on_one_flank(context, parameters, &mut scale);
    }
    if ending.bishops_alone {
        limit_bishops_on_one_colour(context, strong, &mut scale);
    }
    if ending.two_knights_against_pawns {
        limit_two_knights_against_pawns(context, parameters, strong, &mut scale);
    }
    if ending.bishop_each {
        limit_opposite_bishops(context, parameters, ending, passed, &mut scale);
    }
    if ending.rook_ending {
        limit_rook_ending(context, parameters, strong, &mut scale);
    }
    if ending.bishops_and_pawns {
        limit_wrong_bishop(context, parameters, strong, &mut scale);
    }
    scale
}

/// With play on one wing only, the defender is never far away.
fn limit_on_one_flank(context: &EvaluationContext<'_>, parameters: &Parameters, scale: &mut Scale) {
    let pawns = context.pieces.pawns();
    // A lone pawn leaves no other wing empty.
    if pawns.more_than_one() && ((pawns & QUEEN_SIDE).is_empty() || pawns.is_subset(QUEEN_SIDE)) {
        scale.limit(scale.value - parameters.scaling.one_flank, Reason::OneFlank);
    }
}

/// Wherever the king is, squares of the other colour beside him are safe; only his own men could take them all.
fn limit_bishops_on_one_colour(context: &EvaluationContext<'_>, strong: Color, scale: &mut Scale) {
    let bishops = context.pieces.bishops() & context.sides[strong].all;
    if bishops.is_subset(Bitboard::LIGHT_SQUARES) || bishops.is_subset(Bitboard::DARK_SQUARES) {
        scale.limit(0, Reason::BishopsOnOneColour);
    }
}

/// Two knights win if one of them holds up a pawn that is not beyond Troitzky's line. The other one and the king drive
/// the enemy king to a corner; then the first lets the pawn go, with time to mate before it queens. Source: A.
/// Troitzky, from 1906 on, and later table positions. Many of these wins take longer than fifty moves.
fn limit_two_knights_against_pawns(
    context: &EvaluationContext<'_>,
    parameters: &Parameters,
    strong: Color,
    scale: &mut Scale,
) {
    let rules = &parameters.scaling;
    let pawns = context.sides[!strong].pawns;
    let is_within =
        |pawn: &Square| relative_rank(strong, *pawn) + 1 >= rules.troitzky_line[pawn.file().to_usize()];
    let within: Bitboard = pawns.into_iter().filter(is_within).collect();
    if within.is_empty() {
        scale.limit(rules.two_knights_beyond_line, Reason::TwoKnightsBeyondLine);
    } else if (forward(!strong, within) & context.pieces.knights() & context.sides[strong].all).is_empty() {
        scale.limit(rules.two_knights_within_line, Reason::TwoKnightsWithinLine);
    }
}

/// The defender's bishop holds squares that the attacker can never contest.
fn limit_opposite_bishops(
    context: &EvaluationContext<'_>,
    parameters: &Parameters,
    ending: &Ending,
    passed: Bitboard,
    scale: &mut Scale,
) {
    let rules = &parameters.scaling;
    let light = context.pieces.bishops() & Bitboard::LIGHT_SQUARES;
    if light.count() != 1 {
        return;
    }
    let others = context.pieces.knights() | context.pieces.rooks_and_queens();
    if others.is_empty() {
        let value = rules.opposite_bishops + rules.opposite_bishops_passed * passed.count() as i32;
        scale.limit(value, Reason::OppositeBishops);
    } else {
        let value = rules.opposite_bishops_pieces + rules.opposite_bishops_piece * ending.other_pieces;
        scale.limit(value, Reason::OppositeBishopsPieces);
    }
}

/// Rook endings with an extra pawn are often held, more so if the pawn is near the defender's king.
fn limit_rook_ending(
    context: &EvaluationContext<'_>,
    parameters: &Parameters,
    strong: Color,
    scale: &mut Scale,
) {
    let rules = &parameters.scaling;
    let (own, weak) = (&context.sides[strong], &context.sides[!strong]);
    scale.limit(rules.rook_ending, Reason::RookEnding);
    if weak.pawns.is_empty() {
        let before = in_front(strong, own.pawns);
        if (before | beside(before)).contains(weak.king) {
            scale.limit(rules.rook_and_pawn_defended, Reason::RookAndPawnDefended);
        }
        return;
    }
    let one_flank = (own.pawns & QUEEN_SIDE).is_empty() || own.pawns.is_subset(QUEEN_SIDE);
    if one_flank && (shakmaty::attacks::king_attacks(weak.king) & weak.pawns).any() {
        scale.limit(rules.rook_ending_one_flank, Reason::RookEndingOneFlank);
    }
}

/// Rook pawns on one file without a bishop of the promotion square's colour: nothing drives the king out of the corner,
/// whatever else the defender has.
fn limit_wrong_bishop(
    context: &EvaluationContext<'_>,
    parameters: &Parameters,
    strong: Color,
    scale: &mut Scale,
) {
    let rules = &parameters.scaling;
    let (own, weak) = (&context.sides[strong], &context.sides[!strong]);
    if !own.pawns.is_subset(ROOK_FILES) {
        return;
    }
    let file = if own.pawns.is_subset(Bitboard::from_file(File::A)) {
        File::A
    } else if own.pawns.is_subset(Bitboard::from_file(File::H)) {
        File::H
    } else {
        return;
    };
    let goal = promotion_square(strong, file);
    let holds_goal = |bishop: Square| bishop.is_light() == goal.is_light();
    if (context.pieces.bishops() & own.all).into_iter().any(holds_goal) {
        return;
    }
    let way = weak.king.distance(goal);
    if way <= 1 {
        scale.limit(rules.wrong_bishop, Reason::WrongBishop);
        return;
    }
    let rank = own.pawns.into_iter().map(|pawn| relative_rank(strong, pawn)).max().unwrap_or(0);
    let race = own.king.distance(goal).min(7 - rank as u32);
    // A square beside the corner is enough, and the side to move gains a step.
    if way - 1 < race + u32::from(context.turn != strong) {
        scale.limit(rules.wrong_bishop_race, Reason::WrongBishopRace);
    }
}
