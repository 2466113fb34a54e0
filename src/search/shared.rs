//! What all threads of one search see.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use crossbeam_utils::CachePadded;

use super::control::Control;
use super::iteration_sync::IterationSync;
use super::limits::Limits;
use super::parameters::SearchParameters;
use super::proven_mates::ProvenMates;
use super::reductions::Reductions;
use super::report::ReportSink;
use super::tablebase_probe::TablebaseProbe;
use super::time_management::TimeBudget;
use super::transposition_table::TranspositionTable;

/// What all threads of a search see.
pub(super) struct Shared<'a> {
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
    /// Nodes of each thread, as of its last look.
    pub nodes: Vec<CachePadded<AtomicU64>>,
    /// The exact tables, unless they are not wanted.
    pub exact: Option<TablebaseProbe<'a>>,
    /// What is known of mates by proof.
    pub mates: ProvenMates,
    pub sink: &'a dyn ReportSink,
}

impl Shared<'_> {
    /// Whether a search's time is up, or a stop was asked for.
    pub fn is_time_up(&self) -> bool {
        self.is_stopped() || !self.control.is_pondering() && self.is_clock_out()
    }

    /// Whether a stop was asked for, or nobody reads what the search tells.
    pub fn is_stopped(&self) -> bool {
        self.control.is_stopped() || self.sink.is_closed()
    }

    /// Whether the hard limit has been reached.
    pub fn is_clock_out(&self) -> bool {
        self.time_budget.hard.is_some_and(|hard| self.control.clock_started().elapsed() >= hard)
    }

    /// Nodes of all threads but one, as of their last looks.
    pub fn nodes_of_others(&self, thread: usize) -> u64 {
        let others = self.nodes.iter().enumerate().filter(|(index, _)| *index != thread);
        others.map(|(_, nodes)| nodes.load(Ordering::Relaxed)).sum()
    }
}
