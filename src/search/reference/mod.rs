//! The textbook's searches, clear before fast: the tests' oracle for the engine, and what `lucena tree` compares.

mod and_or;
mod chart;
mod chess;
mod coin_game;
mod full;
mod game;
mod knuth_moore;
mod laboratory;
mod number_tree;
mod principal;
mod stack_of_bounds;
mod tic_tac_toe;

pub use and_or::{ProofTree, prove};
pub use chart::page;
pub use chess::ChessGame;
pub use coin_game::CoinGame;
pub use full::{f, minimax};
pub use game::{Count, Game, OutOfNodes};
pub use knuth_moore::{f1, f2, minimum_leaves};
pub use laboratory::{Comparison, HEADINGS, Outcome, Technique, TechniqueReport, compare};
pub use number_tree::NumberTree;
pub use principal::PrincipalSearch;
pub use stack_of_bounds::f2_on_a_stack;
pub use tic_tac_toe::TicTacToe;
