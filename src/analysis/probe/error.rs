//! Why tables cannot be asked about a position.

use thiserror::Error;

use crate::tablebase::{GenerateError, MOST_MEN};

/// Why tables cannot be asked about a position.
#[derive(Debug, Error)]
pub enum ProbeError {
    /// No table has so many men.
    #[error("{0} men are on the board; tables have at most {MOST_MEN}, kings included")]
    TooManyMen(usize),
    /// Tables know nothing of castling.
    #[error("castling is still allowed; tables know only positions without castling rights (-)")]
    CastlingRights,
    /// A table cannot be built.
    #[error(transparent)]
    Generate(#[from] GenerateError),
}

impl ProbeError {
    /// Returns whether what was asked for is impossible; otherwise something failed.
    pub const fn is_refusal(&self) -> bool {
        !matches!(self, ProbeError::Generate(_))
    }
}
