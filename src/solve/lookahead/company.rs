//! What the threads that search one position share beside the numbers: where each of them is, and what is left to do.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::parted_map::PartedMap;

/// One thread or several on their way through the same positions. A move that others already search looks harder to each of
/// them, so they spread over the moves that are nearly as good (T. Kaneko, "Parallel depth first proof number search", 2010).
#[derive(Debug)]
pub(super) struct Company {
    /// How many threads are below each position; `None` if there is only one thread.
    busy: Option<PartedMap<u32>>,
    /// Positions that they may still look at.
    nodes_left: AtomicUsize,
    is_settled: AtomicBool,
}

impl Company {
    /// Threads that may look at the moves of this many positions in all.
    pub fn new(threads: usize, most_nodes: usize) -> Company {
        Company {
            busy: (threads > 1).then(PartedMap::default),
            nodes_left: AtomicUsize::new(most_nodes),
            is_settled: AtomicBool::new(false),
        }
    }

    /// A thread enters a position.
    pub fn enter(&self, key: u64) {
        if let Some(busy) = &self.busy {
            *busy.part(key).entry(key).or_default() += 1;
        }
    }

    /// A thread leaves a position that it entered.
    pub fn leave(&self, key: u64) {
        let Some(busy) = &self.busy else { return };
        let mut part = busy.part(key);
        if let Some(count) = part.get_mut(&key) {
            *count -= 1;
            if *count == 0 {
                part.remove(&key);
            }
        }
    }

    /// Whether there is only one thread.
    pub fn is_alone(&self) -> bool {
        self.busy.is_none()
    }

    /// The threads that are below a position.
    pub fn below(&self, key: u64) -> u32 {
        self.busy.as_ref().map_or(0, |busy| busy.part(key).get(&key).copied().unwrap_or(0))
    }

    /// One thread looks at the moves of a position.
    pub fn count_node(&self) {
        // Several threads may count the last one at once.
        let _ = self
            .nodes_left
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| Some(left.saturating_sub(1)));
    }

    /// Positions that are left to look at.
    pub fn nodes_left(&self) -> usize {
        self.nodes_left.load(Ordering::Relaxed)
    }

    /// One thread has settled the position that all of them search.
    pub fn end(&self) {
        self.is_settled.store(true, Ordering::Relaxed);
    }

    /// Whether nothing is left to do.
    pub fn is_over(&self) -> bool {
        self.nodes_left() == 0 || self.is_settled.load(Ordering::Relaxed)
    }
}
