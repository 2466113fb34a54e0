//! A set of positions that the attacker cannot leave and in which it has not won, while it is put together.

use rustc_hash::FxHashMap;

use crate::board::Board;

/// A gap in a set of held positions: the keys of a position held only on another way, and of the positions that lead to it.
pub(super) struct Gap(pub Vec<u64>);

/// Positions that are held together, each with the place of the one that leads to it.
pub(super) struct HeldSet {
    pub positions: Vec<(Board, usize)>,
    /// By key.
    pub places: FxHashMap<u64, usize>,
}

impl HeldSet {
    /// The root alone.
    pub fn of(root: &Board) -> HeldSet {
        let places = FxHashMap::from_iter([(root.keys().position, 0)]);
        HeldSet { positions: vec![(root.clone(), 0)], places }
    }

    /// The position at a place; `None` beyond the last.
    pub fn board(&self, place: usize) -> Option<Board> {
        self.positions.get(place).map(|(board, _)| board.clone())
    }

    /// Adds a position that the one at `from` leads to.
    pub fn add(&mut self, board: Board, from: usize) {
        self.places.insert(board.keys().position, self.positions.len());
        self.positions.push((board, from));
    }

    /// The keys of the positions from one place back to the root.
    pub fn gap(&self, place: usize) -> Gap {
        let mut way = Vec::new();
        let mut place = place;
        loop {
            let (board, from) = &self.positions[place];
            way.push(board.keys().position);
            if place == 0 {
                return Gap(way);
            }
            place = *from;
        }
    }
}
