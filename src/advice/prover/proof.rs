//! Counts the figures of a proof.

use serde::{Deserialize, Serialize};

use super::distance_table::{DistanceTable, Ending};
use super::escape::Escape;
use super::policy::{Plan, Policy};
use super::truth::Worth;
use super::walk::Walk;
use crate::advice::language::Aim;
use crate::tablebase::in_parallel;

/// The result of proving a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = Proof)]
pub struct Proof {
    /// The table's name.
    pub table: String,
    /// Its material.
    pub material: String,
    /// A hash of its text and of the texts it hands over to.
    pub text_hash: u64,
    /// Whether the promise is kept wherever it is made.
    pub proven: bool,
    /// Whether the table wins or holds.
    #[serde(default)]
    pub promise: Aim,
    /// Where it promises this, as it is written; `None` for everywhere.
    #[serde(default)]
    pub part: Option<String>,
    /// How many positions it promises to win, or to hold.
    #[serde(default)]
    pub claimed: u64,
    /// How many of these it wins against every defence, or holds for ever.
    #[serde(default)]
    pub kept: u64,
    /// How many legal positions the proof went through, with our side to move; mirror images count.
    pub positions: u64,
    /// How many are won with best play.
    pub won: u64,
    /// How many are drawn with best play.
    #[serde(default)]
    pub drawn: u64,
    /// How many are lost with best play.
    #[serde(default)]
    pub lost: u64,
    /// How many nobody knows the result of; 0 with up to four men.
    #[serde(default)]
    pub unknown: u64,
    /// Whether the positions are only those that the promise names and leads to, not all of the material.
    #[serde(default)]
    pub of_promise: bool,
    /// Of a proof of its promise alone: about how many percent of all that can be won, or is drawn, with this material it wins,
    /// or holds, by a sample; `None` if nobody knows the results.
    #[serde(default)]
    pub share_of_material: Option<f64>,
    /// What knows the results of more men than the tables inside the program, such as `KRPvKR`; `None` if nothing was asked.
    #[serde(default)]
    pub known_by: Option<String>,
    /// How many the table wins against every defence, claimed or not.
    pub wins: u64,
    /// Our moves in the longest win.
    pub longest: u32,
    /// A position with the longest win, with the advice for White; `None` if there is no win.
    pub longest_fen: Option<String>,
    /// The mean number of our moves over all wins.
    pub mean: f64,
    /// Our moves in the longest win with best play; `None` if nothing can be won.
    pub optimum_longest: Option<u32>,
    /// The mean number of our moves with best play over all won positions; `None` if there are none.
    pub optimum_mean: Option<f64>,
    /// How many claimed positions escape, by the way they do.
    pub escapes: Vec<(Escape, u64)>,
    /// How often advice fires under its rules, in the order of the text.
    pub fired: Vec<Firing>,
    /// The rules and advice that the escapes come from, the most frequent first.
    #[serde(default)]
    pub failures: Vec<Failure>,
    /// Claimed positions that escape, each with a line, from every kind of failure and all over the board.
    pub counterexamples: Vec<Counterexample>,
    /// How long the proof took, in seconds; 0 for one that was kept.
    pub seconds: f64,
}

/// How often an advice fires under a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = ProofFiring)]
pub struct Firing {
    /// The rule.
    pub rule: String,
    /// The advice.
    pub advice: String,
    /// In how many positions.
    pub positions: u64,
}

/// Escapes that the same advice allows in the same way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = ProofFailure)]
pub struct Failure {
    /// How they escape.
    pub escape: Escape,
    /// The rule that applies where they do.
    pub rule: String,
    /// The advice that fires there; `None` if none is satisfiable.
    pub advice: Option<String>,
    /// What moves in the circle if they repeat, in the order of the text; empty for other escapes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub circle: Vec<Mover>,
    /// How many positions lead there.
    pub positions: u64,
}

/// Advice that moves under a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = ProofMover)]
pub struct Mover {
    /// The rule.
    pub rule: String,
    /// The advice.
    pub advice: String,
}

/// A claimed position that the table does not win, or does not hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = ProofCounterexample)]
pub struct Counterexample {
    /// The position, with the advice for White.
    pub fen: String,
    /// How they escape.
    pub escape: Escape,
    /// The rule that applies.
    pub rule: String,
    /// The advice that fires; `None` if none is satisfiable.
    pub advice: Option<String>,
    /// What moves in the circle if they repeat; empty for other escapes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub circle: Vec<Mover>,
    /// The line, in UCI notation, ours first.
    pub line: Vec<String>,
    /// The position at its end.
    pub end: String,
}

/// One thread's sums.
#[derive(Default)]
struct Sums {
    positions: u64,
    won: u64,
    lost: u64,
    unknown: u64,
    claimed: u64,
    kept: u64,
    wins: u64,
    longest: (u16, usize),
    moves: u64,
    optimum_longest: u32,
    optimum_moves: u64,
    escapes: [u64; Escape::ALL.len()],
    fired: Vec<u64>,
}

/// Adds everything up on this many threads.
pub(super) fn proof(walk: Walk<'_>, policy: &Policy, distances: &DistanceTable, threads: usize) -> Proof {
    let threads = threads.max(1);
    let part = distances.positions.len().div_ceil(threads);
    let parts = in_parallel(threads, threads, |number| {
        let range = number * part..((number + 1) * part).min(distances.positions.len());
        sum(walk, policy, distances, range)
    });
    report(walk, &parts.into_iter().reduce(Sums::plus).unwrap_or_default())
}

fn sum(walk: Walk<'_>, policy: &Policy, distances: &DistanceTable, range: std::ops::Range<usize>) -> Sums {
    let table = walk.table;
    let mut sums = Sums { fired: vec![0; table.rules.len() * table.advice.len()], ..Sums::default() };
    let wins = walk.truth.aim() == Aim::Wins;
    for index in range {
        let Some(result) = distances.at(index) else { continue };
        let Some(position) = distances.positions.position(index) else { continue };
        let images = distances.positions.images(&position);
        sums.positions += images;
        if matches!(policy.plan(index), Plan::Move(_) | Plan::Tree(_)) {
            let chosen = policy.chosen(index);
            sums.fired[usize::from(chosen.rule) * table.advice.len() + usize::from(chosen.advice)] += images;
        }
        match walk.truth.worth(&position) {
            Worth::Won(best) => sums.take_won(result.ok().filter(|_| wins), best, images, index),
            Worth::Lost => sums.lost += images,
            Worth::Drawn => {}
            Worth::Unknown => {
                sums.unknown += images;
                sums.take_win(result.ok().filter(|_| wins), images, index);
            }
        }
        if policy.chosen(index).claimed {
            sums.take_claimed(result, images);
        }
    }
    sums
}

impl Sums {
    /// Counts a position that can be won, in `best` moves if that is known, and the table's result.
    fn take_won(&mut self, result: Option<u16>, best: Option<u32>, images: u64, index: usize) {
        self.won += images;
        if let Some(best) = best {
            self.optimum_longest = self.optimum_longest.max(best);
            self.optimum_moves += images * u64::from(best);
        }
        self.take_win(result, images, index);
    }

    /// Counts a position that the table wins in so many moves, if it does.
    fn take_win(&mut self, result: Option<u16>, images: u64, index: usize) {
        if let Some(moves) = result {
            self.wins += images;
            self.moves += images * u64::from(moves);
            self.longest = self.longest.max((moves, index));
        }
    }

    /// Counts a position that the promise covers.
    fn take_claimed(&mut self, result: Ending, images: u64) {
        self.claimed += images;
        match result {
            Ok(_) => self.kept += images,
            Err(escape) => self.escapes[escape as usize] += images,
        }
    }

    fn plus(self, other: Sums) -> Sums {
        Sums {
            positions: self.positions + other.positions,
            won: self.won + other.won,
            lost: self.lost + other.lost,
            unknown: self.unknown + other.unknown,
            claimed: self.claimed + other.claimed,
            kept: self.kept + other.kept,
            wins: self.wins + other.wins,
            longest: self.longest.max(other.longest),
            moves: self.moves + other.moves,
            optimum_longest: self.optimum_longest.max(other.optimum_longest),
            optimum_moves: self.optimum_moves + other.optimum_moves,
            escapes: std::array::from_fn(|kind| self.escapes[kind] + other.escapes[kind]),
            fired: self.fired.iter().zip(&other.fired).map(|(a, b)| a + b).collect(),
        }
    }
}

fn report(walk: Walk<'_>, sums: &Sums) -> Proof {
    let table = walk.table;
    let mut fired = Vec::new();
    for (rule_index, rule) in table.rules.iter().enumerate() {
        for &advice in &rule.advice {
            let positions = sums.fired[rule_index * table.advice.len() + advice];
            fired.push(Firing {
                rule: rule.name.clone(),
                advice: table.advice[advice].name.clone(),
                positions,
            });
        }
    }
    let (longest, index) = sums.longest;
    let longest_fen = walk.positions.position(index).map(|position| position.fen(shakmaty::Color::White));
    let escapes: Vec<(Escape, u64)> =
        Escape::ALL.into_iter().zip(sums.escapes).filter(|(_, count)| *count > 0).collect();
    Proof {
        table: table.name.clone(),
        material: table.material.to_string(),
        text_hash: 0,
        proven: escapes.is_empty() && sums.claimed > 0,
        promise: table.promise.aim,
        part: table.promise.part.as_ref().map(ToString::to_string),
        claimed: sums.claimed,
        kept: sums.kept,
        positions: sums.positions,
        won: sums.won,
        drawn: sums.positions - sums.won - sums.lost - sums.unknown,
        lost: sums.lost,
        unknown: sums.unknown,
        of_promise: walk.positions.numbers().is_some(),
        share_of_material: None,
        known_by: None,
        wins: sums.wins,
        longest: u32::from(longest),
        longest_fen: longest_fen.filter(|_| sums.wins > 0),
        mean: sums.moves as f64 / sums.wins.max(1) as f64,
        optimum_longest: (sums.optimum_longest > 0).then_some(sums.optimum_longest),
        optimum_mean: (sums.optimum_longest > 0).then(|| sums.optimum_moves as f64 / sums.won as f64),
        escapes,
        fired,
        failures: Vec::new(),
        counterexamples: Vec::new(),
        seconds: 0.0,
    }
}

impl Proof {
    /// Returns in how many positions an advice fires, under any rule.
    pub fn fired(&self, advice: &str) -> u64 {
        self.fired.iter().filter(|firing| firing.advice == advice).map(|firing| firing.positions).sum()
    }
}
