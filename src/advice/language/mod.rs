//! The text format of advice tables: from characters to a checked [`AdviceTable`], with the place of every mistake.

mod aim;
mod check;
mod contradiction;
mod lexer;
mod lint;
mod lint_meaning;
mod named;
mod parser;
mod problem;
mod reference;
mod resolve;
mod syntax;
mod table;
mod template;

pub use aim::Aim;
pub use check::{Checked, check};
pub use parser::is_name;
pub use problem::{Place, Problem, ProblemKind, Severity};
pub use reference::{reference, words};
pub use table::{
    Advice, AdviceTable, Atom, Comparison, Condition, Constraint, Definition, Direction, Handover,
    MOST_ORDERINGS, Measure, Ordering, Promise, Rule, Span, Sum, Term,
};
pub(super) use template::{Parts, first_table};
