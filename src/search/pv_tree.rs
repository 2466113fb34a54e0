//! The tree of principal lines: every iteration's best line is kept, and the search walks along it first.
//!
//! A line that was best once is likely to matter again; on the tree nothing is pruned, and neither are the
//! replies to it. The tree outlives the search, so that an expected reply finds its answer waiting (Kornilov's
//! principal variation memory).

use std::collections::HashMap;

use arrayvec::ArrayVec;
use shakmaty::Move;

use crate::board::{Board, PackedMove};

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
}

impl PvTree {
    /// Forgets all lines.
    pub fn forget(&mut self) {
        self.positions.clear();
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
