//! Analyses positions and games without a protocol, for commands and for training.

pub mod advising;
mod board_view;
mod game_tree;
mod mate_tree;
mod player;
pub mod probe;
pub mod review;
mod search_view;
mod shown_line;
mod shown_score;
pub mod solved;
pub mod stream;
pub mod suite;
mod value_parts;

pub use board_view::{BoardView, Certain, LegalMove, Over, Replies, Viewer};
pub use game_tree::{GameTree, GameTrees, TreeLine, TreeMove};
pub use mate_tree::{NoMateFound, mate_tree};
pub use player::{Found, Player, nodes_each};
pub use search_view::{Chances, SearchDone, SearchLine, SearchView, SearchWatch};
pub use shown_line::ShownLine;
pub use shown_score::ShownScore;
pub use value_parts::{ValuePart, ValueParts};
