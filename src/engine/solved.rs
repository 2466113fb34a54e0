//! Shares what has been solved between the solver and the engine that answers.

use std::sync::Arc;

use parking_lot::Mutex;

use crate::solve::SolvedGraph;

/// The graph that was solved or loaded last: the solver stores it, and the engine looks positions up in it.
#[derive(Clone, Debug, Default)]
pub struct Solved(Arc<Mutex<Option<Arc<SolvedGraph>>>>);

impl From<SolvedGraph> for Solved {
    fn from(graph: SolvedGraph) -> Solved {
        Solved(Arc::new(Mutex::new(Some(Arc::new(graph)))))
    }
}

impl Solved {
    /// Returns the graph that was solved or loaded last; `None` if there is none.
    pub fn graph(&self) -> Option<Arc<SolvedGraph>> {
        self.0.lock().clone()
    }

    /// Replaces the last graph.
    pub(super) fn store(&self, graph: Arc<SolvedGraph>) {
        *self.0.lock() = Some(graph);
    }

    /// Forgets the graph.
    pub(super) fn forget(&self) {
        *self.0.lock() = None;
    }
}
