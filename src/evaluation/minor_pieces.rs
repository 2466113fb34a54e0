//! Knights and bishops: outposts, pawns on the bishop's colour, play on both wings.

use shakmaty::{Bitboard, Color};

use super::context::EvaluationContext;
use super::geometry::{attacked_by_pawns, in_front};
use super::parameters::Parameters;
use super::tapered::Tapered;

/// Returns the value of the places of a side's minor pieces relative to the pawns. `spread` is the number of files
/// between the outermost pawns.
#[inline]
pub(super) fn value(
    context: &EvaluationContext<'_>,
    parameters: &Parameters,
    color: Color,
    spread: usize,
) -> Tapered {
    let weights = &parameters.minor_pieces;
    let own = &context.sides[color];
    let (knights, bishops) = (context.pieces.knights() & own.all, context.pieces.bishops() & own.all);
    if (knights | bishops).is_empty() {
        return Tapered::ZERO;
    }
    let outposts = outposts(context, color);
    let mut value = weights.knight_outpost * (knights & outposts).count()
        + weights.bishop_outpost * (bishops & outposts).count()
        + weights.knight_spread * (knights.count() * spread)
        + weights.bishop_spread * (bishops.count() * spread);
    for bishop in bishops {
        let reachable = if Bitboard::DARK_SQUARES.contains(bishop) {
            Bitboard::DARK_SQUARES
        } else {
            Bitboard::LIGHT_SQUARES
        };
        value += weights.bishop_own_pawns * (own.pawns & reachable).count()
            + weights.bishop_enemy_pawns * (context.sides[!color].pawns & reachable).count();
    }
    value
}

/// Squares of the enemy's half that an own pawn protects and no enemy pawn can ever attack.
fn outposts(context: &EvaluationContext<'_>, color: Color) -> Bitboard {
    let half = color.fold_wb(Bitboard(0x00ff_ffff_0000_0000), Bitboard(0x0000_0000_ffff_ff00));
    let enemy = context.sides[!color].pawns;
    half & context.sides[color].attacked_by_pawns
        & !attacked_by_pawns(!color, enemy | in_front(!color, enemy))
}

#[cfg(test)]
mod tests {
    use shakmaty::Square;

    use super::*;
    use crate::board::Board;

    #[test]
    fn an_outpost_is_protected_and_beyond_the_reach_of_pawns() {
        let board = Board::from_fen("4k3/p6p/8/8/2P1P3/8/8/4K3 w - - 0 1", false).unwrap();
        let found = outposts(&EvaluationContext::new(&board), Color::White);
        // b5 can be attacked by the pawn from a7 coming to a6; d5 and f5 never.
        assert_eq!(found.into_iter().collect::<Vec<_>>(), [Square::D5, Square::F5]);
    }

    #[test]
    fn pawns_on_the_bishops_colour_are_counted_for_each_side() {
        let board = Board::from_fen("4k3/8/1p6/8/2P1P3/3B4/8/4K3 w - - 0 1", false).unwrap();
        let parameters = Parameters::built_in();
        let weights = &parameters.minor_pieces;
        let expected = weights.bishop_own_pawns * 2 + weights.bishop_spread * 3;
        assert_eq!(value(&EvaluationContext::new(&board), &parameters, Color::White, 3), expected);
    }
}
