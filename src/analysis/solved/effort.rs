//! What an answer took, and the tables that it rests on: the same in every form of an answer.

use std::fmt::{self, Write};

use indicatif::HumanBytes;
use serde::Serialize;

use super::tables::LargerTables;
use crate::solve::Solution;

/// What an answer took, as members of its JSON object.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = SolveEffort)]
pub(super) struct Effort {
    /// Pawn arrangements with their kinds of pieces, counted once for each side that could win.
    pub arrangements: usize,
    positions: u64,
    /// Tables of five men that were used.
    tables: Vec<String>,
    /// Syzygy files that were asked.
    syzygy: Vec<String>,
    bytes: usize,
    seconds: f64,
}

impl Effort {
    /// The effort of a solution, and the larger tables that were used.
    pub fn of(solution: &Solution, tables: &LargerTables) -> Effort {
        Effort {
            arrangements: solution.size.arrangements,
            positions: solution.size.positions,
            tables: tables.built(),
            syzygy: tables.syzygy(),
            bytes: solution.size.bytes,
            seconds: solution.time.as_secs_f64(),
        }
    }

    /// Writes the tables, the memory and the time for people. `built_now` names results that were built on the way.
    pub fn describe(&self, built_now: &[String], out: &mut String) -> fmt::Result {
        let named =
            [("tables", &self.tables[..]), ("built now", built_now), ("Syzygy files", &self.syzygy[..])];
        for (label, names) in named.into_iter().filter(|(_, names)| !names.is_empty()) {
            writeln!(out, "{label:<14}{}", names.join(" "))?;
        }
        writeln!(out, "memory        {}", HumanBytes(self.bytes as u64))?;
        writeln!(out, "time          {:.1} s", self.seconds)
    }
}
