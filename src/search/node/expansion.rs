//! A node whose moves are being searched: the facts about it, and the results of its moves so far.

use std::cell::OnceCell;

use arrayvec::ArrayVec;
use shakmaty::Move;

use super::node_state::{Assessment, Node};
use super::ordering::Pick;
use crate::board::{Board, Checks};
use crate::score::Score;

/// A node whose moves are being searched.
pub(in crate::search) struct Expansion<'a> {
    pub board: &'a Board,
    pub node: &'a Node,
    pub known: &'a Assessment,
    /// The value that a move has to exceed.
    pub alpha: Score,
    pub best: Score,
    /// The best move that has exceeded alpha.
    pub best_move: Option<Move>,
    /// Moves searched so far.
    pub searched: usize,
    /// Moves that failed, up to the number that the histories learn from.
    pub failed_quiet: ArrayVec<Move, 64>,
    pub failed_captures: ArrayVec<Move, 32>,
    /// How the side to move can give check; computed on first use.
    checks: OnceCell<Option<Checks>>,
}

/// A move that is about to be searched.
#[derive(Clone, Copy)]
pub(in crate::search) struct Tried {
    pub pick: Pick,
    /// Its number among the node's moves, from 1.
    pub number: usize,
    /// Plies by which it is searched deeper.
    pub extension: i32,
}

impl<'a> Expansion<'a> {
    /// Starts before the first move.
    pub fn new(board: &'a Board, node: &'a Node, known: &'a Assessment) -> Expansion<'a> {
        Expansion {
            board,
            node,
            known,
            alpha: node.window.alpha,
            best: -Score::INFINITE,
            best_move: None,
            searched: 0,
            failed_quiet: ArrayVec::new(),
            failed_captures: ArrayVec::new(),
            checks: OnceCell::new(),
        }
    }

    /// Returns whether a move gives check.
    pub fn gives_check(&self, played: Move) -> bool {
        let checks = self.checks.get_or_init(|| Checks::new(self.board));
        checks.is_some_and(|checks| checks.gives_check(self.board, played))
    }

    /// Returns whether a move has reached beta, so that the others can be skipped.
    pub fn is_refuted(&self) -> bool {
        self.alpha >= self.node.window.beta
    }

    /// Notes a move that did not refute the position. Moves beyond the capacity are not learned from.
    pub fn note_failure(&mut self, pick: Pick) {
        let _ = if pick.is_quiet {
            self.failed_quiet.try_push(pick.played)
        } else {
            self.failed_captures.try_push(pick.played)
        };
    }
}
