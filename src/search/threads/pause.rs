//! A thread's pause between two stretches of nodes: it counts its nodes, lets the mate proof go on, and ends if interrupted.

use std::sync::atomic::Ordering;

use super::worker::{Stopped, Worker};
use crate::search::node::rules::Rules;

/// Nodes between two pauses; about half a millisecond.
const NODES_BETWEEN_PAUSES: u64 = 512;

/// After this many nodes a search may end even without a scored move, because quiescence can explode in freak
/// positions.
const NODES_OF_GRACE: u64 = 50_000;

impl<R: Rules> Worker<'_, R> {
    /// Pauses, and sets when the next pause is due.
    pub fn pause(&mut self) -> Result<(), Stopped> {
        self.shared.nodes[self.thread].store(self.budget.nodes, Ordering::Relaxed);
        self.budget.next_pause = self.budget.nodes + NODES_BETWEEN_PAUSES;
        // Only the main thread needs a scored move.
        if self.thread == 0 && !self.budget.may_stop && self.budget.nodes < NODES_OF_GRACE {
            return Ok(());
        }
        if R::MATE_PROOFS && self.budget.may_stop {
            self.give_proof_its_turn();
        }
        if self.look_up().is_some() {
            return Err(Stopped);
        }
        if let Some(left) = self.nodes_left() {
            self.budget.next_pause = self.budget.next_pause.min(self.budget.nodes + left);
        }
        Ok(())
    }

    /// Lets the proof go on if there is one and its turn has come, and reports the mate that it finds.
    fn give_proof_its_turn(&mut self) {
        let limit = self.shared.limits.nodes;
        let left = limit.map_or(u64::MAX, |limit| limit.saturating_sub(self.total_nodes()));
        let Some(proof) = &mut self.mate_proof else { return };
        if let Some(mate) = proof.take_turn(self.budget.nodes, left, self.shared.parameters) {
            self.report_mate(&mate.line);
            self.shared.mates.add(mate, self.shared.started);
        }
    }
}
