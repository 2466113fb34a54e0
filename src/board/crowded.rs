//! Handles positions with more men than a game can produce: sixty queens are a legal set-up with more moves than a list holds.
//!
//! Without men beyond those that pawns can become, no position has more than 218 moves. shakmaty's lists hold 270, and
//! it panics at more, as in `kBQQQQQB/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/QQQQQQQK w - - 0 1` with 271. A position is checked
//! once, when it is set up, because no move turns ordinary men into a crowd or back. The moves of a crowd are generated
//! square by square.

use shakmaty::{CastlingSide, Chess, Color, Move, MoveList, Position, Role, Square};

/// Pawns of a side at the start.
const PAWNS: usize = 8;

/// The most moves that a search looks at.
pub(super) const MOST_SEARCHED: usize = 256;

/// A side's pieces at the start, without king and pawns.
const PIECES: [(Role, usize); 4] = [(Role::Knight, 2), (Role::Bishop, 2), (Role::Rook, 2), (Role::Queen, 1)];

/// Returns whether a side has men that the pawns of a game cannot have become.
pub(super) fn is_crowded(position: &Chess) -> bool {
    let board = position.board();
    Color::ALL.into_iter().any(|side| {
        let own = board.by_color(side);
        let promoted =
            PIECES.iter().map(|(role, count)| (own & board.by_role(*role)).count().saturating_sub(*count));
        promoted.sum::<usize>() + (own & board.pawns()).count() > PAWNS
    })
}

/// An upper bound on the moves of the side to move: the moves of its men on an empty board.
fn most_moves(position: &Chess) -> usize {
    const OF_KING_AND_CASTLING: usize = 10;
    let board = position.board();
    let own = board.by_color(position.turn());
    let moves =
        [(Role::Pawn, 12), (Role::Knight, 8), (Role::Bishop, 13), (Role::Rook, 14), (Role::Queen, 27)];
    let moves = moves.map(|(role, most)| (own & board.by_role(role)).count() * most);
    moves.iter().sum::<usize>() + OF_KING_AND_CASTLING
}

/// Returns all legal moves, captures first.
pub(super) fn all_legal_moves(position: &Chess) -> Vec<Move> {
    let castling = CastlingSide::ALL.into_iter().flat_map(|side| position.castling_moves(side));
    let mut moves: Vec<Move> = Role::ALL
        .into_iter()
        .flat_map(|role| Square::ALL.into_iter().flat_map(move |to| position.san_candidates(role, to)))
        .chain(castling)
        .collect();
    moves.sort_by_key(|played| !played.is_capture());
    moves
}

/// Returns the legal moves, at most [`MOST_SEARCHED`] of them; if there may be more, captures come first.
pub(super) fn legal_moves(position: &Chess) -> MoveList {
    if most_moves(position) <= MOST_SEARCHED {
        return position.legal_moves();
    }
    all_legal_moves(position).into_iter().take(MOST_SEARCHED).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    #[test]
    fn men_that_pawns_can_have_become_are_no_crowd() {
        for (fen, crowded) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", false),
            ("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", false),
            ("QQQQ4/QQQQQ3/8/8/8/8/8/K6k b - - 0 1", false),
            ("QQQQ4/QQQQQQ2/8/8/8/8/8/K6k b - - 0 1", true),
            ("QQQQ4/QQQQ4/8/8/8/8/PP6/K6k b - - 0 1", true),
            ("4k3/8/8/8/8/8/NNNN4/NNNNNNNK b - - 0 1", true),
        ] {
            let board = Board::from_fen(fen, false).unwrap();
            assert_eq!(is_crowded(board.position()), crowded, "{fen}");
        }
    }

    #[test]
    fn square_by_square_the_same_moves_are_found() {
        let rows = include_str!("../../tests/data/perft.epd").lines();
        for row in rows.filter(|row| !row.is_empty() && !row.starts_with('#')) {
            let (fen, _) = row.split_once(';').unwrap();
            let board = Board::from_fen(fen, false).unwrap();
            let mut found = all_legal_moves(board.position());
            let mut expected = board.legal_moves().to_vec();
            let order = |played: &Move| format!("{played:?}");
            found.sort_by_key(order);
            expected.sort_by_key(order);
            assert_eq!(found, expected, "{fen}");
        }
    }
}
