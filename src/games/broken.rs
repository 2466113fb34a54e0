//! Describes a game that cannot be read: its number, its line, and the reason. The reader continues with the next game.

use std::fmt;

use thiserror::Error;

use crate::board::FenError;
use crate::text::shortened;

/// The longest part of a word that a message repeats, in characters.
const LONGEST_WORD: usize = 40;

/// A game that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenGame {
    /// Its number in the file, from 1; 0 for text between games.
    pub number: usize,
    /// The line of the fault, from 1.
    pub line: usize,
    /// The players as `White – Black`; empty if the tags do not name both.
    pub players: String,
    /// The reason.
    pub reason: Reason,
}

impl fmt::Display for BrokenGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BrokenGame { number, line, players, reason } = self;
        match (number, players.is_empty()) {
            (0, _) => write!(f, "line {line}: {reason}; skipped"),
            (_, true) => write!(f, "game {number}, line {line}: {reason}; the game is left out"),
            (_, false) => write!(f, "game {number} ({players}), line {line}: {reason}; the game is left out"),
        }
    }
}

/// Why a game cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Reason {
    /// A word is not a move.
    #[error("{word:?} is not a move; write moves as in Nf3, exd5, e8=Q or O-O")]
    NoMove {
        /// The word.
        word: String,
    },
    /// A move is not legal.
    #[error("{word} is not legal in {fen}; check this move and those before it")]
    IllegalMove {
        /// The move as it was written.
        word: String,
        /// The position.
        fen: String,
    },
    /// Several legal moves have this notation.
    #[error(
        "{word} fits several legal moves in {fen}; name the file or rank it comes from, as in Nbd2 or R1e2"
    )]
    Ambiguous {
        /// The move as it was written.
        word: String,
        /// The position.
        fen: String,
    },
    /// A comment is not closed.
    #[error("a comment is not closed; write }} at its end")]
    OpenComment,
    /// A variation is not closed.
    #[error("a variation is not closed; write ) at its end")]
    OpenVariation,
    /// A closing brace has no opening brace.
    #[error("a closing brace has no opening brace; write {{ where the comment begins, or delete }}")]
    StrayBrace,
    /// The game goes on after its result.
    #[error(
        "there are moves after the result; move the result to the end, or begin the next game with its tags"
    )]
    MovesBehindResult,
    /// The game has other rules.
    #[error(
        "lucena does not play the variant {name:?}; allowed: standard chess, games from a position, Chess960"
    )]
    Variant {
        /// The tag's value.
        name: String,
    },
    /// The first position cannot be played.
    #[error("the first position (tag FEN) cannot be used: {0}")]
    Start(#[from] FenError),
    /// The game is too long.
    #[error("the game is longer than {} MiB; split it", .bytes >> 20)]
    TooLong {
        /// The length of the part that was read.
        bytes: usize,
    },
    /// Text between games.
    #[error(
        "this is not a game: {text:?}; a game has moves, as in 1. e4 e5, and tags before them, as in [White \"Lucena\"]"
    )]
    NoGame {
        /// The beginning of the text.
        text: String,
    },
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
}
