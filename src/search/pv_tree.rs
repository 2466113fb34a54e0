//! The tree of principal lines: every iteration's best line is kept, and the search walks along it first.
//!
//! A line that was best once is likely to matter again; on the tree nothing is pruned, and neither are the
//! replies to it. The tree outlives the search, so that an expected reply finds its answer waiting (Kornilov's
//! principal variation memory).

use std::collections::HashMap;

use arrayvec::ArrayVec;
use shakmaty::Move;

use crate::board::{Board, PackedMove};
use crate::score::Score;

/// Moves kept for a position, the newest first.
const MOVES: usize = 3;
/// When the tree has grown to so many positions it is begun anew: it is a memory of a few lines.
const POSITIONS: usize = 4096;

/// Moves of a position that were once on a principal line.
pub(super) type TreeMoves = ArrayVec<PackedMove, MOVES>;

/// The lines kept so far, by position.
#[derive(Debug, Default)]
pub(super) struct PvTree {
    positions: HashMap<u64, TreeMoves>,
    expected: Option<Expected>,
}

/// The answer to the reply that the last search expected.
#[derive(Clone, Debug)]
pub(super) struct Expected {
    /// The key of the position after the move played and the reply.
    key: u64,
    /// What is left of the line there.
    pub line: Vec<Move>,
    /// Its value there.
    pub score: Score,
    /// Its depth there, in plies.
    pub depth: i32,
}

impl PvTree {
    /// Forgets all lines.
    pub fn forget(&mut self) {
        self.positions.clear();
        self.expected = None;
    }

    /// Keeps the rest of the best line for the case that the expected reply comes.
    pub fn expect(&mut self, root: &Board, line: &[Move], score: Score, depth: i32) {
        self.expected = None;
        if let [played, reply, rest @ ..] = line
            && !rest.is_empty()
        {
            let key = root.after(*played).after(*reply).keys().position;
            // Counted from there, a mate is two plies nearer.
            let score = score.counted_from_node(2);
            self.expected = Some(Expected { key, line: rest.to_vec(), score, depth: (depth - 2).max(1) });
        }
    }

    /// The kept answer, where the reply was the expected one.
    pub fn expected_at(&self, board: &Board) -> Option<Expected> {
        self.expected.clone().filter(|expected| expected.key == board.keys().position)
    }

    /// Adds a line that begins at `root`.
    pub fn remember(&mut self, root: &Board, line: &[Move]) {
        if self.positions.len() > POSITIONS {
            self.positions.clear();
        }
        let mut board = root.clone();
        for played in line {
            self.add(&board, PackedMove::new(*played));
            board = board.after(*played);
        }
    }

    fn add(&mut self, board: &Board, played: PackedMove) {
        let moves = self.positions.entry(board.keys().position).or_default();
        if moves.first() == Some(&played) {
            return;
        }
        moves.retain(|known| *known != played);
        if moves.is_full() {
            moves.pop();
        }
        moves.insert(0, played);
    }

    /// The moves kept for a position, the newest first.
    pub fn moves(&self, board: &Board) -> TreeMoves {
        self.positions.get(&board.keys().position).cloned().unwrap_or_default()
    }
}
