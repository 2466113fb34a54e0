//! Presents the answer to a question about a position: as text and as JSON.

use std::fmt::{self, Write as _};

use indicatif::HumanCount;
use serde::Serialize;

use super::effort::Effort;
use super::tables::LargerTables;
use super::words::{proven_in_words, reason_in_words, stopped_in_words, uci};
use crate::board::{Board, color_name};
use crate::solve::{Question, Solution};

/// The answer to a question.
#[derive(Serialize)]
pub struct Decision {
    fen: String,
    question: &'static str,
    /// `yes`, `no` or `open`.
    answer: &'static str,
    /// What is proven for the side to move.
    result: &'static str,
    /// What is not known; null if the whole result is.
    open: Option<&'static str>,
    /// Moves of the side that is asked about that are proven to answer yes, in UCI's notation.
    moves: Vec<String>,
    #[serde(skip)]
    notations: Vec<String>,
    #[serde(skip)]
    headline: String,
    #[serde(flatten)]
    effort: Effort,
    /// `time`, `memory` or `pieces` if the question is open.
    stopped_by: Option<&'static str>,
    #[serde(skip)]
    reason: Option<&'static str>,
}

impl Decision {
    /// Answers a question about a position by what was proven of it.
    pub fn of(board: &Board, question: Question, solution: &Solution, tables: &LargerTables) -> Decision {
        let answer = question.answer(board, solution.proven);
        let stopped_by = solution.stopped_by.filter(|_| answer.is_none());
        let good: Vec<_> = solution
            .moves
            .iter()
            .filter(|solved| {
                board.turn() == question.side() && question.answer(board, solved.proven) == Some(true)
            })
            .map(|solved| solved.played)
            .collect();
        Decision {
            fen: board.fen(),
            question: question_in_words(question),
            answer: answer.map_or("open", |is_so| if is_so { "yes" } else { "no" }),
            result: proven_in_words(solution.proven),
            open: left_open(board, question, solution),
            moves: good.iter().map(|played| uci(*played)).collect(),
            notations: good.iter().map(|played| board.notation(*played).to_string()).collect(),
            headline: headline(question, answer),
            effort: Effort::of(solution, tables),
            stopped_by: stopped_by.map(stopped_in_words),
            reason: stopped_by.map(reason_in_words),
        }
    }

    /// The same for people. `board` is the position.
    pub fn text(&self, board: &Board) -> String {
        let mut text = String::new();
        // Writing into a string cannot fail.
        let _ = self.describe(board, &mut text);
        text
    }

    fn describe(&self, board: &Board, out: &mut String) -> fmt::Result {
        writeln!(out, "{}", self.headline)?;
        writeln!(out, "{} to move: {}", color_name(board.turn()), self.result)?;
        if let Some(open) = self.open {
            writeln!(out, "open          {open}")?;
        }
        if !self.notations.is_empty() {
            writeln!(out, "by            {}", self.notations.join(", "))?;
        }
        writeln!(out, "arrangements  {}", HumanCount(self.effort.arrangements as u64))?;
        self.effort.describe(&[], out)?;
        match self.reason {
            Some(reason) => writeln!(out, "stopped by    {reason}"),
            None => Ok(()),
        }
    }
}

fn question_in_words(question: Question) -> &'static str {
    match question {
        Question::Win => "win",
        Question::Draw => "draw",
    }
}

fn headline(question: Question, answer: Option<bool>) -> String {
    let asked = match question {
        Question::Win => "Does White win?",
        Question::Draw => "Does Black hold?",
    };
    let answer = match answer {
        Some(true) => "Yes: proven",
        Some(false) => "No: proven",
        None => "Open: neither is proven",
    };
    format!("{asked} {answer}")
}

/// What the answer leaves open.
fn left_open(board: &Board, question: Question, solution: &Solution) -> Option<&'static str> {
    if solution.proven.value().is_some() {
        return None;
    }
    let is_answered = question.answer(board, solution.proven).is_some();
    Some(if is_answered { "whether Black even wins; this was not asked" } else { "whether White wins" })
}
