//! Single positions that are tried by themselves before their arrangements are opened: each a little first, then more.

use std::sync::atomic::{AtomicUsize, Ordering};

use parking_lot::Mutex;
use rustc_hash::FxHashMap;
use shakmaty::Color;

use super::arrangement::Arrangement;
use super::graph::{Graph, NodeId};
use super::prover::{Proof, Prover, Table};
use super::reach::Met;
use super::stop::Stop;
use super::walk::Costly;
use crate::threads::together;

/// Positions looked at for one that is tried for the first time.
const FIRST_NODES: usize = 100;
/// So many times more each time that it is tried again.
const MORE_NODES: usize = 8;
/// So often a position is tried.
const MOST_TRIES: u32 = 5;
/// Positions that are tried before what they have brought is used.
const MOST_AT_ONCE: usize = 256;

/// How much has been tried already.
#[derive(Debug, Default)]
pub(super) struct Probes {
    /// How often, by position and attacker.
    tried: FxHashMap<(u64, Color), u32>,
    /// What it has cost, by arrangement, in placements.
    spent: FxHashMap<NodeId, usize>,
    /// What all have cost since arrangements that cost much were opened, and how much more than those.
    since_opened: usize,
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
    pub fn run(&self, graph: &Graph, threads: usize, stop: &Stop<'_>) -> Tried {
        let next = AtomicUsize::new(0);
        let all = Mutex::new(Tried::default());
        let run = |_| {
            let tried = self.run_some(graph, &next, stop);
            let mut all = all.lock();
            all.proofs.extend(tried.proofs);
            all.spent.extend(tried.spent);
            for (arrangement, met) in tried.unknown {
                all.unknown.entry(arrangement).or_default().add(met);
            }
        };
        together(threads.min(self.positions.len()), run);
        all.into_inner()
    }

    fn run_some(&self, graph: &Graph, next: &AtomicUsize, stop: &Stop<'_>) -> Tried {
        let mut tried = Tried::default();
        let [mut white, mut black] = [Table::default(), Table::default()];
        let mut provers = [
            Prover::new(graph, Color::White, &mut white, stop),
            Prover::new(graph, Color::Black, &mut black, stop),
        ];
        while let Some(costly) = self.positions.get(next.fetch_add(1, Ordering::Relaxed)) {
            if stop.is_set() {
                break;
            }
            let prover = &mut provers[usize::from(costly.attacker.is_black())];
            let (proof, placements) = prover.prove(&costly.board, self.nodes);
            tried.spent.push((costly.node, placements));
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
        for (node, placements) in spent {
            self.since_opened += placements;
            if let Some(node) = node {
                *self.spent.entry(*node).or_default() += placements;
            }
        }
    }

    /// Takes in that an arrangement was opened that costs so much.
    pub fn count_opened(&mut self, placements: usize) {
        self.since_opened = self.since_opened.saturating_sub(placements);
    }

    /// Whether an arrangement had better be opened: as much was spent on single positions in it, or in all since another one
    /// was opened. Of positions with more pieces than are solved there is no end.
    pub fn is_exhausted(&self, graph: &Graph, node: NodeId) -> bool {
        let spent = self.spent.get(&node).copied().unwrap_or(0).max(self.since_opened);
        graph.can_be_opened(node) && spent >= graph.arrangement(node).placements()
    }
}

#[cfg(test)]
mod tests {
    use super::super::reach::Reach;
    use super::*;
    use crate::board::Board;

    /// Otherwise positions with more pieces than are solved are tried for ever, and no arrangement is opened.
    #[test]
    fn what_is_spent_on_positions_that_cannot_be_opened_counts_for_arrangements_that_can() {
        let mut graph = Graph::new(4);
        let board = Board::from_fen("8/8/8/1k6/8/q3p3/4P3/1K1Q4 w - - 0 1", false).unwrap();
        let located = Arrangement::locate(&board, Color::White).unwrap();
        let node = graph.node(located.arrangement);
        assert!(graph.is_closed_to(node, Reach::of(&located)));
        let cost = located.arrangement.placements();
        let mut probes = Probes::default();
        probes.count(&[(None, cost - 1)]);
        assert!(!probes.is_exhausted(&graph, node));
        probes.count(&[(None, 1)]);
        assert!(probes.is_exhausted(&graph, node));
        probes.count_opened(cost);
        assert!(!probes.is_exhausted(&graph, node));
    }
}
