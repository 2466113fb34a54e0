//! The tables of more than four men that `lucena solve` uses: those of five men that were built before, and Syzygy files.

use std::path::Path;
use std::sync::Arc;

use shakmaty::{Color, Position};

use crate::board::Board;
use crate::search::SyzygySettings;
use crate::solve::{BuiltTables, SolveLimits, Solver};
use crate::tablebase::{Cache, CacheError, MOST_MEN, Material};

/// If both sides have only pawns, both may get a queen; this table ends more of such work than any other.
const BOTH_QUEEN: &str = "KQPvKQ";
/// The part of the memory for results that tables may take in addition.
const MEMORY_PART: usize = 2;

/// The tables of a folder, if there is one, and Syzygy files.
pub struct LargerTables {
    built: Option<Arc<BuiltTables>>,
    syzygy: SyzygySettings,
}

impl LargerTables {
    /// Opens the tables of a folder, if there is one. They take memory in addition to that for results. If `builds`, the solver
    /// adds results that it lacks.
    pub fn new(
        folder: Option<&Path>,
        syzygy: SyzygySettings,
        limits: SolveLimits,
        builds: bool,
    ) -> LargerTables {
        // No table of distances is written there.
        let cache = folder.map(|folder| Cache::new(folder, 0));
        let tables = cache.map(|cache| BuiltTables::of_folder(cache, limits.bytes / MEMORY_PART));
        let tables = if builds { tables.map(BuiltTables::with_building) } else { tables };
        LargerTables { built: tables.map(Arc::new), syzygy }
    }

    /// Returns a solver that uses them.
    pub fn solver(&self, limits: SolveLimits) -> Solver {
        let solver = Solver::new(limits).with_syzygy(Arc::clone(&self.syzygy.tables), self.syzygy.men);
        match &self.built {
            Some(tables) => solver.with_built_tables(Arc::clone(tables)),
            None => solver,
        }
    }

    /// Returns the missing table that would help most with a position; `None` if there is none.
    pub fn missing_table(&self, board: &Board) -> Option<Material> {
        let men = board.position().board();
        let has_pawns = |color| (men.by_color(color) & men.pawns()).any();
        let wanted = if board.men() == MOST_MEN {
            Material::of_board(men).map(|(material, _)| material)
        } else if board.all_pieces().is_empty() && Color::ALL.into_iter().all(has_pawns) {
            BOTH_QUEEN.parse().ok()
        } else {
            None
        };
        let is_built = |material: &Material| self.built.as_ref().is_some_and(|tables| tables.has(*material));
        wanted.filter(|material| !is_built(material) && !self.syzygy.has(*material))
    }

    /// Returns the names of the built tables that were used.
    pub fn built(&self) -> Vec<String> {
        let materials = self.built.as_ref().map(|tables| tables.materials()).unwrap_or_default();
        materials.iter().map(ToString::to_string).collect()
    }

    /// Returns the names of the Syzygy files that were asked.
    pub fn syzygy(&self) -> Vec<String> {
        self.syzygy.tables.asked()
    }

    /// Returns the names of the materials whose results the solver built.
    pub fn results_built(&self) -> Vec<String> {
        let materials = self.built.as_ref().map(|tables| tables.results_built()).unwrap_or_default();
        materials.iter().map(ToString::to_string).collect()
    }

    /// Takes the problems with built tables so far, in words.
    pub fn problems(&self) -> Vec<String> {
        let Some(built) = &self.built else { return Vec::new() };
        let of_tables = built.take_problems();
        let of_results = built.take_result_problems();
        of_tables.iter().map(in_words).chain(of_results.iter().map(ToString::to_string)).collect()
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn missing_table(folder: Option<&Path>, fen: &str) -> Option<String> {
        let limits = SolveLimits { time: Some(Duration::ZERO), bytes: 0, threads: 1 };
        let board = Board::from_fen(fen, false).unwrap();
        LargerTables::new(folder, SyzygySettings::default(), limits, false)
            .missing_table(&board)
            .map(|material| material.to_string())
    }

    #[test]
    fn the_table_that_would_help_is_named_unless_it_is_there() {
        let (pawns, rooks) = ("8/8/p7/5p2/3K1P2/3P1Pk1/8/8 w - - 0 1", "4r3/8/8/8/4P2k/4K3/8/6R1 w - - 0 1");
        let folder = tempfile::tempdir().unwrap();
        for none in [None, Some(folder.path())] {
            assert_eq!(missing_table(none, pawns).as_deref(), Some("KQPvKQ"));
            assert_eq!(missing_table(none, rooks).as_deref(), Some("KRPvKR"));
        }
        std::fs::write(folder.path().join("KRPvKR.dtm"), "").unwrap();
        assert_eq!(missing_table(Some(folder.path()), rooks), None);
        assert_eq!(missing_table(None, "8/8/p7/8/3K4/5k2/r6P/4R3 w - - 0 1"), None);
    }
}
