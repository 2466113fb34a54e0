//! Tables of five men that were built before, as `lucena solve` looks positions up in them.

use std::path::Path;
use std::sync::Arc;

use crate::solve::{BuiltTables, SolveLimits, Solver};
use crate::tablebase::{Cache, CacheError};

/// The part of the memory of results that tables may take beside it.
const MEMORY_PART: usize = 2;

/// The tables of a folder, where there is one.
pub(super) struct FiveMen(Option<Arc<BuiltTables>>);

impl FiveMen {
    pub(super) fn of_folder(folder: Option<&Path>, limits: SolveLimits) -> FiveMen {
        // Nothing is written there.
        let cache = folder.map(|folder| Cache::new(folder, 0));
        let tables = cache.map(|cache| BuiltTables::of_folder(cache, limits.bytes / MEMORY_PART));
        FiveMen(tables.map(Arc::new))
    }

    /// A solver that looks positions up in them.
    pub(super) fn solver(&self, limits: SolveLimits) -> Solver {
        let solver = Solver::new(limits);
        match &self.0 {
            Some(tables) => solver.with_built_tables(Arc::clone(tables)),
            None => solver,
        }
    }

    /// Those that were needed, by name.
    pub(super) fn names(&self) -> Vec<String> {
        let materials = self.0.as_ref().map(|tables| tables.materials()).unwrap_or_default();
        materials.iter().map(ToString::to_string).collect()
    }

    /// Says on stderr which files could not be used.
    pub(super) fn tell_problems(&self) {
        for problem in self.0.as_ref().map(|tables| tables.take_problems()).unwrap_or_default() {
            eprintln!("lucena: {}", in_words(&problem));
        }
    }
}

fn in_words(problem: &CacheError) -> String {
    match problem {
        CacheError::Foreign { path } | CacheError::Damaged { path } => format!(
            "{} is damaged or of another version and was not used; lucena tablebase build replaces it",
            path.display()
        ),
        other => other.to_string(),
    }
}
