//! The explanation as plain text, with a board.

use std::fmt::Write as _;

use super::board::text_board;
use super::explain::{Explanation, Tried};
use super::tree::{Branch, branches, san};
use crate::advice::side::Side;

impl Explanation {
    /// A sentence: the move, the rule and the advice.
    pub fn summary(&self) -> String {
        match &self.played {
            Some(played) => {
                let purpose = self.tried.last().map_or("", |tried| tried.purpose.as_str());
                let colon = if purpose.is_empty() { "" } else { ": " };
                format!(
                    "{} by {} of {} in {}{colon}{purpose}",
                    san(&self.position, played.step, self.us),
                    played.advice,
                    played.rule,
                    self.table,
                )
            }
            None => format!("no advice of {} is satisfiable", self.table),
        }
    }

    /// Returns the whole explanation for a terminal.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        let _ = writeln!(text, "{}\n\n{}", self.position.fen(self.us), text_board(&self.position, self.us));
        let _ = writeln!(text, "{}\n\nRules", self.summary());
        for rule in &self.rules {
            let verdict = rule
                .failing
                .as_ref()
                .map_or("applies".to_owned(), |part| format!("no: `{part}` does not hold"));
            let _ = writeln!(text, "  {}: if {} - {verdict}", rule.name, rule.condition);
        }
        text.push_str("\nAdvice tried\n");
        for tried in &self.tried {
            let _ = writeln!(text, "  {}", self.verdict(tried));
        }
        if let Some(played) = &self.played {
            text.push_str("\nForcing tree\n");
            for branch in branches(&self.position, &played.tree, self.us) {
                write_branch(&mut text, &branch, 1);
            }
        }
        text.push_str("\nWords\n");
        let width = self.values.iter().map(|valued| valued.word.name.len()).max().unwrap_or(0);
        for valued in &self.values {
            let _ = writeln!(
                text,
                "  {:width$}  {:>5}  {}",
                valued.word.name, valued.value, valued.word.description
            );
        }
        text
    }

    /// An advice and why it was or was not followed.
    pub(super) fn verdict(&self, tried: &Tried) -> String {
        match &tried.failure {
            None => format!("{}: fires", tried.name),
            Some(failure) => format!("{}: {}", tried.name, failure.words(self.us)),
        }
    }
}

fn write_branch(text: &mut String, branch: &Branch, indent: usize) {
    let dots = if branch.mover == Side::Us { "" } else { "..." };
    let end = if branch.next.is_empty() { "  (goal reached)" } else { "" };
    let _ = writeln!(text, "{}{dots}{}{end}", "  ".repeat(indent), branch.san);
    for next in &branch.next {
        write_branch(text, next, indent + 1);
    }
}
