//! A checked table: every name looked up, ready to be interpreted, and able to print its parts.

mod advice_table;
mod condition;
mod constraint;
mod sum;

pub use advice_table::{Advice, AdviceTable, Handover, Promise, Rule, Span};
pub use condition::{Comparison, Condition, Definition};
pub use constraint::{Constraint, Direction, MOST_ORDERINGS, Ordering};
pub use sum::{Atom, Measure, Sum, Term};
