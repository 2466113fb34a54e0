//! The turns that a search gives to the proof of a near mate, and when it is content with what that has found.

use super::rules::Rules;
use super::worker::Worker;

impl<R: Rules> Worker<'_, R> {
    /// Lets the proof go on if its turn has come, and tells the mate that it finds.
    pub(super) fn give_proof_its_turn(&mut self) {
        let limit = self.shared.limits.nodes;
        let left = limit.map_or(u64::MAX, |limit| limit.saturating_sub(self.total_nodes()));
        let found = self.near_mate.take_turn(self.budget.nodes, left, self.shared.parameters);
        if let Some(line) = found.map(|mate| mate.line.clone()) {
            self.tell_mate(&line);
        }
    }

    /// Whether a mate is proven and the clock runs: then it is played at once.
    pub(super) fn is_content_with_near_mate(&self) -> bool {
        self.near_mate.proven.is_some()
            && self.shared.time_budget.soft.is_some()
            && !self.shared.control.is_pondering()
    }
}
