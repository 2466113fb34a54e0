//! The notices that a proof sends while it runs.

use std::path::Path;

use super::escape::Escape;
use crate::advice::position::view::Position;
use crate::tablebase::{CacheError, Material, Progress};

/// A notice from a running proof.
#[derive(Clone, Copy, Debug)]
pub enum ProofNotice<'a> {
    /// Progress in building an exact table.
    Building(Progress),
    /// An exact table was missing and has been built.
    Built(Material),
    /// The cache of exact tables has a problem; the tables are right all the same.
    Cache(&'a CacheError),
    /// The prover is surveying a piece of advice, for ever or asked about by goals, in all positions.
    Surveying {
        /// The table, which may be one that is handed over to.
        table: &'a str,
        /// The advice.
        advice: &'a str,
        /// How many pieces of advice come before it.
        done: usize,
        /// How many pieces of advice there are.
        all: usize,
    },
    /// A chunk of a table's positions has been planned.
    Planned {
        /// The table, which may be one that is handed over to.
        table: &'a str,
        /// How many chunks are done, by the number of this one.
        done: usize,
        /// How many chunks there are.
        all: usize,
    },
    /// Some numbers have been searched for positions that a table promises to win, or to hold: first all, and then, if the promise
    /// asks about advice, those that the rest of it names.
    Promised {
        /// The table.
        table: &'a str,
        /// How many parts are done.
        done: usize,
        /// How many there are.
        all: usize,
    },
    /// Some more of the positions that a promise leads to have been planned.
    Reached {
        /// The table, which may be one that is handed over to.
        table: &'a str,
        /// How many positions have been reached and planned.
        reached: usize,
        /// How many positions they lead to that are not planned yet.
        open: usize,
        /// How many bytes they take so far.
        bytes: usize,
    },
    /// A proof that was killed goes on from what it had saved.
    GoesOn {
        /// The table, which may be one that is handed over to.
        table: &'a str,
        /// How many positions were planned.
        reached: usize,
    },
    /// What a long proof has planned cannot be saved or read; the proof is made all the same, and from the beginning if it cannot be
    /// read.
    NotSaved {
        /// The file.
        path: &'a Path,
        /// The reason, in words.
        reason: &'a str,
    },
    /// A claimed position that the table does not win, or does not hold; of mirror images, for a symmetric table, only one.
    Escapes {
        /// The position.
        position: &'a Position,
        /// How they escape.
        escape: Escape,
        /// The rule that fails: here, or at a later move.
        rule: &'a str,
        /// The advice that fails; `None` if none of the rule is satisfiable.
        advice: Option<&'a str>,
    },
}

impl ProofNotice<'_> {
    /// Returns what a user is told once, in words; `None` for progress and escapes.
    pub fn news(&self) -> Option<String> {
        match self {
            ProofNotice::Built(material) => Some(format!("built the exact table of {material}")),
            ProofNotice::Cache(problem) => Some(problem.to_string()),
            ProofNotice::GoesOn { table, reached } => {
                Some(format!("goes on with {table}, of which {reached} positions were planned"))
            }
            ProofNotice::NotSaved { path, reason } => {
                Some(format!("an unfinished proof is not kept in {}: {reason}", path.display()))
            }
            _ => None,
        }
    }
}
