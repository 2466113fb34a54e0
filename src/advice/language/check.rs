//! Reads a table: parses, resolves and lints it, and reports every problem found.

use super::lint::lint;
use super::lint_meaning::lint_meaning;
use super::parser::parse;
use super::problem::{Problem, ProblemKind, Severity};
use super::resolve::resolve;
use super::syntax::{GoalSyntax, TableSyntax};
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
    let linted = lint(&tree).into_iter().filter(|problem| !follows_from_another(problem, &tree, &problems));
    let linted: Vec<Problem> = linted.collect();
    problems.extend(linted);
    let broken = problems.iter().any(|problem| problem.severity() == Severity::Error);
    if let (Some(table), false) = (&table, broken) {
        problems.extend(lint_meaning(table, &tree));
    }
    problems.sort_by_key(|problem| problem.place);
    Checked { table: table.filter(|_| !broken), problems }
}

/// Returns whether a problem is only that a word is unknown: a misspelt `any_position` leaves the table without a default rule.
fn follows_from_another(problem: &Problem, tree: &TableSyntax, others: &[Problem]) -> bool {
    let last = tree.rules.last().map(|rule| &rule.condition);
    let Some(GoalSyntax::Word { name, .. }) = last.filter(|_| problem.kind == ProblemKind::NoDefaultRule)
    else {
        return false;
    };
    let is_unknown = |other: &Problem| matches!(other.kind, ProblemKind::UnknownWord { .. });
    others.iter().any(|other| is_unknown(other) && other.place == name.place)
}
