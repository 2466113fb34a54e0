//! The textbook searches, clear rather than fast: an oracle for the engine's tests, and what `lucena tree` compares.

mod and_or;
mod chess;
#[cfg(test)]
mod coin_game;
mod full;
mod game;
mod knuth_moore;
mod laboratory;
#[cfg(test)]
mod number_tree;
mod principal;
#[cfg(test)]
mod stack_of_bounds;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tic_tac_toe;

pub use and_or::{ProofTree, prove};
pub use chess::ChessGame;
pub use full::minimax;
pub use game::{Count, Game, OutOfNodes};
pub use knuth_moore::{f1, f2, minimum_leaves};
pub use laboratory::{Comparison, HEADINGS, Outcome, Technique, TechniqueReport, compare};
pub use principal::PrincipalSearch;
