//! The open arrangements that wait to be solved, lowest potential first.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use super::node::NodeId;
use crate::solve::arrangement::layout::Arrangement;

/// Arrangements to solve. Each waits once.
#[derive(Debug, Default)]
pub(super) struct Worklist {
    by_potential: BTreeMap<u32, Vec<NodeId>>,
    waiting: FxHashSet<NodeId>,
    /// The placements of all waiting arrangements.
    placements: usize,
}

impl Worklist {
    /// Adds an arrangement, unless it waits already.
    pub fn add(&mut self, node: NodeId, arrangement: &Arrangement) {
        if self.waiting.insert(node) {
            self.placements += arrangement.placements();
            self.by_potential.entry(arrangement.potential()).or_default().push(node);
        }
    }

    /// Takes the arrangements of the lowest potential, which never lead to each other; `None` if none waits. `placements` are
    /// those of an arrangement.
    pub fn take_level(&mut self, placements: impl Fn(NodeId) -> usize) -> Option<Vec<NodeId>> {
        let (_, level) = self.by_potential.pop_first()?;
        for node in &level {
            self.waiting.remove(node);
            self.placements -= placements(*node);
        }
        Some(level)
    }

    /// The placements of all waiting arrangements.
    pub fn placements(&self) -> usize {
        self.placements
    }
}
