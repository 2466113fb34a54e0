//! An exact result, and the source that knows it.

use crate::tablebase::Wdl;

/// The source of an exact result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Authority {
    /// The rules: the game is over.
    Rules,
    /// The exact tables: embedded, built, or Syzygy files.
    Tables,
    /// The solver: a solved ending, from this session or from a file.
    Solver,
    /// A proof of mate.
    MateProof,
}

/// What is certain about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// The result for the side to move, with the current 50-move clock.
    pub result: Wdl,
    /// Its source.
    pub by: Authority,
}
