//! The state that all threads of one search share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use crossbeam_utils::CachePadded;

use super::control::Control;
use super::iteration_sync::IterationSync;
use crate::search::node::reductions::Reductions;
use crate::search::parameters::SearchParameters;
use crate::search::root::limits::Limits;
use crate::search::root::proven_mates::ProvenMates;
use crate::search::root::report::ReportSink;
use crate::search::root::time_management::TimeBudget;
use crate::search::table::transposition_table::TranspositionTable;
use crate::search::tablebase_probe::TablebaseProbe;

/// The state that all threads of a search share.
pub(in crate::search) struct Shared<'a> {
    pub table: &'a TranspositionTable,
    pub parameters: &'a SearchParameters,
    pub reductions: &'a Reductions,
    pub limits: &'a Limits,
    pub control: &'a Control,
    pub time_budget: TimeBudget,
    pub started: Instant,
    /// The main thread has ended its search.
    pub ended: AtomicBool,
    pub iteration_sync: IterationSync,
    /// Nodes of each thread, as of its last pause.
    pub nodes: Vec<CachePadded<AtomicU64>>,
    /// The exact tables; `None` if they are not wanted.
    pub exact: Option<TablebaseProbe<'a>>,
    /// The mates that proofs have found.
    pub mates: ProvenMates,
    pub sink: &'a dyn ReportSink,
}

impl Shared<'_> {
    /// Returns whether the search's time is up or a stop was requested.
    pub fn is_time_up(&self) -> bool {
        self.is_stopped() || !self.control.is_pondering() && self.is_clock_out()
    }

    /// Returns whether a stop was requested, or the sink is closed.
    pub fn is_stopped(&self) -> bool {
        self.control.is_stopped() || self.sink.is_closed()
    }

    /// Returns whether the hard limit has been reached.
    pub fn is_clock_out(&self) -> bool {
        self.time_budget.hard.is_some_and(|hard| self.control.clock_started().elapsed() >= hard)
    }

    /// Returns the nodes of all threads but one, as of their last pauses.
    pub fn nodes_of_others(&self, thread: usize) -> u64 {
        let others = self.nodes.iter().enumerate().filter(|(index, _)| *index != thread);
        others.map(|(_, nodes)| nodes.load(Ordering::Relaxed)).sum()
    }
}
