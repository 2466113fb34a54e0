//! The ways in which a defence escapes from a table.

use serde::{Deserialize, Serialize};

use crate::advice::language::Aim;
use crate::board::Board;
use crate::text;

/// How a defence escapes.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, utoipa::ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Escape {
    /// No advice is satisfiable in a position that can be won, or held.
    NoAdvice,
    /// No advice is satisfiable, and the goal of some that the rule names holds already, so that it is not played.
    ReachedAlready,
    /// They are stalemated.
    Stalemate,
    /// They have taken something, and what is left cannot be won, or is lost.
    PieceLost,
    /// They can repeat positions for ever.
    Repetition,
    /// What is left can be won, but the table names no other to hand it over to.
    HandoverMissing,
    /// Their pawn is promoted, and what is left cannot be won, or is lost.
    DefenderPromoted,
    /// A move was played after which the win or the draw is gone, with all our men on the board.
    GivenAway,
}

impl Escape {
    /// Returns whether a file that begins with these bytes is a list of escapes: a position and three words on each line.
    #[must_use]
    pub fn begins_list(beginning: &[u8]) -> bool {
        let first_line = text::beginning(beginning).lines().next().unwrap_or_default();
        let fields: Vec<&str> = first_line.split('\t').collect();
        matches!(fields[..], [fen, _, _, _] if Board::from_fen(fen, false).is_ok())
    }

    /// All escapes.
    pub const ALL: [Escape; 8] = [
        Escape::NoAdvice,
        Escape::ReachedAlready,
        Escape::Stalemate,
        Escape::PieceLost,
        Escape::Repetition,
        Escape::HandoverMissing,
        Escape::DefenderPromoted,
        Escape::GivenAway,
    ];

    /// Returns the escape in words, for a table that wins or one that holds.
    pub const fn words(self, aim: Aim) -> &'static str {
        match (self, aim) {
            (Escape::PieceLost, Aim::Holds) => "they take a man, and the rest is lost",
            (Escape::DefenderPromoted, Aim::Holds) => "their pawn is promoted, and the rest is lost",
            (Escape::GivenAway, Aim::Holds) => "the draw is given away",
            (escape, _) => escape.words_of_win(),
        }
    }

    const fn words_of_win(self) -> &'static str {
        match self {
            Escape::NoAdvice => "no advice is satisfiable",
            Escape::ReachedAlready => {
                "its goal holds already, so it is not played, and no other advice is satisfiable"
            }
            Escape::Stalemate => "they are stalemated",
            Escape::PieceLost => "they take a man, and the rest cannot be won",
            Escape::Repetition => "our moves go in a circle",
            Escape::HandoverMissing => "it is still won, but no table is named to hand it over to",
            Escape::DefenderPromoted => "their pawn is promoted, and the rest cannot be won",
            Escape::GivenAway => "the win is given away",
        }
    }
}
