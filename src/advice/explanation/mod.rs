//! Why the advice plays what it plays: the rule, every advice tried before the one that fired and the part of it
//! that failed, the forcing tree, and what the words of the table say about this board. Data here, and two
//! renderers: [`text`](Explanation::to_text) and [`html`](Explanation::to_html).

mod board;
mod diagnosis;
mod explain;
mod html;
mod svg;
mod text;
mod tree;

pub use diagnosis::{Failure, Part};
pub use explain::{Explanation, Played, RuleLooked, Tried, Valued, explain};
pub use svg::{BOARD_STYLE, board_picture, shared_board, shared_board_picture};
