//! Tries single positions of arrangements that cost too much to open at once.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;
use shakmaty::Color;

use super::work::{LEAST_OPENED, Work};
use crate::solve::arrangement::bound::Bound;
use crate::solve::arrangement::layout::Arrangement;
use crate::solve::arrangement::reach::Met;
use crate::solve::lookahead::prover::Proof;
use crate::solve::walk::Found;

/// An arrangement that costs little is opened once its single positions were met this often.
const OFTEN_MET: usize = 40;
/// The most of these that are opened at once.
const MOST_MET: usize = 32;

/// The outcome of trying single positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Probed {
    /// Proofs agree with what was assumed: the next walk goes past these positions.
    AsAssumed,
    /// A proof contradicts what was assumed.
    Otherwise,
    /// It is better to open one of the arrangements.
    Exhausted,
    /// Nothing is left to try.
    Nothing,
}

impl Work<'_> {
    /// Tries single positions in costly arrangements, harder each time, until something is proven or it is better to open one
    /// of the arrangements.
    pub(super) fn probe(&mut self, found: &Found) -> Probed {
        if self.is_small() {
            return Probed::Nothing;
        }
        while let Some(round) = self.probes.next(&self.solved.graph, &found.costly) {
            if self.stop.is_set() {
                return Probed::Nothing;
            }
            let tried = round.run(&self.solved.graph, self.limits.threads, self.stop);
            self.probes.count(&tried.spent);
            self.solved.graph.count_work(tried.spent.iter().map(|(_, placements)| placements).sum());
            self.open_met(tried.unknown);
            let are_as_assumed = tried.proofs.iter().all(|proof| self.is_as_assumed(proof));
            let has_learned = self.learn(&tried.proofs);
            if found.closed.keys().any(|node| self.probes.is_exhausted(&self.solved.graph, *node)) {
                return Probed::Exhausted;
            }
            if has_learned {
                return if are_as_assumed { Probed::AsAssumed } else { Probed::Otherwise };
            }
        }
        Probed::Nothing
    }

    /// Whether a proof agrees with the assumed result of its first position, the one that was tried.
    fn is_as_assumed(&self, (proof, attacker): &(Proof, Color)) -> bool {
        let graph = &self.solved.graph;
        proof
            .positions
            .first()
            .is_none_or(|(board, _)| graph.is_won(board, *attacker, Bound::Assumed) == proof.is_won)
    }

    /// Opens the arrangements that single positions led to most often, if they cost little.
    fn open_met(&mut self, met: FxHashMap<Arrangement, Met>) {
        let graph = &mut self.solved.graph;
        let mut met: Vec<_> = met.into_iter().filter(|(_, met)| met.count >= OFTEN_MET).collect();
        met.sort_unstable_by_key(|(arrangement, met)| (Reverse(met.count), *arrangement));
        for (arrangement, met) in met.into_iter().take(MOST_MET) {
            let node = graph.node(arrangement);
            graph.open(&[(node, met.kings)], LEAST_OPENED, self.stop);
        }
    }
}
