//! Compares a suite's claims about positions with proofs.

use std::fmt::{self, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};

use comfy_table::{CellAlignment, Table, presets};
use serde::Serialize;
use shakmaty::Move;

use super::claim::{Claim, Judged, Verdict};
use super::words::{proven_in_words, stopped_in_words};
use crate::board::{Board, numbered};
use crate::games::epd::Epd;
use crate::solve::{Proven, Solution, SolveProgress, Solver};
use crate::tablebase::Wdl;

/// The verdicts in the order of the table.
const VERDICTS: [(Verdict, &str); 5] = [
    (Verdict::Sound, "sound"),
    (Verdict::SecondSolution, "second solution"),
    (Verdict::Wrong, "wrong"),
    (Verdict::NotSettled, "not settled"),
    (Verdict::Outside, "not in the solver's domain"),
];

/// The check of a suite's line, as JSON.
#[derive(Debug, Serialize)]
pub struct Checked {
    line: usize,
    id: String,
    fen: String,
    verdict: Verdict,
    claimed: Claimed,
    /// The proven result; null if the solver does not take the position.
    result: Option<&'static str>,
    /// Refuted claims, and other solutions, for people.
    refuted: Vec<String>,
    second_solutions: Vec<String>,
    /// Best play, if a claim is wrong.
    #[serde(skip_serializing_if = "String::is_empty")]
    best_play: String,
    /// What ended the work, or why the solver does not take the position.
    stopped_by: Option<String>,
    seconds: f64,
}

#[derive(Debug, Serialize)]
struct Claimed {
    result: Option<&'static str>,
    best: Vec<String>,
    avoid: Vec<String>,
}

/// Checks the claims of a suite's line. A claim of a result alone is settled as soon as the result is proven.
pub fn check_claim(line: usize, epd: &Epd, claim: &Claim, solver: &Solver) -> Checked {
    let cancel = AtomicBool::new(false);
    // For a claimed result alone, the values of the moves do not matter.
    let mut report = |progress: &SolveProgress| {
        if !claim.names_moves() && progress.proven.value().is_some() {
            cancel.store(true, Ordering::Relaxed);
        }
    };
    let solved = solver.solve(&epd.board, &cancel, &mut report);
    let mut checked = Checked {
        line,
        id: epd.id.clone(),
        fen: epd.board.fen(),
        verdict: Verdict::Outside,
        claimed: Claimed::of(&epd.board, claim),
        result: None,
        refuted: Vec::new(),
        second_solutions: Vec::new(),
        best_play: String::new(),
        stopped_by: None,
        seconds: 0.0,
    };
    match solved {
        Ok((solution, _)) => checked.take(&epd.board, claim, &solution),
        Err(error) => checked.stopped_by = Some(error.to_string()),
    }
    checked
}

impl Claimed {
    fn of(board: &Board, claim: &Claim) -> Claimed {
        Claimed {
            result: claim.result.map(result_in_words),
            best: san(board, &claim.best),
            avoid: san(board, &claim.avoided),
        }
    }
}

fn result_in_words(result: Wdl) -> &'static str {
    proven_in_words(Proven { least: result, most: result })
}

fn san(board: &Board, moves: &[Move]) -> Vec<String> {
    moves.iter().map(|played| board.notation(*played).to_string()).collect()
}

impl Checked {
    fn take(&mut self, board: &Board, claim: &Claim, solution: &Solution) {
        let Judged { verdict, is_result_refuted, refuted, second_solutions } = claim.judged(solution);
        self.verdict = verdict;
        self.result = Some(proven_in_words(solution.proven));
        self.refuted = claim
            .result
            .filter(|_| is_result_refuted)
            .map(result_in_words)
            .into_iter()
            .map(str::to_owned)
            .collect();
        self.refuted.extend(san(board, &refuted));
        self.second_solutions = san(board, &second_solutions);
        if verdict == Verdict::Wrong {
            self.best_play = numbered(board, &solution.line);
        }
        if verdict == Verdict::NotSettled {
            self.stopped_by = solution.stopped_by.map(|reason| stopped_in_words(reason).to_owned());
        }
        self.seconds = solution.time.as_secs_f64();
    }

    /// Returns a remark for people.
    fn remark(&self) -> String {
        let result = self.result.unwrap_or_default();
        match self.verdict {
            Verdict::Wrong => {
                format!("{} refuted, proven {result}: {}", self.refuted.join(", "), self.best_play)
            }
            Verdict::SecondSolution => format!("{} too ({result})", self.second_solutions.join(", ")),
            Verdict::NotSettled => {
                format!(
                    "{result} by now; {}",
                    self.stopped_by.as_deref().unwrap_or("more time would not help")
                )
            }
            Verdict::Sound | Verdict::Outside => String::new(),
        }
    }
}

/// Returns how many claims have each verdict, and a line for each that is not sound.
pub fn claim_table(all: &[Checked]) -> String {
    let mut text = String::new();
    // Writing into a string cannot fail.
    let _ = write_table(all, &mut text);
    text
}

fn write_table(all: &[Checked], out: &mut String) -> fmt::Result {
    let mut table = Table::new();
    table.load_style(presets::UTF8_FULL_CONDENSED);
    table.set_header(["verdict", "positions", "mean s"]);
    let row = |name: &str, of: &[&Checked]| {
        let seconds: f64 = of.iter().map(|checked| checked.seconds).sum();
        let mean = if of.is_empty() { String::new() } else { format!("{:.2}", seconds / of.len() as f64) };
        [name.to_owned(), of.len().to_string(), mean]
    };
    for (verdict, name) in VERDICTS {
        let of: Vec<&Checked> = all.iter().filter(|checked| checked.verdict == verdict).collect();
        table.add_row(row(name, &of));
    }
    table.add_row(row("all positions", &all.iter().collect::<Vec<_>>()));
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    writeln!(out, "{table}")?;
    for (verdict, name) in VERDICTS {
        let is_told = |checked: &&Checked| checked.verdict == verdict && !checked.remark().is_empty();
        for checked in all.iter().filter(is_told) {
            writeln!(out, "{name}: line {}: {}: {}", checked.line, checked.id, checked.remark())?;
        }
    }
    Ok(())
}
