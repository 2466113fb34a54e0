//! A thread looks up from its tree: whether it is interrupted, and by what. It starts and changes nothing.

use std::sync::atomic::Ordering;

use super::mate_proof::MateProof;
use super::rules::Rules;
use super::worker::Worker;

/// What makes a thread leave its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Interruption {
    /// The main thread has ended the search.
    SearchEnded,
    /// Another thread has finished the iteration that this one is at.
    Overtaken,
    /// A stop was asked for, or nobody reads what the search tells.
    StopAsked,
    /// Somebody beside the search knows more, and it will begin anew with that.
    KnownBetter,
    /// A mate is proven or disproven, and no shorter one is worth waiting for.
    MateSettled,
    /// All nodes have been searched.
    OutOfNodes,
    /// The time is up.
    OutOfTime,
    /// The move stands, and more thought would not pay.
    ThoughtEnough,
}

impl<R: Rules> Worker<'_, R> {
    /// What interrupts the thread, if anything does.
    pub fn look_up(&self) -> Option<Interruption> {
        let own = if self.thread == 0 { self.interruption_of_main() } else { self.interruption_of_helper() };
        own.or_else(|| self.is_overtaken().then_some(Interruption::Overtaken))
    }

    /// The limit of nodes counts for all: while the system takes the processor away from the main thread, the others
    /// must not search on without end.
    fn interruption_of_helper(&self) -> Option<Interruption> {
        if self.shared.ended.load(Ordering::Relaxed) {
            return Some(Interruption::SearchEnded);
        }
        (self.nodes_left() == Some(0)).then_some(Interruption::OutOfNodes)
    }

    fn interruption_of_main(&self) -> Option<Interruption> {
        let shared = self.shared;
        if shared.is_stopped() {
            return Some(Interruption::StopAsked);
        }
        if shared.control.has_news() {
            return Some(Interruption::KnownBetter);
        }
        if shared.mates.are_enough(shared.control) {
            return Some(Interruption::MateSettled);
        }
        if shared.control.is_pondering() {
            return None;
        }
        if self.nodes_left() == Some(0) {
            return Some(Interruption::OutOfNodes);
        }
        if shared.is_clock_out() {
            return Some(Interruption::OutOfTime);
        }
        self.has_thought_enough().then_some(Interruption::ThoughtEnough)
    }

    /// Whether another thread has finished the iteration that this one is at.
    pub fn is_overtaken(&self) -> bool {
        self.shared.iteration_sync.is_finished(self.tree.iteration as i32)
    }

    /// Nodes that the limit leaves to all threads; `None` if there is no limit, or none that counts yet.
    pub fn nodes_left(&self) -> Option<u64> {
        let limit = self.shared.limits.nodes.filter(|_| !self.shared.control.is_pondering())?;
        Some(limit.saturating_sub(self.total_nodes()))
    }

    /// Whether the iteration need not be finished: its move stands, and the time after which no iteration begins is over by
    /// so much that this one takes too long, or was so before it began and only pondering let it begin.
    fn has_thought_enough(&self) -> bool {
        let shared = self.shared;
        let Some(soft) = shared.time_budget.soft else { return false };
        let due = self.budget.stability.scale(soft, shared.parameters);
        let share = if shared.control.clock_started() > self.budget.iteration_started {
            100
        } else {
            shared.parameters.time_iteration_share
        };
        shared.started.elapsed() >= due * share / 100 && self.budget.stability.stands(&self.tree.root)
    }

    /// Nodes of all threads, and what looking for a mate has cost; exact for this one.
    pub fn total_nodes(&self) -> u64 {
        self.budget.nodes
            + self.mate_proof.as_ref().map_or(0, MateProof::cost)
            + self.shared.nodes_of_others(self.thread)
    }
}
