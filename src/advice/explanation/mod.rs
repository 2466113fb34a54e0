//! Explains why a table plays a move: its rules, why other advice failed, the forcing tree, values, and the game to its end.
//!
//! The data are here, with three renderers: [`text`](Explanation::to_text), [`html`](Explanation::to_html) and JSON
//! ([`told`](Explanation::told)).

mod areas;
mod board;
mod breaking;
mod comparison;
mod diagnosis;
mod explain;
mod html;
mod part;
mod shown;
mod text;
mod threats;
mod told;
mod tree;

pub use areas::Area;
pub use comparison::{Column, Comparison};
pub use diagnosis::Failure;
pub use explain::{Explainer, Explanation, Played, RuleLooked, Tried, Valued};
pub use part::{Over, Part};
pub use told::{AdvisedMove, Told};
