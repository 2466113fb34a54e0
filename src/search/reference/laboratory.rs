//! The tree laboratory: runs the techniques side by side on one chess position, for `lucena tree`.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::Serialize;

use super::chess::ChessGame;
use super::full::minimax;
use super::game::{Count, OutOfNodes};
use super::knuth_moore::{f1, f2, minimum_leaves};
use super::principal::PrincipalSearch;
use crate::board::Game;
use crate::evaluation::Parameters;
use crate::score::{Score, ScoreKind};

/// A technique that the laboratory runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Technique {
    /// The full search.
    Minimax,
    /// Branch and bound without deep cut-offs.
    F1,
    /// Alpha-beta.
    F2,
    /// Principal variation search by iterative deepening.
    Principal,
    /// The same with a transposition table.
    PrincipalWithTable,
}

impl Technique {
    /// All of them, the laziest last.
    pub const ALL: [Technique; 5] = [
        Technique::Minimax,
        Technique::F1,
        Technique::F2,
        Technique::Principal,
        Technique::PrincipalWithTable,
    ];

    /// Returns the name used in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Technique::Minimax => "minimax",
            Technique::F1 => "F1",
            Technique::F2 => "F2",
            Technique::Principal => "PVS",
            Technique::PrincipalWithTable => "PVS+table",
        }
    }
}

/// How a technique ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The value for the side to move, in centipawns.
    Centipawns(i32),
    /// The side to move mates after this many plies; negative if it is mated.
    MatePlies(i32),
    /// The search ended at the node limit.
    OutOfNodes,
}

impl Outcome {
    /// Returns the outcome that a score means.
    pub fn of(score: Score) -> Outcome {
        match score.kind() {
            ScoreKind::Mate { plies } => Outcome::MatePlies(plies),
            ScoreKind::Centipawns(_) | ScoreKind::Table { .. } => Outcome::Centipawns(score.value()),
        }
    }

    fn words(self) -> String {
        match self {
            Outcome::Centipawns(value) => value.to_string(),
            Outcome::MatePlies(plies) => format!("mate in {plies} plies"),
            Outcome::OutOfNodes => "not run to the end".to_owned(),
        }
    }
}

/// The result and the cost of one technique.
#[derive(Clone, Debug, Serialize)]
pub struct TechniqueReport {
    /// The technique's name.
    pub technique: String,
    /// What it found.
    pub outcome: Outcome,
    /// Leaves of the last iteration; all leaves if there are no iterations.
    pub leaves: u64,
    /// Nodes of all iterations.
    pub nodes: u64,
    /// Seconds of all iterations.
    pub seconds: f64,
    /// The constant branching factor of a tree of this depth with as many leaves.
    pub effective_branching: f64,
    /// Moves of an inner node, on average.
    pub mean_branching: f64,
    /// The fewest leaves that can prove the value with that mean (Knuth and Moore).
    pub minimum_leaves: f64,
}

impl TechniqueReport {
    /// Makes a report from a count.
    pub fn new(
        name: &str,
        outcome: Outcome,
        count: Count,
        leaves: u64,
        elapsed: Duration,
        depth: u32,
    ) -> Self {
        let mean_branching = count.mean_branching();
        TechniqueReport {
            technique: name.to_owned(),
            outcome,
            leaves,
            nodes: count.nodes,
            seconds: elapsed.as_secs_f64(),
            effective_branching: if depth == 0 { 0.0 } else { (leaves as f64).powf(1.0 / f64::from(depth)) },
            mean_branching,
            minimum_leaves: minimum_leaves(mean_branching, depth),
        }
    }

    /// Returns the leaves divided by the Knuth–Moore minimum; `None` for a search that did not end.
    pub fn times_minimum(&self) -> Option<f64> {
        let is_complete = self.outcome != Outcome::OutOfNodes && self.minimum_leaves > 0.0;
        is_complete.then(|| self.leaves as f64 / self.minimum_leaves)
    }

    /// Returns the cells under [`HEADINGS`].
    pub fn cells(&self) -> [String; 9] {
        [
            self.technique.clone(),
            self.outcome.words(),
            self.leaves.to_string(),
            self.nodes.to_string(),
            format!("{:.3}", self.seconds),
            format!("{:.2}", self.effective_branching),
            format!("{:.2}", self.mean_branching),
            format!("{:.0}", self.minimum_leaves),
            self.times_minimum().map_or_else(|| "-".to_owned(), |times| format!("{times:.2}")),
        ]
    }
}

/// The headings of a report's cells.
pub const HEADINGS: [&str; 9] = [
    "technique",
    "value",
    "leaves",
    "nodes",
    "seconds",
    "effective bf",
    "mean bf",
    "minimum",
    "leaves/minimum",
];

/// The techniques side by side.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The position, as FEN.
    pub fen: String,
    /// The depth, in plies.
    pub depth: u32,
    /// One report for each technique.
    pub reports: Vec<TechniqueReport>,
}

/// Runs all techniques to one depth in plies, each with at most `node_limit` nodes.
pub fn compare(game: &Game, depth: u32, evaluation: &Arc<Parameters>, node_limit: u64) -> Comparison {
    let reports =
        Technique::ALL.iter().map(|technique| run(*technique, game, depth, evaluation, node_limit)).collect();
    Comparison { fen: game.board().fen(), depth, reports }
}

fn run(
    technique: Technique,
    game: &Game,
    depth: u32,
    evaluation: &Arc<Parameters>,
    node_limit: u64,
) -> TechniqueReport {
    const OPEN: (i32, i32) = (-i32::MAX, i32::MAX);
    let mut chess = ChessGame::new(game, Arc::clone(evaluation));
    let mut count = Count::with_limit(node_limit);
    let started = Instant::now();
    let mut leaves_of_last_iteration = None;
    let found = match technique {
        Technique::Minimax => minimax(&mut chess, depth, &mut count),
        Technique::F1 => f1(&mut chess, depth, i32::MAX, &mut count),
        Technique::F2 => f2(&mut chess, depth, OPEN, &mut count),
        Technique::Principal | Technique::PrincipalWithTable => {
            let mut search = PrincipalSearch::new(technique == Technique::PrincipalWithTable, count);
            let found = search.search(&mut chess, depth);
            count = search.count;
            leaves_of_last_iteration = Some(search.leaves_of_last_iteration);
            found
        }
    };
    let outcome = match found {
        Ok(value) => Outcome::of(Score::from_value(value)),
        Err(OutOfNodes) => Outcome::OutOfNodes,
    };
    let leaves = leaves_of_last_iteration.filter(|_| found.is_ok()).unwrap_or(count.leaves);
    TechniqueReport::new(technique.name(), outcome, count, leaves, started.elapsed(), depth)
}
