//! Single positions that are tried by themselves before their arrangements are opened: each a little first, then more.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use parking_lot::Mutex;
use rustc_hash::FxHashMap;
use shakmaty::Color;

use super::arrangement::Arrangement;
use super::graph::{Graph, NodeId};
use super::prover::{Proof, Prover, Table};
use super::reach::Met;
use super::walk::Costly;

/// Positions looked at for one that is tried for the first time.
const FIRST_NODES: usize = 100;
/// So many times more each time that it is tried again.
const MORE_NODES: usize = 8;
/// So often a position is tried.
const MOST_TRIES: u32 = 5;
/// Positions that are tried before what they have brought is used.
const MOST_AT_ONCE: usize = 256;
/// Looking at the moves of one position costs as much as solving so many placements.
const PLACEMENTS_PER_NODE: usize = 2;

/// How much has been tried already.
#[derive(Debug, Default)]
pub(super) struct Probes {
    /// How often, by position and attacker.
    tried: FxHashMap<(u64, Color), u32>,
    /// What it has cost, by arrangement, in placements.
    spent: FxHashMap<NodeId, usize>,
}

/// Positions to be tried, and how hard.
#[derive(Debug)]
pub(super) struct Round {
    positions: Vec<Costly>,
    nodes: usize,
}

/// What trying them has brought.
#[derive(Debug, Default)]
pub(super) struct Tried {
    pub proofs: Vec<(Proof, Color)>,
    /// Arrangements of which nothing is known, as they were met.
    pub unknown: FxHashMap<Arrangement, Met>,
    /// What it has cost in which arrangement, in placements.
    pub spent: Vec<(Option<NodeId>, usize)>,
}

impl Round {
    /// Tries all of them, each thread the next.
    pub fn run(&self, graph: &Graph, threads: usize, stop: &AtomicBool) -> Tried {
        let next = AtomicUsize::new(0);
        let all = Mutex::new(Tried::default());
        let run = || {
            let tried = self.run_some(graph, &next, stop);
            let mut all = all.lock();
            all.proofs.extend(tried.proofs);
            all.spent.extend(tried.spent);
            for (arrangement, met) in tried.unknown {
                all.unknown.entry(arrangement).or_default().add(met);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..threads.min(self.positions.len()) {
                scope.spawn(run);
            }
            run();
        });
        all.into_inner()
    }

    fn run_some(&self, graph: &Graph, next: &AtomicUsize, stop: &AtomicBool) -> Tried {
        let mut tried = Tried::default();
        let [mut white, mut black] = [Table::default(), Table::default()];
        let mut provers = [
            Prover::new(graph, Color::White, &mut white, stop),
            Prover::new(graph, Color::Black, &mut black, stop),
        ];
        while let Some(costly) = self.positions.get(next.fetch_add(1, Ordering::Relaxed)) {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let prover = &mut provers[usize::from(costly.attacker.is_black())];
            let (proof, nodes) = prover.prove(&costly.board, self.nodes);
            tried.spent.push((costly.node, nodes * PLACEMENTS_PER_NODE));
            tried.proofs.extend(proof.map(|proof| (proof, costly.attacker)));
        }
        for (arrangement, met) in provers.into_iter().flat_map(|prover| prover.unknown) {
            tried.unknown.entry(arrangement).or_default().add(met);
        }
        tried
    }
}

impl Probes {
    /// Of these positions some that were tried least; `None` if all have been tried enough.
    pub fn next(&mut self, graph: &Graph, costly: &[Costly]) -> Option<Round> {
        let key = |costly: &Costly| (costly.board.keys().position, costly.attacker);
        let tries = |costly: &Costly| self.tried.get(&key(costly)).copied().unwrap_or(0);
        let is_left = |costly: &&Costly| costly.node.is_none_or(|node| !self.is_exhausted(graph, node));
        let left: Vec<&Costly> = costly.iter().filter(is_left).collect();
        let least = left.iter().map(|costly| tries(costly)).min().filter(|tries| *tries < MOST_TRIES)?;
        let chosen = left.into_iter().filter(|costly| tries(costly) == least).take(MOST_AT_ONCE);
        let positions: Vec<Costly> = chosen.cloned().collect();
        for position in &positions {
            self.tried.insert(key(position), least + 1);
        }
        Some(Round { positions, nodes: FIRST_NODES * MORE_NODES.pow(least) })
    }

    /// Takes in what a round has cost.
    pub fn count(&mut self, spent: &[(Option<NodeId>, usize)]) {
        for (node, placements) in spent.iter().filter_map(|(node, spent)| Some(((*node)?, spent))) {
            *self.spent.entry(node).or_default() += placements;
        }
    }

    /// Whether an arrangement had better be opened: as much was spent on single positions in it.
    pub fn is_exhausted(&self, graph: &Graph, node: NodeId) -> bool {
        let spent = self.spent.get(&node).copied().unwrap_or(0);
        graph.can_be_opened(node) && spent >= graph.arrangement(node).placements()
    }
}
