//! What has been solved, as whoever answers looks it up.

use std::sync::Arc;

use parking_lot::Mutex;

use crate::solve::SolvedGraph;

/// The graph that was solved or looked up last: kept by whoever solves, looked up by whoever answers.
#[derive(Clone, Debug, Default)]
pub struct Solved(Arc<Mutex<Option<Arc<SolvedGraph>>>>);

impl From<SolvedGraph> for Solved {
    fn from(graph: SolvedGraph) -> Solved {
        Solved(Arc::new(Mutex::new(Some(Arc::new(graph)))))
    }
}

impl Solved {
    /// Returns the graph that was solved last, if any was.
    pub fn graph(&self) -> Option<Arc<SolvedGraph>> {
        self.0.lock().clone()
    }

    /// Puts a solved graph in the place of the last one.
    pub(super) fn keep(&self, graph: Arc<SolvedGraph>) {
        *self.0.lock() = Some(graph);
    }

    /// Forgets the graph.
    pub(super) fn forget(&self) {
        *self.0.lock() = None;
    }
}
