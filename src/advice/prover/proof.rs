//! The figures of a proof.

use serde::{Deserialize, Serialize};

use super::distance_table::DistanceTable;
use super::escape::Escape;
use super::options::{Optimum, ProveOptions};
use super::policy::{Plan, Policy};
use crate::advice::language::AdviceTable;

/// What was found about a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Proof {
    /// The table's name.
    pub table: String,
    /// Its material.
    pub material: String,
    /// The hash of its text and of the texts it hands over to.
    pub text_hash: u64,
    /// Whether every won position is won.
    pub proven: bool,
    /// All legal positions with our side to move.
    pub positions: u64,
    /// Those that are won with best play (all of them, where nothing better is known).
    pub won: u64,
    /// Those the table wins against every defence.
    pub wins: u64,
    /// Our moves in the longest win.
    pub longest: u32,
    /// A position with the longest win, White having the advice.
    pub longest_fen: Option<String>,
    /// Our moves in the mean over all the wins.
    pub mean: f64,
    /// The longest of the shortest wins, where they are known.
    pub optimum_longest: Option<u32>,
    /// The mean of the shortest wins over all won positions, where they are known.
    pub optimum_mean: Option<f64>,
    /// How won positions escape, and how many.
    pub escapes: Vec<(Escape, u64)>,
    /// What fires, in the order of the text.
    pub fired: Vec<Firing>,
    /// Won positions that escape, with a line.
    pub counterexamples: Vec<Counterexample>,
    /// How long the proof took.
    pub seconds: f64,
}

/// How often an advice fires under a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Firing {
    /// The rule.
    pub rule: String,
    /// The advice.
    pub advice: String,
    /// In how many positions.
    pub positions: u64,
}

/// A won position that the table does not win.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counterexample {
    /// The position, White having the advice.
    pub fen: String,
    /// How they escape.
    pub escape: Escape,
    /// The line, in UCI notation, ours first.
    pub line: Vec<String>,
}

/// One thread's sums.
#[derive(Default)]
struct Sums {
    positions: u64,
    won: u64,
    wins: u64,
    longest: (u16, usize),
    moves: u64,
    optimum_longest: u32,
    optimum_moves: u64,
    escapes: [u64; 4],
    fired: Vec<u64>,
}

/// Adds everything up.
pub(super) fn proof(
    table: &AdviceTable,
    policy: &Policy,
    distances: &DistanceTable,
    optimum: Option<Optimum<'_>>,
    options: &ProveOptions<'_>,
) -> Proof {
    let threads = options.threads.max(1);
    let part = distances.space.len().div_ceil(threads);
    let sums = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|number| {
                let range = number * part..((number + 1) * part).min(distances.space.len());
                scope.spawn(move || sum(table, policy, distances, optimum, range))
            })
            .collect();
        let parts = workers.into_iter().filter_map(|worker| worker.join().ok());
        parts.reduce(Sums::plus).unwrap_or_default()
    });
    report(table, distances, &sums, optimum.is_some())
}

fn sum(
    table: &AdviceTable,
    policy: &Policy,
    distances: &DistanceTable,
    optimum: Option<Optimum<'_>>,
    range: std::ops::Range<usize>,
) -> Sums {
    let mut sums = Sums { fired: vec![0; table.rules.len() * table.advice.len()], ..Sums::default() };
    for index in range {
        let Some(result) = distances.at(index) else { continue };
        let Some(position) = distances.space.position(index) else { continue };
        let images = distances.space.images(&position);
        sums.positions += images;
        if !matches!(policy.plan(index), Plan::NoAdvice) {
            let chosen = policy.chosen(index);
            sums.fired[usize::from(chosen.rule) * table.advice.len() + usize::from(chosen.advice)] += images;
        }
        let best = optimum.map(|optimum| optimum(&position));
        if let Some(Some(best)) = best {
            sums.optimum_longest = sums.optimum_longest.max(best);
            sums.optimum_moves += images * u64::from(best);
        }
        let won = best.is_none_or(|best| best.is_some());
        sums.won += images * u64::from(won);
        match result {
            Ok(moves) => {
                sums.wins += images;
                sums.moves += images * u64::from(moves);
                sums.longest = sums.longest.max((moves, index));
            }
            Err(escape) if won => sums.escapes[escape as usize] += images,
            Err(_) => {}
        }
    }
    sums
}

impl Sums {
    fn plus(self, other: Sums) -> Sums {
        Sums {
            positions: self.positions + other.positions,
            won: self.won + other.won,
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

fn report(table: &AdviceTable, distances: &DistanceTable, sums: &Sums, optimum_known: bool) -> Proof {
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
    let longest_fen = distances.space.position(index).map(|position| position.fen(shakmaty::Color::White));
    let escapes: Vec<(Escape, u64)> =
        Escape::ALL.into_iter().zip(sums.escapes).filter(|(_, count)| *count > 0).collect();
    Proof {
        table: table.name.clone(),
        material: table.material.to_string(),
        text_hash: 0,
        proven: escapes.is_empty() && sums.wins > 0,
        positions: sums.positions,
        won: sums.won,
        wins: sums.wins,
        longest: u32::from(longest),
        longest_fen: longest_fen.filter(|_| sums.wins > 0),
        mean: sums.moves as f64 / sums.wins.max(1) as f64,
        optimum_longest: optimum_known.then_some(sums.optimum_longest),
        optimum_mean: optimum_known.then(|| sums.optimum_moves as f64 / sums.won.max(1) as f64),
        escapes,
        fired,
        counterexamples: Vec::new(),
        seconds: 0.0,
    }
}

impl Proof {
    /// Returns in how many positions an advice fires, under whichever rule.
    pub fn fired(&self, advice: &str) -> u64 {
        self.fired.iter().filter(|firing| firing.advice == advice).map(|firing| firing.positions).sum()
    }
}
