//! Reads a table: parses, resolves and lints it, and reports every problem found.

use super::lint::lint;
use super::lint_meaning::lint_meaning;
use super::parser::parse;
use super::problem::{Problem, Severity};
use super::resolve::resolve;
use super::table::AdviceTable;

/// The outcome of reading a table: the table, unless there is an error, and its problems.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The table; `None` if a problem is an error.
    pub table: Option<AdviceTable>,
    /// Errors and warnings, in the order of the text.
    pub problems: Vec<Problem>,
}

/// Reads and lints a table. `name` is the file's stem.
pub fn check(name: &str, text: &str) -> Checked {
    let tree = match parse(text) {
        Ok(tree) => tree,
        Err(problem) => return Checked { table: None, problems: vec![problem] },
    };
    let (table, mut problems) = resolve(name, text, &tree);
    problems.extend(lint(&tree));
    let broken = problems.iter().any(|problem| problem.severity() == Severity::Error);
    if let (Some(table), false) = (&table, broken) {
        problems.extend(lint_meaning(table, &tree));
    }
    problems.sort_by_key(|problem| problem.place);
    Checked { table: table.filter(|_| !broken), problems }
}
