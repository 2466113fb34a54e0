//! Says what a quiet position is worth: one file per idea, the numbers in parameters.toml; the search calls the [`Evaluator`].

mod breakdown;
mod context;
mod endings;
mod evaluator;
mod geometry;
mod king;
mod minor_pieces;
mod mobility;
mod network;
pub mod parameters;
mod passed_pawns;
mod pawns;
mod rooks;
mod squares;
mod tapered;
mod threats;
mod values;

pub use breakdown::{Breakdown, Row};
pub use evaluator::{EVALUATION_LIMIT, Evaluator};
pub use network::{NetworkError, NetworkKind, Networks, vector_instructions};
pub use parameters::Parameters;
pub use tapered::Tapered;
