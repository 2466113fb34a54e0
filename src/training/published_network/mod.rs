//! Values positions with a network that Stockfish 15.1 wrote to a file, so that lucena can learn from it.
//!
//! The published format is that of nnue-pytorch: inputs HalfKAv2_hm, 1024 units for each view, eight stacks of small layers by the
//! number of men. The arithmetic is in integers, so the values are exactly those of that program.

mod file;
mod inputs;
mod numbers;
mod shape;
mod stack;
mod views;

use std::sync::Arc;

use shakmaty::Position as _;

use file::Layers;
pub use file::NetworkFileError;
use shape::{OUTPUT_SCALE, STACKS};
use views::Views;

use crate::board::Board;

/// The value of a pawn advantage that wins half of the games, in the network's unit: 100 centipawns in that program's output.
const VALUE_OF_PAWN: i32 = 361;

/// A published network, with the views of the positions that it valued last.
pub struct PublishedNetwork {
    layers: Arc<Layers>,
    views: Views,
}

impl PublishedNetwork {
    /// Reads a file.
    ///
    /// # Errors
    /// If it cannot be read, or is not of that format and shape.
    pub fn read(path: &std::path::Path) -> Result<PublishedNetwork, NetworkFileError> {
        let layers = Arc::new(Layers::read(path)?);
        let views = Views::new(&layers);
        Ok(PublishedNetwork { layers, views })
    }

    /// The same network for another thread; both share the weights.
    #[must_use]
    pub fn another(&self) -> PublishedNetwork {
        PublishedNetwork { layers: Arc::clone(&self.layers), views: Views::new(&self.layers) }
    }

    /// Returns the name of the file that holds the network, and what identifies its content.
    #[must_use]
    pub fn name(&self) -> String {
        self.layers.name.clone()
    }

    /// Returns the value for the side to move, in centipawns as that program prints them.
    pub fn centipawns(&mut self, board: &Board) -> i32 {
        let hundredfold = self.value(board) * 100;
        (hundredfold + hundredfold.signum() * VALUE_OF_PAWN / 2) / VALUE_OF_PAWN
    }

    /// Returns the value for the side to move, in the network's own unit.
    fn value(&mut self, board: &Board) -> i32 {
        let (pieces, mover) = (board.position().board(), board.turn());
        let stack = (board.men() - 1) / 4;
        let stack = stack.min(STACKS - 1);
        let products = self.views.products(&self.layers, pieces, mover, stack);
        (products.material / 2 + self.layers.stacks[stack].output(&products.units)) / OUTPUT_SCALE
    }
}

#[cfg(test)]
mod tests;
