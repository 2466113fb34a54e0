//! Summarises a suite as a table for people or as JSON for programs.

use std::fmt;
use std::path::Path;

use comfy_table::{CellAlignment, Table, presets};
use serde::Serialize;

use super::verdict::{MateVerdict, Verdict};
use crate::analysis::shown_score::ShownScore;
use crate::engine::Answer;
use crate::games::epd::Epd;

/// The answers to one suite.
#[derive(Debug, Serialize)]
pub struct Summary {
    file: String,
    /// Lines that could not be read or have no task.
    skipped: usize,
    #[serde(flatten)]
    total: Tally,
    kinds: Vec<Kind>,
    mates: Mates,
    positions: Vec<Solved>,
}

/// The solved positions of one kind.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Tally {
    solved: usize,
    total: usize,
    nodes: u64,
    seconds: f64,
}

#[derive(Debug, Serialize)]
struct Kind {
    kind: &'static str,
    #[serde(flatten)]
    tally: Tally,
}

/// The results of positions with `dm`.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Mates {
    exact: usize,
    shorter: usize,
    longer: usize,
    none: usize,
}

/// A position with its answer.
#[derive(Debug, Serialize)]
struct Solved {
    line: usize,
    id: String,
    fen: String,
    solved: bool,
    #[serde(flatten)]
    verdict: Verdict,
    best: Option<String>,
    score: Option<ShownScore>,
    nodes: u64,
    seconds: f64,
}

/// The kinds, in the order of `Summary::kinds`.
const KINDS: [&str; 3] = ["move (bm, am)", "mate (dm)", "result (wdl)"];

impl Summary {
    /// Begins a summary without answers for a file of which this many lines were skipped.
    pub fn new(file: &Path, skipped: usize) -> Summary {
        let kinds = KINDS.map(|kind| Kind { kind, tally: Tally::default() });
        Summary {
            file: file.display().to_string(),
            skipped,
            total: Tally::default(),
            kinds: kinds.into(),
            mates: Mates::default(),
            positions: Vec::new(),
        }
    }

    /// Adds the answer to the position of a line, with its verdict.
    pub fn add(&mut self, line: usize, epd: &Epd, answer: &Answer, verdict: Verdict) {
        self.total.add(answer, verdict.is_solved());
        let by_kind = [verdict.moves, verdict.mate.map(MateVerdict::is_solved), verdict.result];
        for (kind, solved) in self.kinds.iter_mut().zip(by_kind) {
            if let Some(solved) = solved {
                kind.tally.add(answer, solved);
            }
        }
        match verdict.mate {
            Some(MateVerdict::Exact) => self.mates.exact += 1,
            Some(MateVerdict::Shorter) => self.mates.shorter += 1,
            Some(MateVerdict::Longer) => self.mates.longer += 1,
            Some(MateVerdict::None) => self.mates.none += 1,
            None => {}
        }
        self.positions.push(Solved {
            line,
            id: epd.id.clone(),
            fen: epd.board.fen(),
            solved: verdict.is_solved(),
            verdict,
            best: answer.best.map(|best| epd.board.uci(best)),
            score: answer.score.map(ShownScore::from),
            nodes: answer.nodes,
            seconds: answer.elapsed.as_secs_f64(),
        });
    }

    fn table(&self) -> Table {
        let mut table = Table::new();
        table.load_style(presets::UTF8_FULL_CONDENSED);
        table.set_header(["kind", "solved", "of", "percent", "mean s", "nodes"]);
        for kind in self.kinds.iter().filter(|kind| kind.tally.total > 0) {
            table.add_row(kind.tally.row(kind.kind));
        }
        table.add_row(self.total.row("all positions"));
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        table
    }
}

impl Tally {
    fn add(&mut self, answer: &Answer, solved: bool) {
        self.total += 1;
        self.solved += usize::from(solved);
        self.nodes += answer.nodes;
        self.seconds += answer.elapsed.as_secs_f64();
    }

    fn row(&self, kind: &str) -> [String; 6] {
        let total = self.total.max(1) as f64;
        [
            kind.to_owned(),
            self.solved.to_string(),
            self.total.to_string(),
            format!("{:.1}", 100.0 * self.solved as f64 / total),
            format!("{:.3}", self.seconds / total),
            self.nodes.to_string(),
        ]
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.table())?;
        let Mates { exact, shorter, longer, none } = self.mates;
        if exact + shorter + longer + none > 0 {
            write!(
                formatter,
                "\nmates: {exact} exact, {shorter} shorter, {longer} longer, {none} not announced"
            )?;
        }
        if self.skipped > 0 {
            write!(formatter, "\nskipped lines: {}", self.skipped)?;
        }
        let unsolved: Vec<&Solved> = self.positions.iter().filter(|position| !position.solved).collect();
        if !unsolved.is_empty() {
            write!(formatter, "\nnot solved:")?;
        }
        for position in unsolved {
            let best = position.best.as_deref().unwrap_or("no move");
            write!(formatter, "\n  line {}: {} ({best})", position.line, position.id)?;
        }
        Ok(())
    }
}
