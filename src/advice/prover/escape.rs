//! How a defence escapes.

use serde::{Deserialize, Serialize};

/// How a defence escapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Escape {
    /// No advice was satisfiable.
    NoAdvice,
    /// They are stalemated.
    Stalemate,
    /// They took something, and no table knows what is left.
    PieceLost,
    /// They can come back to the same position for ever.
    Repetition,
}

impl Escape {
    /// All of them.
    pub const ALL: [Escape; 4] = [Escape::NoAdvice, Escape::Stalemate, Escape::PieceLost, Escape::Repetition];
}
