//! Selective static pruning: decides when a static value alone is enough; pure functions, each with its bet.
//!
//! All of them are off in check and where a proven result is at stake, because an estimate must not hide a mate. None
//! of them ends a principal node itself; they only leave out its late moves, except at the root, where every move is
//! searched.

use shakmaty::{Color, Move, Rank, Role};

use crate::board::Board;
use crate::score::Score;
use crate::search::parameters::SearchParameters;

/// Returns whether the value before or after a quiet move stays below alpha, even with a margin that grows with the
/// depth left.
///
/// Bets that a quiet move which leaves us behind does not gain a pawn or more later (Kornilov's selective static
/// pruning; futility pruning elsewhere). Fails for slow plans and zugzwang, hence the margin and the small depths. The
/// value before the move is tested first, because it is known: most moves are left out by it and need no value of their
/// own.
pub(in crate::search) fn stays_below_alpha(
    parameters: &SearchParameters,
    static_value: Score,
    alpha: Score,
    depth: i32,
) -> bool {
    depth <= parameters.static_pruning_maximum_depth
        && !alpha.is_decisive()
        && static_value + parameters.static_pruning_base + parameters.static_pruning_margin * depth <= alpha
}

/// Returns whether a static value is so far above beta that no single move of the opponent spoils it (reverse
/// futility).
///
/// Bets that the side to move has a useful move at all, so it fails in zugzwang. Contrary to common advice it helps
/// with king and pawns alone, too: together with the pruning of moves there, it gains depth worth more than the
/// zugzwangs that it misses (+24 ± 17 Elo in pawn endings, 160 games at 10,000 nodes a move). It is off if nothing of
/// that side moves freely, and if a piece of it is pinned: a second attack on that piece is worth more than any margin,
/// and its guards cannot leave (50.9 % with that, +6 ± 13 Elo, 600 games at 15,000 nodes a move; pet 19 and 20 instead
/// of 16 and 17 of 24 within 150,000 and 300,000 nodes, studies the same).
pub(in crate::search) fn stays_above_beta(
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

/// Returns whether so many quiet moves have failed at a small depth that the rest will, too (late-move pruning).
///
/// Bets on the order by history; fails where the saving move is unusual.
pub(in crate::search) fn is_too_late(
    parameters: &SearchParameters,
    depth: i32,
    quiet_moves: usize,
    is_improving: bool,
) -> bool {
    let allowed = parameters.late_move_base + depth * depth;
    let allowed = if is_improving { allowed } else { allowed / 2 + 1 };
    depth <= parameters.late_move_maximum_depth && quiet_moves as i32 >= allowed
}

/// Returns the most that a move may lose by exchanges and still be searched, in centipawns (negative). `None` if there
/// is no limit.
pub(in crate::search) fn acceptable_loss(parameters: &SearchParameters, depth: i32) -> Option<i32> {
    (depth <= parameters.exchange_pruning_maximum_depth).then(|| -parameters.exchange_pruning_margin * depth)
}

/// Returns whether the last piece moves while its side is behind: its sacrifice may bring a stalemate. The pruning of
/// losing exchanges, which counts material alone, spares such moves.
pub(in crate::search) fn is_desperado(board: &Board, played: Move, alpha: Score) -> bool {
    let is_piece = !matches!(played.role(), Role::Pawn | Role::King);
    alpha < Score::DRAW && is_piece && board.pieces(board.turn()).count() == 1
}

/// Returns whether a pawn moves to its 6th or 7th rank. Such a move is never pruned, because its threat exceeds any
/// margin.
pub(in crate::search) fn is_advanced_pawn_move(played: Move, is_white: bool) -> bool {
    let rank = played.to().rank();
    played.role() == Role::Pawn && if is_white { rank >= Rank::Sixth } else { rank <= Rank::Third }
}

/// Returns whether a side has pieces, but neither they nor the king can go to more than a few squares. Then it may soon
/// have to worsen its position, like a side with king and pawns alone.
///
/// Bets that zugzwang is rare where something moves freely. Fails where all moves of a free piece lose (a queen that
/// has to keep guard).
pub(in crate::search) fn is_near_zugzwang(parameters: &SearchParameters, board: &Board, side: Color) -> bool {
    board.pieces(side).any() && !board.has_mobile_piece(side, parameters.zugzwang_mobility)
}

/// Returns how many plies shallower the search after a null move is.
pub(in crate::search) fn null_move_reduction(
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
