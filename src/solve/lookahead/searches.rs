//! Searches for proofs of the position asked and of those after its moves, in turns with the opening of arrangements.

use shakmaty::Color;

use super::number_table::{NumberTable, REMEMBERED_OF_ONE};
use super::prover::{Proof, Prover};
use crate::board::Board;
use crate::solve::graph::Graph;
use crate::solve::solution::SolveLimits;
use crate::solve::stop::Stop;

/// Positions that the first search may look at, for each side that may win.
const FIRST_NODES: usize = 1 << 18;
/// The most positions of a later search.
const MOST_NODES: usize = 1 << 20;
/// Other work for each unit of searching: searches find most of their proofs early.
const WORK_PER_SEARCH: usize = 2;
/// The memory of searches for each side that may win: this part of the memory for results, and at most [`MOST_BYTES`].
const MEMORY_PART: usize = 8;
const MOST_BYTES: usize = 1 << 28;

/// What all searches remember, and their cost.
#[derive(Default)]
pub(in crate::solve) struct Searches {
    tables: [NumberTable; 2],
    /// The positions that all searches for one side may have looked at.
    nodes: usize,
    /// In placements.
    cost: usize,
}

/// The result of one search.
#[derive(Debug)]
pub(in crate::solve) struct Searched {
    pub proofs: Vec<(Proof, Color)>,
    /// Its cost, in placements.
    pub placements: usize,
    /// Whether another search may find more.
    pub goes_on: bool,
}

impl Searches {
    /// Whether searches have used less than their share of all work so far; `work` is the total, in placements.
    pub fn is_in_turn(&self, work: usize) -> bool {
        WORK_PER_SEARCH * self.cost <= work.saturating_sub(self.cost)
    }

    /// Searches for a proof for each of these sides that may still win, on all threads.
    pub fn run(
        &mut self,
        graph: &Graph,
        board: &Board,
        attackers: &[Color],
        limits: SolveLimits,
        stop: &Stop<'_>,
    ) -> Searched {
        // Each search may look at as many as all before it, and the first.
        let most_nodes = (self.nodes + FIRST_NODES).min(MOST_NODES);
        let most_remembered = NumberTable::positions_in((limits.bytes / MEMORY_PART).min(MOST_BYTES));
        let (mut proofs, mut placements) = (Vec::new(), 0);
        for &attacker in attackers {
            let is_won_by_other = proofs.iter().any(|(proof, _): &(Proof, Color)| proof.is_won);
            if graph.known(board, attacker).is_some() || is_won_by_other {
                continue;
            }
            let table = &mut self.tables[usize::from(attacker.is_black())];
            table.grow((REMEMBERED_OF_ONE * (self.nodes + most_nodes)).min(most_remembered));
            let mut prover = Prover::new(graph, attacker, table, limits.threads.max(1), stop);
            let (proof, cost) = prover.prove(board, most_nodes);
            proofs.extend(proof.map(|proof| (proof, attacker)));
            placements += cost;
        }
        self.nodes += most_nodes;
        self.cost += placements;
        Searched { proofs, placements, goes_on: placements > 0 }
    }
}
