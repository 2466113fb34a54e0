//! What a caller allows when it asks for exact results.

use std::sync::Arc;

use crate::search::SyzygySettings;
use crate::tablebase::{DtmTables, EmbeddedTables};

/// The tables that may be asked.
#[derive(Clone)]
pub struct Sources {
    /// The tables inside the program.
    pub embedded: Arc<EmbeddedTables>,
    /// Distance tables in memory; they are asked beyond the men of the embedded tables.
    pub built: Arc<DtmTables>,
    /// Syzygy files, with their limits.
    pub syzygy: SyzygySettings,
}

/// How much work an answer may cost, and which results count as answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowed {
    /// The most men for which the embedded tables are asked.
    pub own_men: usize,
    /// The most positions to look up for one question, at some microseconds each, if one ply of a Syzygy file decides whether
    /// a result comes in time.
    pub positions: u32,
    /// What to answer if these positions are not enough.
    pub doubt: Doubt,
}

/// What a result counts as that may come in time or one ply too late.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// As one that comes too late.
    IsTooLate,
    /// As not known.
    IsUnknown,
}
