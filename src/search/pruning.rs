//! Selective static pruning: when a static value alone is believed. Pure functions, each with its bet.
//!
//! All of them are off in check and where a proven result is at stake: an estimate must not hide a mate. A principal
//! node itself is not ended by any of them, only its late moves are left out like others'; the root's are all searched.

use shakmaty::{Color, Move, Rank, Role};

use super::parameters::SearchParameters;
use crate::board::Board;
use crate::score::Score;

/// The value before or after a quiet move does not exceed alpha, even with a margin that grows with the depth left.
///
/// Bets that a quiet move which leaves us behind does not gain a pawn or more by what follows (Kornilov's
/// selective static pruning; futility pruning elsewhere). Fails for slow plans and zugzwang, hence the margin
/// and the small depths. The value before the move is asked first, because it is known: most moves that are left
/// out need no value of their own then.
pub(super) fn stays_below_alpha(
    parameters: &SearchParameters,
    static_value: Score,
    alpha: Score,
    depth: i32,
) -> bool {
    depth <= parameters.static_pruning_maximum_depth
        && !alpha.is_decisive()
        && static_value + parameters.static_pruning_base + parameters.static_pruning_margin * depth <= alpha
}

/// A static value so far above beta that no single move of the opponent spoils it (reverse futility).
///
/// Bets on the side to move having a useful move at all, so it fails in zugzwang. It holds with king and pawns alone,
/// too, against what is often said: together with the pruning of moves there it gains depth worth more than the
/// zugzwangs it misses (+24 ± 17 Elo in pawn endings, 160 games at 10,000 nodes a move). It is off where nothing of that
/// side moves freely and where a piece of it is pinned: a second attack on that piece is worth more than any margin, and
/// what guards it cannot leave (50.9 % with that, +6 ± 13 Elo, 600 games at 15,000 nodes a move; pet 19 and 20 instead
/// of 16 and 17 of 24 within 150,000 and 300,000 nodes, studies the same).
pub(super) fn stays_above_beta(
    parameters: &SearchParameters,
    static_value: Score,
    beta: Score,
    depth: i32,
    is_improving: bool,
) -> bool {
    depth <= parameters.reverse_futility_maximum_depth
        && !beta.is_decisive()
        && !static_value.is_decisive()
        && static_value - parameters.reverse_futility_margin * (depth - i32::from(is_improving)) >= beta
}

/// So many quiet moves have failed at a small depth that the rest will, too (late-move pruning).
///
/// Bets on the ordering by history; fails where the saving move is unusual.
pub(super) fn is_too_late(
    parameters: &SearchParameters,
    depth: i32,
    quiet_moves: usize,
    is_improving: bool,
) -> bool {
    let allowed = parameters.late_move_base + depth * depth;
    let allowed = if is_improving { allowed } else { allowed / 2 + 1 };
    depth <= parameters.late_move_maximum_depth && quiet_moves as i32 >= allowed
}

/// The most that a move may lose by exchanges and still be searched, in centipawns (negative).
pub(super) fn acceptable_loss(parameters: &SearchParameters, depth: i32) -> Option<i32> {
    (depth <= parameters.exchange_pruning_maximum_depth).then(|| -parameters.exchange_pruning_margin * depth)
}

/// The last piece moves while its side is behind: given away, it may leave a stalemate. Never pruned as a losing
/// exchange, which knows of material alone.
pub(super) fn is_desperado(board: &Board, played: Move, alpha: Score) -> bool {
    let is_piece = !matches!(played.role(), Role::Pawn | Role::King);
    alpha < Score::DRAW && is_piece && board.pieces(board.turn()).count() == 1
}

/// A pawn move to the 6th or 7th rank (seen from the mover): never pruned, its threat is beyond any margin.
pub(super) fn is_advanced_pawn_move(played: Move, is_white: bool) -> bool {
    let rank = played.to().rank();
    played.role() == Role::Pawn && if is_white { rank >= Rank::Sixth } else { rank <= Rank::Third }
}

/// A side has pieces, but neither they nor the king can go to more than a few squares: soon it may have to make a move that
/// it would rather not make, as a side with king and pawns alone.
///
/// Bets that zugzwang is rare where something moves freely; fails where all moves of a free piece lose (a queen that has
/// to keep watch).
pub(super) fn is_near_zugzwang(parameters: &SearchParameters, board: &Board, side: Color) -> bool {
    board.pieces(side).any() && !board.has_mobile_piece(side, parameters.zugzwang_mobility)
}

/// How much shallower the search after a null move is, in plies.
pub(super) fn null_move_reduction(
    parameters: &SearchParameters,
    depth: i32,
    static_value: Score,
    beta: Score,
) -> i32 {
    let surplus = ((static_value.value() - beta.value()) / parameters.null_move_surplus).clamp(0, 3);
    parameters.null_move_base_reduction + depth / parameters.null_move_depth_divisor + surplus
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_side_whose_pieces_all_are_shut_in_is_near_zugzwang() {
        let parameters = SearchParameters::defaults();
        let near = |fen, side| is_near_zugzwang(&parameters, &Board::from_fen(fen, false).unwrap(), side);
        let shut_in = "6Q1/8/8/7k/8/8/3p1pp1/3Kbrrb w - - 0 1";
        assert!(near(shut_in, Color::Black) && !near(shut_in, Color::White));
        let rook_out = "6Q1/8/8/7k/8/6r1/3p1pp1/3Kbr1b w - - 0 1";
        assert!(!near(rook_out, Color::Black));
        let pawns = "8/8/8/pPk3pp/2P1p3/1pK3P1/5PP1/8 w - - 0 1";
        assert!(!near(pawns, Color::Black) && !near(pawns, Color::White));
    }
}
