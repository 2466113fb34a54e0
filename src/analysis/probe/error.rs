//! The errors of probing tables.

use thiserror::Error;

use crate::tablebase::{GenerateError, MOST_MEN};

/// Why tables cannot be probed for a position.
#[derive(Debug, Error)]
pub enum ProbeError {
    /// The position has more men than any table.
    #[error(
        "{0} men are on the board; tables have at most {MOST_MEN}, kings included; lucena go searches any position"
    )]
    TooManyMen(usize),
    /// Tables do not contain castling rights.
    #[error(
        "castling is still allowed; tables know only positions without castling rights; write - for them in the FEN"
    )]
    CastlingRights,
    /// A table cannot be built.
    #[error(transparent)]
    Generate(#[from] GenerateError),
}

impl ProbeError {
    /// Returns whether the request is impossible; otherwise something failed.
    pub const fn is_refusal(&self) -> bool {
        !matches!(self, ProbeError::Generate(_))
    }
}
