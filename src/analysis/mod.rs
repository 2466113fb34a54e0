//! Analyses positions and games without a protocol, for commands and for training.

mod board_view;
mod last_score;
mod mate_tree;
mod player;
pub mod probe;
pub mod review;
mod searcher;
mod shown_score;
pub mod solved;
pub mod stream;
pub mod suite;

pub use board_view::{BoardView, Certain, LegalMove, Over, Replies, Viewer};
pub use last_score::LastScore;
pub use mate_tree::{NoMateFound, mate_tree};
pub use player::{Found, Player, nodes_each};
pub use searcher::{Answer, Notices, SearchFailed, Searcher};
