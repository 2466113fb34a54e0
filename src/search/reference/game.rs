//! The interface of a game that can be searched, and the count of what a search visits.

use std::fmt::Debug;

use thiserror::Error;

/// A game of two players in some position. Values are for the side to move; higher is better for it.
pub trait Game {
    /// A move.
    type Move: Copy + PartialEq + Debug;

    /// Returns the value of a game that is over; `None` if it goes on.
    fn outcome(&mut self) -> Option<i32>;

    /// Returns all moves of a game that goes on, at least one, always in the same order.
    fn moves(&mut self) -> Vec<Self::Move>;

    /// Plays a move of [`Game::moves`].
    fn play(&mut self, played: Self::Move);

    /// Takes the last move back.
    fn take_back(&mut self);

    /// Returns an estimate of the position's value without further search.
    fn static_value(&mut self) -> i32;

    /// Returns the same number for positions with the same future.
    fn key(&self) -> u64;
}

/// A search has visited as many nodes as it may.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the node limit was reached")]
pub struct OutOfNodes;

/// What a search has visited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Nodes, including the root and the leaves.
    pub nodes: u64,
    /// Nodes that were valued without a search: at the horizon, or because the game was over.
    pub leaves: u64,
    /// Nodes whose moves were listed.
    pub inner: u64,
    /// Moves listed at all these nodes together.
    pub moves: u64,
    /// The most nodes that may be visited; `None` means no limit.
    pub limit: Option<u64>,
}

impl Count {
    /// Makes a count that ends the search after this many nodes.
    pub fn with_limit(nodes: u64) -> Count {
        Count { limit: Some(nodes), ..Count::default() }
    }

    /// Returns the average number of moves of an inner node.
    pub fn mean_branching(&self) -> f64 {
        if self.inner == 0 { 0.0 } else { self.moves as f64 / self.inner as f64 }
    }

    /// Counts a node. Returns the value of a leaf, `None` for an inner node.
    ///
    /// # Errors
    /// If the limit is reached.
    pub(super) fn visit<G: Game>(&mut self, game: &mut G, depth: u32) -> Result<Option<i32>, OutOfNodes> {
        if self.limit.is_some_and(|limit| self.nodes >= limit) {
            return Err(OutOfNodes);
        }
        self.nodes += 1;
        let value = game.outcome().or_else(|| (depth == 0).then(|| game.static_value()));
        self.leaves += u64::from(value.is_some());
        Ok(value)
    }

    /// Returns the moves of an inner node, and counts them.
    pub(super) fn moves<G: Game>(&mut self, game: &mut G) -> Vec<G::Move> {
        let moves = game.moves();
        self.inner += 1;
        self.moves += moves.len() as u64;
        moves
    }
}

/// Plays a move, searches, and takes the move back, even if the search ended early.
pub(super) fn with_move<G: Game, T>(game: &mut G, played: G::Move, search: impl FnOnce(&mut G) -> T) -> T {
    game.play(played);
    let found = search(game);
    game.take_back();
    found
}
