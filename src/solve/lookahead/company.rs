//! What the threads that search one position share beside the numbers: where each of them is, and what is left to do.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use parking_lot::Mutex;
use rustc_hash::FxHashMap;

/// Parts of the positions in progress, each with a lock of its own.
const PARTS: usize = 64;

/// One thread or several on their way through the same positions. A move that others already search looks harder to each of
/// them, so they spread over the moves that are nearly as good (T. Kaneko, "Parallel depth first proof number search", 2010).
#[derive(Debug)]
pub(super) struct Company {
    /// How many threads are below each position, by key; empty if there is only one thread.
    busy: Box<[Mutex<FxHashMap<u64, u32>>]>,
    /// Positions that they may still look at.
    nodes_left: AtomicUsize,
    is_settled: AtomicBool,
}

impl Company {
    /// Threads that may look at the moves of this many positions in all.
    pub fn new(threads: usize, most_nodes: usize) -> Company {
        let parts = if threads == 1 { 0 } else { PARTS };
        Company {
            busy: (0..parts).map(|_| Mutex::default()).collect(),
            nodes_left: AtomicUsize::new(most_nodes),
            is_settled: AtomicBool::new(false),
        }
    }

    /// `None` if there is only one thread.
    fn part(&self, key: u64) -> Option<&Mutex<FxHashMap<u64, u32>>> {
        // The hash maps use the lower bits.
        self.busy.get((key >> 32) as usize % PARTS)
    }

    /// A thread enters a position.
    pub fn enter(&self, key: u64) {
        if let Some(part) = self.part(key) {
            *part.lock().entry(key).or_default() += 1;
        }
    }

    /// A thread leaves a position that it entered.
    pub fn leave(&self, key: u64) {
        let Some(part) = self.part(key) else { return };
        let mut part = part.lock();
        if let Some(count) = part.get_mut(&key) {
            *count -= 1;
            if *count == 0 {
                part.remove(&key);
            }
        }
    }

    /// Whether there is only one thread.
    pub fn is_alone(&self) -> bool {
        self.busy.is_empty()
    }

    /// The threads that are below a position.
    pub fn below(&self, key: u64) -> u32 {
        self.part(key).map_or(0, |part| part.lock().get(&key).copied().unwrap_or(0))
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
