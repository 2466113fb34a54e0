//! Why the advice plays what it plays: the rule, every advice tried before the one that fired and the part of it
//! that failed, the forcing tree, what the measure and the words of the table say before and after, what the exact tables
//! say of every move, and the game to its end. Data here, and two renderers: [`text`](Explanation::to_text) and
//! [`html`](Explanation::to_html).

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
pub use part::Part;
