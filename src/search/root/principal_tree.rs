//! The tree of principal lines: stores every iteration's best lines, along which the next search walks first.
//!
//! A line that was best once is likely to matter again. At its positions nothing is pruned, and its moves are searched
//! with the whole window. The tree outlives the search, so an expected reply finds its answer ready (Kornilov's
//! principal variation memory). It is off, because the engine was 13 ± 17 Elo weaker with it.
//!
//! A node reads its [`TreeMoves`] once, when it is assessed. An iteration begins with [`PvTree::answer_expected_reply`]
//! and ends with [`PvTree::note_iteration`].

use std::collections::HashMap;

use arrayvec::ArrayVec;
use shakmaty::Move;

use super::report::Bound;
use super::root_moves::{RootMove, RootMoves};
use crate::board::{Board, PackedMove};
use crate::score::Score;

/// Moves stored for a position, the newest first.
const MOVES: usize = 3;
/// A tree of this many positions is started anew, because it should remember only a few lines.
const POSITIONS: usize = 4096;

/// A position's moves that were once on a principal line, the newest first; empty if the position is not on the tree.
#[derive(Clone, Debug, Default)]
pub(in crate::search) struct TreeMoves(ArrayVec<PackedMove, MOVES>);

impl TreeMoves {
    /// Returns whether the position is on the tree.
    pub fn is_on_tree(&self) -> bool {
        !self.0.is_empty()
    }

    /// Returns whether a move leads along the tree.
    pub fn contains(&self, played: Move) -> bool {
        self.0.iter().any(|stored| stored.is(played))
    }

    /// Returns the move to try first; `None` if there is none or it is not legal.
    pub fn first(&self, board: &Board) -> Option<Move> {
        self.0.first()?.unpack(board.position())
    }

    fn add(&mut self, played: PackedMove) {
        if self.0.first() == Some(&played) {
            return;
        }
        self.0.retain(|known| *known != played);
        if self.0.is_full() {
            self.0.pop();
        }
        self.0.insert(0, played);
    }
}

/// The stored lines, by position.
#[derive(Debug)]
pub(in crate::search) struct PvTree {
    is_used: bool,
    positions: HashMap<u64, TreeMoves>,
    expected: Option<Expected>,
}

/// The answer to the reply that the last search expected.
#[derive(Debug)]
struct Expected {
    /// The key of the position after the move played and the reply.
    key: u64,
    /// The rest of the line there.
    line: Vec<Move>,
    /// Its value there.
    score: Score,
    /// Its depth there, in plies.
    depth: i32,
}

impl PvTree {
    /// Makes an empty tree; if it is not used, it stays empty.
    pub fn new(is_used: bool) -> PvTree {
        PvTree { is_used, positions: HashMap::new(), expected: None }
    }

    /// Forgets all lines.
    pub fn forget(&mut self) {
        self.positions.clear();
        self.expected = None;
    }

    /// Returns a position's moves in the tree.
    pub fn moves(&self, board: &Board) -> TreeMoves {
        if !self.is_used {
            return TreeMoves::default();
        }
        self.positions.get(&board.keys().position).cloned().unwrap_or_default()
    }

    /// Stores the lines of a finished iteration, the best first.
    pub fn note_iteration(&mut self, root: &Board, lines: &[RootMove], depth: i32) {
        if !self.is_used {
            return;
        }
        for line in lines {
            self.remember(root, &line.line);
        }
        if let Some(best) = lines.first().filter(|best| best.bound == Bound::Exact) {
            self.expect(root, best, depth);
        }
    }

    /// If the opponent has played the expected reply, puts the stored answer first. Returns its depth in plies.
    pub fn answer_expected_reply(&self, board: &Board, root: &mut RootMoves) -> Option<i32> {
        let expected = self.expected.as_ref().filter(|expected| expected.key == board.keys().position)?;
        let place = root.moves.iter().position(|root| Some(&root.played) == expected.line.first())?;
        root.moves.swap(0, place);
        let best = root.moves.first_mut()?;
        best.score = expected.score;
        best.depth = expected.depth;
        best.line = expected.line.iter().copied().collect();
        Some(expected.depth)
    }

    /// Stores the rest of the best line in case the expected reply comes.
    fn expect(&mut self, root: &Board, best: &RootMove, depth: i32) {
        self.expected = None;
        if let [played, reply, rest @ ..] = best.line.as_slice()
            && !rest.is_empty()
        {
            let key = root.after(*played).after(*reply).keys().position;
            // Counted from there, a mate is two plies nearer.
            let score = best.score.counted_from_node(2);
            self.expected = Some(Expected { key, line: rest.to_vec(), score, depth: (depth - 2).max(1) });
        }
    }

    /// Adds a line that begins at `root`.
    fn remember(&mut self, root: &Board, line: &[Move]) {
        if self.positions.len() > POSITIONS {
            self.positions.clear();
        }
        let mut board = root.clone();
        for played in line {
            self.positions.entry(board.keys().position).or_default().add(PackedMove::new(*played));
            board = board.after(*played);
        }
    }
}
