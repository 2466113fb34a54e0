//! Renders an explanation as plain text, with a board.

use std::fmt::Write as _;

use comfy_table::{CellAlignment, Table, presets};

use super::board::text_board;
use super::comparison::{Column, Comparison};
use super::explain::{Explanation, Tried};
use super::tree::{Branch, branches};
use crate::advice::position::notation::san;
use crate::advice::position::side::Side;
use crate::board::{color_name, numbered_from};
use crate::tablebase::Wdl;

impl Explanation {
    /// Returns one sentence: the move, the advice and the rule; or that no advice is satisfiable.
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
            None if self.wants_too_much() => format!("Drawn: no advice of {} can win", self.table),
            None => format!("no advice of {} is satisfiable", self.table),
        }
    }

    /// Returns in one sentence what the exact tables say, and the Syzygy file if one knows it; `None` if the position is unknown.
    pub fn verdict(&self) -> Option<String> {
        let file =
            self.syzygy.as_ref().map(|name| format!(" By the Syzygy file {name}, without the 50-move rule."));
        Some(self.result_in_words()? + &file.unwrap_or_default())
    }

    fn result_in_words(&self) -> Option<String> {
        let (us, them) = (self.us, self.us.other());
        Some(match self.result? {
            Wdl::Win => match self.moves.iter().filter(|one| one.result == Some(Wdl::Win)).count() {
                1 => format!("{} wins with best play, with one move alone.", color_name(us)),
                count => {
                    format!(
                        "{} wins with best play; {count} of {} moves win.",
                        color_name(us),
                        self.moves.len()
                    )
                }
            },
            Wdl::Draw => "The position is drawn: against best play nobody can force mate.".to_owned(),
            Wdl::Loss => format!("{} wins with best play.", color_name(them)),
        })
    }

    /// Returns the whole explanation for a terminal.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        let _ = writeln!(text, "{}\n\n{}", self.position.fen(self.us), text_board(self));
        let _ = writeln!(text, "{}", self.summary());
        if let Some(verdict) = self.verdict() {
            let _ = writeln!(text, "{verdict}");
        }
        if self.wants_too_much() {
            self.write_draw(&mut text);
        }
        self.write_rules(&mut text);
        for comparison in &self.comparisons {
            write_comparison(&mut text, comparison);
        }
        if self.comparisons.is_empty() && !self.wants_too_much() && self.result.is_some() {
            self.write_moves(&mut text);
        }
        self.write_words(&mut text);
        if let Some(played) = &self.played {
            text.push_str("\nForcing tree\n");
            for branch in branches(&self.position, &played.tree, self.us) {
                write_branch(&mut text, &branch, 1);
            }
        }
        if !self.line.moves.is_empty() {
            let _ = writeln!(text, "\nLine\n  {}  ({})", self.numbered_line(), self.line.end.words());
        }
        text
    }

    fn write_moves(&self, text: &mut String) {
        let moves: Vec<String> =
            self.moves.iter().map(|one| format!("{} ({})", one.san, one.worth())).collect();
        let _ = writeln!(text, "\nMoves, by the exact tables\n  {}", moves.join(", "));
    }

    /// Writes what keeps each of our moves from winning.
    fn write_draw(&self, text: &mut String) {
        text.push_str("\nWhy nothing wins\n");
        let width = self.moves.iter().map(|one| one.san.chars().count()).max().unwrap_or(0);
        for one in &self.moves {
            let _ = writeln!(text, "  {:width$}  {}", one.san, one.refutation());
        }
    }

    fn write_rules(&self, text: &mut String) {
        text.push_str("\nRules\n");
        for rule in &self.rules {
            let failing = rule.failing.as_ref();
            let verdict = failing.map_or("applies".to_owned(), |part| format!("no: `{part}` does not hold"));
            let _ = writeln!(text, "  {}: if {} - {verdict}", rule.name, rule.condition);
        }
        text.push_str("\nAdvice tried\n");
        for tried in &self.tried {
            let _ = writeln!(text, "  {}", self.advice_verdict(tried));
        }
    }

    fn write_words(&self, text: &mut String) {
        for (name, goal) in &self.definitions {
            let _ = writeln!(text, "\n{name} stands for {goal}");
        }
        text.push_str("\nWords: now, after the move, after the reply\n");
        let mut table = Table::new();
        table.load_style(presets::NOTHING);
        for valued in &self.values {
            let later = |value: &Option<String>| value.clone().unwrap_or_default();
            table.add_row([
                valued.word.name.to_owned(),
                valued.value.clone(),
                later(&valued.after_move),
                later(&valued.after_reply),
                valued.word.description.to_owned(),
            ]);
        }
        let _ = writeln!(text, "{table}");
    }

    /// Returns a piece of advice, and why it was or was not followed.
    pub(super) fn advice_verdict(&self, tried: &Tried) -> String {
        match &tried.failure {
            None => format!("{}: fires", tried.name),
            Some(failure) => format!("{}: {}", tried.name, failure.words(&self.position, self.us)),
        }
    }

    /// Returns the game in standard notation, numbered from move 1.
    pub(super) fn numbered_line(&self) -> String {
        numbered_from(1, self.us, self.line.moves.iter().map(|played| played.san.clone()))
    }
}

impl Column {
    /// Returns the heading of the column.
    pub(super) fn head(&self) -> String {
        match (self.san.as_str(), self.reply.as_str()) {
            ("", _) => "now".to_owned(),
            (san, "") => san.to_owned(),
            (san, reply) => format!("{san} {reply}"),
        }
    }
}

fn write_comparison(text: &mut String, comparison: &Comparison) {
    let Comparison { name, formula, terms, columns } = comparison;
    let _ = writeln!(text, "\n{name} = {formula}\n(after each move and the reply that makes it greatest)");
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    let row = |first: &str, cell: &dyn Fn(&Column) -> String| {
        std::iter::once(first.to_owned()).chain(columns.iter().map(cell)).collect::<Vec<String>>()
    };
    table.add_row(row("", &|column| column.head()));
    for (index, term) in terms.iter().enumerate() {
        table.add_row(row(term, &|column| column.values.get(index).map_or(String::new(), i32::to_string)));
    }
    table.add_row(row(name, &|column| column.total.to_string()));
    table.add_row(row("exactly", &|column| column.note.clone()));
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    let _ = writeln!(text, "{table}");
}

fn write_branch(text: &mut String, branch: &Branch, indent: usize) {
    let dots = if branch.mover == Side::Us { "" } else { "..." };
    let end = if branch.next.is_empty() { "  (goal reached)" } else { "" };
    let _ = writeln!(text, "{}{dots}{}{end}", "  ".repeat(indent), branch.san);
    for next in &branch.next {
        write_branch(text, next, indent + 1);
    }
}
