//! The text format of advice tables: from characters to a checked [`AdviceTable`], with the place of every mistake.

mod check;
mod lexer;
mod lint;
mod parser;
mod problem;
mod reference;
mod resolve;
mod syntax;
mod table;

pub use check::{Checked, check};
pub use problem::{Place, Problem, ProblemKind, Severity};
pub use reference::reference;
pub use table::{
    Advice, AdviceTable, Atom, Comparison, Condition, Constraint, Definition, Direction, Handover,
    MOST_ORDERINGS, Measure, Ordering, Rule, Sum, Term,
};
