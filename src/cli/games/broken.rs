//! Games that cannot be read, and why: each is told with its number and line, and the next one is read.

use std::fmt;

use thiserror::Error;

use crate::board::FenError;
use crate::text::shortened;

/// No more of a word is repeated, in characters.
const LONGEST_WORD: usize = 40;

/// A game that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli) struct BrokenGame {
    /// Its number in the file, from 1; 0 for text between games that is none.
    pub number: usize,
    /// The line on which it breaks, from 1.
    pub line: usize,
    /// The players, where the game tells them: `White – Black`.
    pub players: String,
    /// Why.
    pub reason: Reason,
}

impl fmt::Display for BrokenGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BrokenGame { number, line, players, reason } = self;
        match (number, players.is_empty()) {
            (0, _) => write!(f, "line {line}: {reason}; passed over"),
            (_, true) => write!(f, "game {number}, line {line}: {reason}; the game is left out"),
            (_, false) => write!(f, "game {number} ({players}), line {line}: {reason}; the game is left out"),
        }
    }
}

/// Why a game cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(in crate::cli) enum Reason {
    #[error("{word:?} is no move")]
    NoMove { word: String },
    #[error("{word} is not legal in {fen}")]
    IllegalMove { word: String, fen: String },
    #[error("{word} may be any of several moves in {fen}")]
    Ambiguous { word: String, fen: String },
    #[error("a comment is not closed")]
    OpenComment,
    #[error("a variation is not closed")]
    OpenVariation,
    #[error("a closing brace stands outside any comment")]
    StrayBrace,
    #[error("moves stand behind the result")]
    MovesBehindResult,
    #[error(
        "variant {name:?} is not played here; allowed are standard chess, games from a position and Chess960"
    )]
    Variant { name: String },
    #[error("the position it begins from cannot be used: {0}")]
    Start(#[from] FenError),
    #[error("it is longer than {} MiB", .bytes >> 20)]
    TooLong { bytes: usize },
    #[error("this is no game: {text:?}")]
    NoGame { text: String },
    #[error("it cannot be read: {reason}")]
    Unreadable { reason: String },
}

impl Reason {
    pub(super) fn no_move(word: &str) -> Reason {
        Reason::NoMove { word: shortened(word, LONGEST_WORD) }
    }

    pub(super) fn no_game(text: &str) -> Reason {
        let shown: String =
            text.chars().map(|letter| if letter.is_control() { '\u{FFFD}' } else { letter }).collect();
        Reason::NoGame { text: shortened(shown.trim(), LONGEST_WORD) }
    }

    pub(super) fn is_about_comments(&self) -> bool {
        matches!(self, Reason::OpenComment | Reason::StrayBrace)
    }
}
