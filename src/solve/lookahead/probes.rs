//! Tries single positions before it opens their arrangements: each for a short time first, then longer.

use std::sync::atomic::{AtomicUsize, Ordering};

use parking_lot::Mutex;
use rustc_hash::FxHashMap;
use shakmaty::Color;

use super::number_table::{NumberTable, REMEMBERED_OF_ONE};
use super::prover::{Proof, Prover};
use crate::solve::arrangement::layout::Arrangement;
use crate::solve::arrangement::reach::{Met, add_met};
use crate::solve::graph::{Graph, NodeId};
use crate::solve::stop::Stop;
use crate::solve::walk::Costly;
use crate::threads::together;

/// Positions that the first try of a position may look at.
const FIRST_NODES: usize = 100;
/// The factor by which each further try may look at more.
const MORE_NODES: usize = 8;
/// Tries per position.
const MOST_TRIES: u32 = 5;
/// Positions in one round; the solver uses the results of a round before it starts the next.
const MOST_AT_ONCE: usize = 256;

/// The most positions that a thread remembers in one round, for each side that may win.
const MOST_REMEMBERED: usize = 1 << 20;

/// What has been tried, and at what cost.
#[derive(Debug, Default)]
pub(in crate::solve) struct Probes {
    /// The number of tries, by position and attacker.
    tried: FxHashMap<(u64, Color), u32>,
    /// The cost in placements, by arrangement.
    spent: FxHashMap<NodeId, usize>,
    /// The cost in placements of all tries, less that of costly arrangements opened since; never below 0.
    since_opened: usize,
}

/// Positions to try, and how hard.
#[derive(Debug)]
pub(in crate::solve) struct Round {
    positions: Vec<Costly>,
    nodes: usize,
}

/// What a round found.
#[derive(Debug, Default)]
pub(in crate::solve) struct Tried {
    pub proofs: Vec<(Proof, Color)>,
    /// Arrangements of which nothing is known yet, and how the search met them.
    pub unknown: FxHashMap<Arrangement, Met>,
    /// The cost in placements, by arrangement.
    pub spent: Vec<(Option<NodeId>, usize)>,
}

impl Round {
    /// Tries all positions. Each thread takes the next one that is left.
    pub fn run(&self, graph: &Graph, threads: usize, stop: &Stop<'_>) -> Tried {
        let next = AtomicUsize::new(0);
        let all = Mutex::new(Tried::default());
        let run = |_| {
            let tried = self.run_some(graph, &next, stop);
            let mut all = all.lock();
            all.proofs.extend(tried.proofs);
            all.spent.extend(tried.spent);
            add_met(&mut all.unknown, tried.unknown);
        };
        together(threads.min(self.positions.len()), run);
        all.into_inner()
    }

    /// A table for the positions that one side may win.
    fn table(&self, attacker: Color) -> NumberTable {
        let positions = self.positions.iter().filter(|costly| costly.attacker == attacker).count();
        NumberTable::for_positions((REMEMBERED_OF_ONE * self.nodes * positions).min(MOST_REMEMBERED))
    }

    fn run_some(&self, graph: &Graph, next: &AtomicUsize, stop: &Stop<'_>) -> Tried {
        let mut tried = Tried::default();
        let [white, black] = &Color::ALL.map(|attacker| self.table(attacker));
        let mut provers = [
            Prover::new(graph, Color::White, white, 1, stop),
            Prover::new(graph, Color::Black, black, 1, stop),
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
        for prover in provers {
            add_met(&mut tried.unknown, prover.into_unknown());
        }
        tried
    }
}

impl Probes {
    /// Chooses, among these positions, some that were tried least; `None` if all have been tried enough.
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

    /// Adds the cost of a round.
    pub fn count(&mut self, spent: &[(Option<NodeId>, usize)]) {
        for (node, placements) in spent {
            self.since_opened += placements;
            if let Some(node) = node {
                *self.spent.entry(*node).or_default() += placements;
            }
        }
    }

    /// Subtracts the cost of an arrangement that was opened, in placements.
    pub fn count_opened(&mut self, placements: usize) {
        self.since_opened = self.since_opened.saturating_sub(placements);
    }

    /// Whether it is better to open the arrangement: as many placements were spent on its single positions, or on all
    /// positions since the last opening. Positions with more pieces than the solver solves never run out.
    pub fn is_exhausted(&self, graph: &Graph, node: NodeId) -> bool {
        let spent = self.spent.get(&node).copied().unwrap_or(0).max(self.since_opened);
        graph.can_be_opened(node) && spent >= graph.arrangement(node).placements()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::solve::arrangement::reach::Reach;

    /// Otherwise the solver tries positions with too many pieces for ever and opens no arrangement.
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
