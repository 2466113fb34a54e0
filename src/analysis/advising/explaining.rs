//! Explains a move by the first table of advice that has one for a position, or by the one that is named.

use thiserror::Error;

use super::at_hand::{Problems, proof_at_hand};
use crate::advice::explanation::{Explainer, Explanation};
use crate::advice::{AdviceTable, Material, Position, Registry};
use crate::board::Board;
use crate::engine::AdviceSettings;
use crate::search::SyzygySettings;
use crate::tablebase::{EmbeddedTables, WithSyzygy};

/// What explanations draw on.
pub struct Explaining<'a> {
    /// Where the proofs are.
    pub settings: &'a AdviceSettings,
    /// The tables.
    pub registry: &'a Registry,
    /// The Syzygy files.
    pub syzygy: &'a SyzygySettings,
    /// Called with files of proofs that cannot be used.
    pub problems: Problems<'a>,
}

/// Why there is no explanation.
#[derive(Clone, Debug, Error)]
pub enum NoAdvice {
    /// The named table is for something else.
    #[error(
        "{table} has no advice for {fen:?}: it is for {material} with its side to move; leave out --table to ask all tables"
    )]
    Unfit {
        /// The table.
        table: String,
        /// The position.
        fen: String,
        /// What it is for.
        material: Material,
    },
    /// No table is for the position.
    #[error("no table has advice for {fen:?}")]
    NoTable {
        /// The position.
        fen: String,
    },
}

impl Explaining<'_> {
    /// Explains the move of the first table for a position; of the named one, if one is named.
    ///
    /// # Errors
    /// If no table, or not the named one, has advice.
    pub fn explain(&self, board: &Board, named: Option<&AdviceTable>) -> Result<Explanation, NoAdvice> {
        let tables = self.registry.for_board(board);
        let mut asked = tables.filter(|table| named.is_none_or(|named| named.name == table.name));
        asked.find_map(|table| self.explain_by(board, table)).ok_or_else(|| match named {
            Some(table) => {
                NoAdvice::Unfit { table: table.name.clone(), fen: board.fen(), material: table.material }
            }
            None => NoAdvice::NoTable { fen: board.fen() },
        })
    }

    fn explain_by(&self, board: &Board, table: &AdviceTable) -> Option<Explanation> {
        let exact = EmbeddedTables::built_in();
        let all = WithSyzygy { embedded: exact, files: &self.syzygy.tables, most_men: self.syzygy.men };
        let us = table.material.side_on(board)?;
        let stored = proof_at_hand(self.settings, self.registry, table, self.problems);
        let playbook = stored.as_ref().map(|stored| &stored.playbook);
        let explainer = Explainer { registry: self.registry, table, playbook, exact, syzygy: Some(all) };
        explainer.explain(&Position::from_board(board, us)?, us)
    }
}
