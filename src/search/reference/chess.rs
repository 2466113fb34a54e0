//! Chess as a game for the reference searches, with only the engine's rules for draws and its evaluation.

use std::sync::Arc;

use shakmaty::Move;

use super::game::Game;
use crate::board::{self, Board, History, mixed, piece_value};
use crate::evaluation::{Evaluator, Parameters};
use crate::score::Score;

/// A chess position with the path to it. Values are those of [`Score::value`], with mates counted from the root.
#[derive(Debug)]
pub struct ChessGame {
    history: History,
    /// The root and every position on the path from it.
    boards: Vec<Board>,
    evaluator: Evaluator,
}

impl ChessGame {
    /// Starts from a game; its earlier positions count for repetition.
    pub fn new(game: &board::Game, evaluation: Arc<Parameters>) -> ChessGame {
        ChessGame {
            history: game.history().clone(),
            boards: vec![game.board().clone()],
            evaluator: Evaluator::new(evaluation),
        }
    }

    fn board(&self) -> &Board {
        // The root is never taken back.
        &self.boards[self.boards.len() - 1]
    }

    fn ply(&self) -> usize {
        self.boards.len() - 1
    }

    /// The most valuable captures first, by the least valuable pieces, because alpha-beta depends on the order.
    fn rank(played: Move) -> i32 {
        let prize = played.capture().map_or(0, piece_value) + played.promotion().map_or(0, piece_value);
        if prize == 0 { 0 } else { -prize * 8 + played.role() as i32 }
    }
}

impl Game for ChessGame {
    type Move = Move;

    /// The root itself is never a draw by rule, because a move is asked for.
    fn outcome(&mut self) -> Option<i32> {
        let board = self.board();
        let ply = self.ply();
        let is_drawn = ply > 0
            && (self.history.is_repetition(board, ply)
                || board.is_drawn_by_clock()
                || board.is_dead_material());
        if is_drawn {
            return Some(Score::DRAW.value());
        }
        if !board.legal_moves().is_empty() {
            return None;
        }
        Some(if board.is_check() { Score::mated_in(ply).value() } else { Score::DRAW.value() })
    }

    fn moves(&mut self) -> Vec<Move> {
        let mut moves = self.board().legal_moves().to_vec();
        moves.sort_by_key(|played| ChessGame::rank(*played));
        moves
    }

    fn play(&mut self, played: Move) {
        let next = self.board().after(played);
        self.history.push(&self.boards[self.boards.len() - 1]);
        self.boards.push(next);
    }

    fn take_back(&mut self) {
        self.history.pop();
        self.boards.pop();
    }

    fn static_value(&mut self) -> i32 {
        let board = &self.boards[self.boards.len() - 1];
        self.evaluator.evaluate(board).value()
    }

    /// The clock is part of the key, because the evaluation depends on it. Repetition is not, so values that depend on
    /// it may differ.
    fn key(&self) -> u64 {
        let board = self.board();
        board.keys().position ^ mixed(u64::from(board.halfmove_clock()))
    }
}
