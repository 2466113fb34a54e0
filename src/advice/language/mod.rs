//! The text format of advice tables: from characters to a checked [`Table`], with the place of every mistake.

mod lexer;
mod lint;
mod parser;
mod problem;
mod reference;
mod resolve;
mod syntax;
mod table;

pub use problem::{Place, Problem, ProblemKind, Severity};
pub use reference::reference;
pub use table::{
    Advice, Atom, Comparison, Condition, Constraint, Definition, Direction, Handover, Measure, Ordering,
    Rule, Sum, Table, Term,
};

/// What reading a table gave: the table, unless an error stands in the way, and everything to say about it.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The table; nothing where a problem is an error.
    pub table: Option<Table>,
    /// Errors and warnings, in the order of the text.
    pub problems: Vec<Problem>,
}

/// Reads and lints a table. `name` is the file's stem.
pub fn check(name: &str, text: &str) -> Checked {
    let tree = match parser::parse(text) {
        Ok(tree) => tree,
        Err(problem) => return Checked { table: None, problems: vec![problem] },
    };
    let (table, mut problems) = resolve::resolve(name, text, &tree);
    problems.extend(lint::lint(&tree));
    problems.sort_by_key(|problem| problem.place);
    let broken = problems.iter().any(|problem| problem.severity() == Severity::Error);
    Checked { table: table.filter(|_| !broken), problems }
}
