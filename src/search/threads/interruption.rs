//! Says whether something interrupts a thread, and what; it starts and changes nothing.

use std::sync::atomic::Ordering;

use super::worker::Worker;
use crate::search::node::rules::Rules;
use crate::search::root::mate_proof::MateProof;

/// The reasons for which a thread leaves its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) enum Interruption {
    /// The main thread has ended the search.
    SearchEnded,
    /// Another thread has finished the iteration that this one is searching.
    Overtaken,
    /// A stop was requested, or the sink is closed.
    StopAsked,
    /// Something beside the search knows more, and the search will begin anew with that.
    KnownBetter,
    /// A mate is proven or disproven, and waiting for a shorter one is not worth it.
    MateSettled,
    /// The node limit is reached.
    OutOfNodes,
    /// The time is up.
    OutOfTime,
    /// The move is settled, and more thought would not pay.
    ThoughtEnough,
}

impl<R: Rules> Worker<'_, R> {
    /// Returns what interrupts the thread; `None` if nothing does.
    pub fn look_up(&self) -> Option<Interruption> {
        let own = if self.thread == 0 { self.interruption_of_main() } else { self.interruption_of_helper() };
        own.or_else(|| self.is_overtaken().then_some(Interruption::Overtaken))
    }

    /// The node limit counts for all threads: if the system takes the processor away from the main thread, the others
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
        if shared.control.has_notice() {
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

    /// Returns whether another thread has finished the iteration that this one is searching.
    pub fn is_overtaken(&self) -> bool {
        self.shared.iteration_sync.is_finished(self.tree.iteration as i32)
    }

    /// Returns the nodes that the limit leaves to all threads together; `None` if no limit counts (yet).
    pub fn nodes_left(&self) -> Option<u64> {
        let limit = self.shared.limits.nodes.filter(|_| !self.shared.control.is_pondering())?;
        Some(limit.saturating_sub(self.total_nodes()))
    }

    /// Returns whether the iteration need not be finished. That is so if its move is settled and the soft time limit
    /// passed so long ago that this iteration takes too long, or passed before it began and only pondering let it
    /// begin.
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

    /// Returns the nodes of all threads and the cost of looking for a mate; exact only for this thread.
    pub fn total_nodes(&self) -> u64 {
        self.budget.nodes
            + self.mate_proof.as_ref().map_or(0, MateProof::cost)
            + self.shared.nodes_of_others(self.thread)
    }
}
