//! Results that need no teacher: those of the tables inside the program, and of five men where they have been built.

use shakmaty::Position;

use crate::board::Board;
use crate::cli::CommandError;
use crate::cli::positions::DECIDED;
use crate::tablebase::{Cache, DtmTables, EMBEDDED_MEN, EmbeddedTables, Wdl};

/// The tables at hand.
pub(super) struct ExactResults {
    tables: DtmTables,
}

impl ExactResults {
    /// The tables inside the program, and all of more men that are in the cache.
    ///
    /// # Errors
    /// Where a table in the cache cannot be read.
    pub fn new(cache: Option<&Cache>) -> Result<ExactResults, CommandError> {
        let tables = DtmTables::new();
        for cached in cache.map(Cache::tables).unwrap_or_default() {
            let Some(cache) = cache.filter(|_| cached.material.men() > EMBEDDED_MEN) else { continue };
            if let Some(table) = cache.load(cached.material)? {
                tables.insert(table);
            }
        }
        Ok(ExactResults { tables })
    }

    /// The result as White's score, in centipawns, with the 50-move rule's clock at zero: a network sees no clock.
    pub fn score(&self, board: &Board) -> Option<i16> {
        if board.position().castles().any() {
            return None;
        }
        let told = if board.men() <= EMBEDDED_MEN {
            EmbeddedTables::built_in().result(board)
        } else {
            self.tables.distance(board).map(|outcome| outcome.wdl)
        };
        let mover = match told? {
            Wdl::Win => DECIDED,
            Wdl::Draw => 0,
            Wdl::Loss => -DECIDED,
        };
        Some(board.turn().fold_wb(mover, -mover))
    }
}
