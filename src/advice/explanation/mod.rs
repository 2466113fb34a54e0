//! Explains why a table plays a move: its rules, why other advice failed, the forcing tree, values, and the game to its end.
//!
//! The data are here, with two renderers: [`text`](Explanation::to_text) and [`html`](Explanation::to_html).

mod areas;
mod board;
mod breaking;
mod comparison;
mod diagnosis;
mod explain;
mod html;
mod part;
mod text;
mod threats;
mod tree;

pub use areas::Area;
pub use comparison::{Column, Comparison};
pub use diagnosis::Failure;
pub use explain::{Explainer, Explanation, Played, RuleLooked, Tried, Valued};
pub use part::{Over, Part};
