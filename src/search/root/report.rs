//! What a search reports while it runs and at its end; the receiver turns it into text.

use std::time::Duration;

use shakmaty::Move;

use crate::score::Score;
use crate::threads::Shortage;

/// How a reported score relates to the true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The true value of this depth.
    Exact,
    /// The true value is this or higher.
    Lower,
    /// The true value is this or lower.
    Upper,
}

/// A line found by a search.
#[derive(Clone, Debug)]
pub struct LineReport {
    /// Depth of the iteration, in plies.
    pub depth: u32,
    /// The deepest ply reached, counted from the root.
    pub selective_depth: u32,
    /// Which of the best lines this is, from 1.
    pub multi_pv: usize,
    /// Value for the side to move at the root.
    pub score: Score,
    /// How `score` relates to the true value.
    pub bound: Bound,
    /// Whether the score is a draw by the rules or the exact tables, not by an estimate.
    pub is_proven_draw: bool,
    /// Nodes of all threads since the search began.
    pub nodes: u64,
    /// Positions whose exact value the main thread took from an exact table.
    pub table_hits: u64,
    /// The part of the transposition table that this search has filled, in permille.
    pub hash_permille: u32,
    /// Time since the search began.
    pub elapsed: Duration,
    /// The line; empty only if the root has no legal move.
    pub line: Vec<Move>,
}

/// What a search has cost so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Effort {
    /// Nodes of all threads.
    pub nodes: u64,
    /// Positions whose exact value the main thread took from an exact table.
    pub table_hits: u64,
    /// Use of the transposition table, in permille.
    pub hash_permille: u32,
    /// Time since the search began.
    pub elapsed: Duration,
}

impl LineReport {
    /// Makes the best line, exact and as deep as it is long; the caller sets what differs.
    pub fn new(score: Score, line: Vec<Move>, effort: Effort) -> LineReport {
        let Effort { nodes, table_hits, hash_permille, elapsed } = effort;
        let depth = line.len() as u32;
        LineReport {
            depth,
            selective_depth: depth,
            multi_pv: 1,
            score,
            bound: Bound::Exact,
            is_proven_draw: false,
            nodes,
            table_hits,
            hash_permille,
            elapsed,
            line,
        }
    }

    /// Makes a line that mates with its last move.
    pub fn mate(line: &[Move], effort: Effort) -> LineReport {
        LineReport::new(Score::mate_in(line.len()), line.to_vec(), effort)
    }

    /// Makes the report for a position without legal moves: mate, or stalemate.
    pub fn game_over(is_mated: bool) -> LineReport {
        let score = if is_mated { Score::mated_in(0) } else { Score::DRAW };
        LineReport { is_proven_draw: !is_mated, ..LineReport::new(score, Vec::new(), Effort::default()) }
    }
}

/// A root move that is being searched.
#[derive(Clone, Copy, Debug)]
pub struct CurrentMove {
    /// Depth of the iteration, in plies.
    pub depth: u32,
    /// The move.
    pub played: Move,
    /// Its number in the root's order, from 1.
    pub number: usize,
}

/// One thing that a search reports.
#[derive(Clone, Debug)]
pub enum Report {
    /// A line with its score.
    Line(LineReport),
    /// The root move that is being searched, reported only after the search has run for some seconds.
    CurrentMove(CurrentMove),
    /// What a proof has shown about the mate that was asked for.
    Mate(MateNotice),
    /// The search has fewer threads than requested; reported once for each change.
    FewerThreads(Shortage),
}

/// What a proof has shown about the mate that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MateNotice {
    /// There is no mate in this many moves.
    NoneWithin(u32),
    /// There is a mate in this many moves, and none shorter.
    Shortest(u32),
}

/// Receives reports, on the thread that makes them.
pub trait ReportSink<R = Report>: Send + Sync {
    /// Takes one report. It should return soon, because the search waits.
    fn accept(&self, report: R);

    /// Returns whether no report will be read again. Then the search ends.
    fn is_closed(&self) -> bool {
        false
    }
}

impl<R, F: Fn(R) + Send + Sync> ReportSink<R> for F {
    fn accept(&self, report: R) {
        self(report);
    }
}
