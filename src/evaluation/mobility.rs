//! Looks once at each of a side's pieces (square, mobility, attacks); other terms use the result.

use shakmaty::attacks::{bishop_attacks, king_attacks, knight_attacks, rook_attacks};
use shakmaty::{Bitboard, Color, Role};

use super::context::EvaluationContext;
use super::parameters::Parameters;
use super::rooks;
use super::squares::SquareTables;
use super::tapered::Tapered;

/// Everything found about one side's pieces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Survey {
    pub(super) squares: Tapered,
    pub(super) mobility: Tapered,
    pub(super) rooks: Tapered,
    pub(super) attacked: Bitboard,
    pub(super) attacked_by_minors: Bitboard,
    pub(super) attacked_by_rooks: Bitboard,
    /// Steps of pressure on the enemy king.
    pub(super) pressure: usize,
}

/// Looks at each of a side's pieces once.
#[inline]
pub(super) fn survey(
    context: &EvaluationContext<'_>,
    parameters: &Parameters,
    tables: &SquareTables,
    color: Color,
) -> Survey {
    let (own, enemy) = (&context.sides[color], &context.sides[!color]);
    let pieces = context.pieces;
    let free = !(own.pawns | Bitboard::from_square(own.king) | enemy.attacked_by_pawns);
    let ring = king_attacks(enemy.king);
    let (weights, king) = (&parameters.mobility, &parameters.king);
    let mut found = Survey {
        squares: tables.value(color, Role::King, own.king),
        mobility: Tapered::ZERO,
        rooks: Tapered::ZERO,
        attacked: own.attacked_by_pawns | king_attacks(own.king),
        attacked_by_minors: Bitboard::EMPTY,
        attacked_by_rooks: Bitboard::EMPTY,
        pressure: 0,
    };
    for square in pieces.knights() & own.all {
        let attacks = knight_attacks(square);
        found.squares += tables.value(color, Role::Knight, square);
        found.mobility += weights.knight[(attacks & free).count()];
        found.attacked_by_minors |= attacks;
        found.pressure += king.knight_pressure * usize::from((attacks & ring).any());
    }
    for square in pieces.bishops() & own.all {
        let attacks = bishop_attacks(square, context.occupied);
        found.squares += tables.value(color, Role::Bishop, square);
        found.mobility += weights.bishop[(attacks & free).count()];
        found.attacked_by_minors |= attacks;
        found.pressure += king.bishop_pressure * usize::from((attacks & ring).any());
    }
    for square in pieces.rooks() & own.all {
        let attacks = rook_attacks(square, context.occupied);
        found.squares += tables.value(color, Role::Rook, square);
        found.mobility += weights.rook[(attacks & free).count()];
        found.rooks += rooks::value(context, parameters, color, square);
        found.attacked_by_rooks |= attacks;
        found.pressure += king.rook_pressure * usize::from((attacks & ring).any());
    }
    for square in pieces.queens() & own.all {
        let attacks = rook_attacks(square, context.occupied) | bishop_attacks(square, context.occupied);
        found.squares += tables.value(color, Role::Queen, square);
        found.mobility += weights.queen[(attacks & free).count()];
        found.attacked |= attacks;
        found.pressure += king.queen_pressure * usize::from((attacks & ring).any());
    }
    found.attacked |= found.attacked_by_minors | found.attacked_by_rooks;
    found
}
