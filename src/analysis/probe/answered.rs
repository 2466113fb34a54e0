//! Answers one position with its object, and says what is missing if the tables do not know it.

use thiserror::Error;

use super::answer::Answer;
use super::error::ProbeError;
use super::facts::add_solved;
use super::knowledge::Knowledge;
use crate::board::Board;
use crate::exact::Category;
use crate::solve::Solution;
use crate::tablebase::Material;

/// The object for a position, and what is missing to know more.
pub struct Answered<'a> {
    /// The object.
    pub answer: Answer<'a>,
    /// Why the value is unknown; `None` if it is known.
    pub unknown: Option<Unknown>,
    /// The table that would know more of a position whose result is known; `None` if none is missing.
    pub missing: Option<Unknown>,
}

/// Why tables do not know a position.
#[derive(Debug, Error)]
pub enum Unknown {
    /// No table can hold it.
    #[error(transparent)]
    Refused(#[from] ProbeError),
    /// Its table is not there.
    #[error("{0} is not in the cache; to build it: lucena tablebase build {0}")]
    Missing(Material),
}

/// Asks the solver about a position that tables do not know; it returns nothing if it does not answer.
pub type Solve<'a> = &'a mut dyn FnMut(&Board) -> Option<Solution>;

impl Knowledge {
    /// Returns the object for a position, which `fen` names; with or without its moves.
    ///
    /// # Errors
    /// If a table cannot be built.
    pub fn answer<'a>(
        &mut self,
        fen: &'a str,
        board: &Board,
        has_moves: bool,
        solve: Solve<'_>,
    ) -> Result<Answered<'a>, ProbeError> {
        // Of a position that no table can hold, the moves may still lead to tables.
        let refusal = self.check(board).err();
        let has_mates = self.to_come(board)?.is_none();
        let value = if refusal.is_none() { self.value(board)? } else { None };
        let tables = self.facts(board, has_mates)?;
        let is_open = tables.category == Category::Unknown;
        let solution = if is_open { solve(board) } else { None };
        let facts = solution.as_ref().map_or(tables, |solution| tables.or_solved(solution));
        let is_known = facts.category.without_rule().is_some();
        let missing = self.missing(board);
        let unknown = refusal.map(Unknown::from).filter(|_| !is_known);
        let (unknown, missing) = match is_known {
            true => (None, missing),
            false => (unknown.or(missing), None),
        };
        let error = unknown.as_ref().map(ToString::to_string);
        let answer = Answer::of(fen, value, &facts, error).with_source(self.source(board));
        let answer = if has_moves {
            let mut moves = self.move_facts(board, has_mates)?;
            if let Some(solution) = &solution {
                add_solved(&mut moves, solution);
            }
            answer.with_moves(board, &moves)
        } else {
            answer
        };
        Ok(Answered { answer, unknown, missing })
    }

    /// Returns the missing table, which words say how to get; `None` if none is missing.
    pub fn missing(&self, board: &Board) -> Option<Unknown> {
        self.missing_table(board).map(Unknown::Missing)
    }
}
