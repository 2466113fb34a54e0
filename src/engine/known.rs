//! An exact result, and who knows it.

use crate::tablebase::Wdl;

/// Who knows an exact result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Authority {
    /// The rules: the game is over.
    Rules,
    /// The exact tables: those inside the program, built ones, Syzygy files.
    Tables,
    /// A solved pawn ending.
    Solver,
    /// A proof of mate.
    MateProof,
}

/// What is known for certain of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// The result for the side to move, with the 50-move clock as it stands.
    pub result: Wdl,
    /// Who knows it.
    pub by: Authority,
}
