//! Finds balanced positions after random moves, from which matches and other programs can begin games.

mod book;
mod random_moves;

use std::collections::HashSet;
use std::ops::RangeInclusive;

use fastrand::Rng;

use super::error::TrainingError;
use crate::analysis::Player;
use crate::board::{Board, mixed};
pub use book::Book;
pub use random_moves::OPENING_LIMIT;
pub(super) use random_moves::{BOOK_PLIES, OPENING_PLIES, after_random_moves, is_even};

/// Nodes of the search that decides whether a position is balanced.
const BALANCE_NODES: u64 = 1000;

/// The most candidates for one position.
const TRIES: usize = 400;

/// Finds balanced positions.
pub struct BalancedPositions {
    /// Where the random moves begin.
    pub book: Book,
    /// Decides whether a position is balanced.
    pub player: Player,
    /// Another seed gives other positions.
    pub seed: u64,
    /// Random half-moves; `None` for the default of the book.
    pub plies: Option<RangeInclusive<usize>>,
    /// The greatest distance from even, in centipawns.
    pub balance: u32,
    /// Positions returned so far: none is repeated while there are others.
    given: HashSet<u64>,
}

impl BalancedPositions {
    /// Takes positions from a book, for this seed, with the default random moves and limit.
    #[must_use]
    pub fn new(book: Book, player: Player, seed: u64) -> BalancedPositions {
        BalancedPositions { book, player, seed, plies: None, balance: OPENING_LIMIT, given: HashSet::new() }
    }

    /// Returns the position with this number. It is balanced and not over, and new if there are enough.
    ///
    /// # Errors
    /// If none of many candidates is balanced, or the book has no positions.
    pub fn position(&mut self, number: u64) -> Result<Board, TrainingError> {
        // A sum of two mixed numbers would be the same for seed 42 and number 43 as for seed 43 and number 42.
        let mut random = Rng::with_seed(mixed(mixed(self.seed).wrapping_add(number)));
        let mut repeated = None;
        for _ in 0..TRIES {
            let Some(board) = self.candidate(&mut random)? else { continue };
            if self.given.insert(board.keys().position) {
                return Ok(board);
            }
            repeated = Some(board);
        }
        repeated.ok_or(TrainingError::Unbalanced { tries: TRIES, limit: self.balance })
    }

    /// Returns a position after random moves, if it is fit to play from.
    fn candidate(&mut self, random: &mut Rng) -> Result<Option<Board>, TrainingError> {
        let start = self.book.draw(random)?;
        let plies = self.plies.clone().unwrap_or_else(|| self.book.plies());
        let board = after_random_moves(&start, random.usize(plies), random);
        Ok(board.filter(|board| self.is_playable(board)))
    }

    fn is_playable(&mut self, board: &Board) -> bool {
        if board.is_dead_material() || board.is_drawn_by_clock() {
            return false;
        }
        self.player.forget();
        is_even(self.player.value(board, BALANCE_NODES), self.balance)
    }
}
