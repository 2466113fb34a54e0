//! What a proof tells while it goes on.

use super::escape::Escape;
use crate::advice::position::Position;
use crate::tablebase::{CacheError, Material, Progress};

/// Something to tell.
#[derive(Clone, Copy, Debug)]
pub enum ProofNews<'a> {
    /// How far the building of an exact table is.
    Building(Progress),
    /// An exact table was not there and has been built.
    Built(Material),
    /// The cache of exact tables is out of order; the tables are right all the same.
    Cache(&'a CacheError),
    /// A piece of advice that goals ask about is being worked out for all positions.
    Surveying {
        /// The table, which may be one that is handed over to.
        table: &'a str,
        /// The advice.
        advice: &'a str,
        /// How many pieces of advice stand before it.
        done: usize,
        /// Of how many.
        all: usize,
    },
    /// So many numbers of positions of a table have been looked at.
    Planned {
        /// The table, which may be one that is handed over to.
        table: &'a str,
        /// How many.
        done: usize,
        /// Of how many.
        all: usize,
    },
    /// A won position that the table does not win; of mirror images, for a symmetric table, one.
    Escapes {
        /// The position.
        position: &'a Position,
        /// How they escape.
        escape: Escape,
        /// The rule that fails: here, or at a later move.
        rule: &'a str,
        /// The advice that fails; `None` where none of the rule is satisfiable.
        advice: Option<&'a str>,
    },
}
