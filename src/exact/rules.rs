//! What the rules alone decide: the end of a game.

use shakmaty::Move;

use super::answer::{Distance, Exact};
use super::known_by::KnownBy;
use crate::board::{Board, Game};
use crate::tablebase::FiftyMoveResult;

/// Returns the result of a game that is over; `None` if it goes on.
pub fn by_rules(game: &Game) -> Option<Exact> {
    let board = game.board();
    if board.legal_moves().is_empty() {
        return Some(without_moves(board.is_check()));
    }
    by_board(board)
        .or_else(|| game.history().is_third_occurrence(board).then(|| Exact::draw(KnownBy::Repetition)))
}

/// Returns the result if the side to move has no moves: a loss in check, otherwise a draw.
pub const fn without_moves(is_check: bool) -> Exact {
    if !is_check {
        return Exact::draw(KnownBy::Stalemate);
    }
    Exact { result: FiftyMoveResult::Loss, distance: Distance::ToMate(0), known_by: KnownBy::Mate }
}

/// Returns a draw if a position with legal moves ends the game by itself; `None` if the game goes on.
fn by_board(board: &Board) -> Option<Exact> {
    let known_by = if board.is_dead_material() {
        KnownBy::DeadMaterial
    } else if board.is_drawn_by_clock() {
        KnownBy::Clock
    } else {
        return None;
    };
    Some(Exact::draw(known_by))
}

/// Whether the side to move can bring a position about for the third time.
pub(super) fn can_repeat(game: &Game) -> bool {
    let repeats = |played: Move| {
        let mut next = game.clone();
        next.play(played);
        next.history().is_third_occurrence(next.board())
    };
    game.history().has_repetition(game.board()) && game.board().legal_moves().into_iter().any(repeats)
}
