//! How a defence escapes.

use serde::{Deserialize, Serialize};

/// How a defence escapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Escape {
    /// No advice is satisfiable in a won position.
    NoAdvice,
    /// They are stalemated.
    Stalemate,
    /// They have taken something, and what is left cannot be won.
    PieceLost,
    /// They can come back to the same position for ever.
    Repetition,
    /// What is left can be won, and no table is named to hand it over to.
    HandoverMissing,
    /// Their pawn is promoted, and what is left cannot be won.
    DefenderPromoted,
    /// A move was played after which the win is gone, with all our men on the board.
    GivenAway,
}

impl Escape {
    /// All of them.
    pub const ALL: [Escape; 7] = [
        Escape::NoAdvice,
        Escape::Stalemate,
        Escape::PieceLost,
        Escape::Repetition,
        Escape::HandoverMissing,
        Escape::DefenderPromoted,
        Escape::GivenAway,
    ];

    /// Returns it in words.
    pub const fn words(self) -> &'static str {
        match self {
            Escape::NoAdvice => "no advice is satisfiable",
            Escape::Stalemate => "they are stalemated",
            Escape::PieceLost => "they take a man, and the rest cannot be won",
            Escape::Repetition => "they can repeat for ever",
            Escape::HandoverMissing => "it is still won, but no table is named to hand it over to",
            Escape::DefenderPromoted => "their pawn is promoted, and the rest cannot be won",
            Escape::GivenAway => "the win is given away",
        }
    }
}
