//! Reads a position from FEN for every caller, as tolerantly as play allows, and says in words why it refuses one.

use shakmaty::fen::{Fen, ParseFenError};
use shakmaty::{CastlingMode, Chess, FromSetup, PositionError, PositionErrorKinds, Setup};
use thiserror::Error;

use super::position::Board;
use crate::text::shortened;

/// The longest FEN in bytes, and the most of a wrong text that a message repeats.
const LONGEST_FEN: usize = 150;
/// The most digits of a counter in a real game.
const LONGEST_COUNTER: usize = 5;
/// Board, turn, castling and en passant; the counters follow.
const FIELDS_WITHOUT_COUNTERS: usize = 4;
/// Fields of a whole FEN.
const FIELDS: usize = 6;

/// A position as it was read.
#[derive(Clone, Debug)]
pub struct ReadFen {
    /// The position.
    pub board: Board,
    /// Text after the FEN's fields that says nothing about the position: operations of an EPD, a stray word. Empty if
    /// there is none.
    pub passed_over: String,
}

/// Why a FEN is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FenError {
    /// The text is not a FEN.
    #[error(
        "{text:?} is not a FEN; a FEN has board, turn (w or b), castling (KQkq, file letters or -), \
         en passant square (or -) and optionally two counters, as in {EXAMPLE:?}"
    )]
    Syntax {
        /// The text.
        text: String,
    },
    /// A field of the FEN is wrong.
    #[error("{text:?} is not a FEN: {name} {found:?} is invalid; allowed: {allowed}")]
    Field {
        /// The text.
        text: String,
        /// The field's name, with its article.
        name: &'static str,
        /// What the text has there.
        found: String,
        /// What may be there, in words.
        allowed: &'static str,
    },
    /// The text is longer than any FEN.
    #[error("{text:?} is too long for a FEN; allowed: at most {LONGEST_FEN} characters, as in {EXAMPLE:?}")]
    TooLong {
        /// How the text begins.
        text: String,
    },
    /// A counter is longer than any game's.
    #[error("the counter {text:?} of the FEN is invalid; allowed: a whole number from 0 to 99999")]
    Counter {
        /// How the counter begins.
        text: String,
    },
    /// The position cannot occur in a game and cannot be searched.
    #[error("illegal position {text:?}: {reason}")]
    Illegal {
        /// The text.
        text: String,
        /// What is wrong with it, in words.
        reason: String,
    },
}

/// A FEN to copy.
const EXAMPLE: &str = "8/8/8/3k4/8/8/8/R3K3 w - - 0 1";

/// The fields that may be wrong by themselves, each with its place in the FEN, its name and what is allowed.
const WRONG_FIELDS: [(ParseFenError, usize, &str, &str); 4] = [
    (
        ParseFenError::InvalidBoard,
        0,
        "its board",
        "eight ranks from the 8th to the 1st with / between them, each of eight squares: KQRBNP for White, kqrbnp for Black, 1 \
         to 8 for empty squares",
    ),
    (ParseFenError::InvalidTurn, 1, "its turn", "w or b"),
    (ParseFenError::InvalidCastling, 2, "its castling", "letters of KQkq, letters of files, or -"),
    (ParseFenError::InvalidEpSquare, 3, "its en passant square", "a square such as e3 or e6, or -"),
];

/// What is wrong with an empty board, which lacks kings, too.
const EMPTY_BOARD: &str = "the board is empty; each side needs one king";

/// The other fatal faults, each with words that say what is allowed.
const FATAL: [(PositionErrorKinds, &str); 4] = [
    (PositionErrorKinds::MISSING_KING, "a king is missing; each side needs one"),
    (PositionErrorKinds::TOO_MANY_KINGS, "a side has more than one king; each side needs one"),
    (
        PositionErrorKinds::PAWNS_ON_BACKRANK,
        "a pawn stands on the first or last rank; pawns belong on ranks 2 to 7",
    ),
    (PositionErrorKinds::OPPOSITE_CHECK, "the side not to move is in check; only the side to move may be"),
];

impl Board {
    /// Reads a FEN as [`Board::read_fen`] does, and ignores text after it.
    ///
    /// # Errors
    /// If the text is not a FEN, or the position cannot be played from.
    pub fn from_fen(text: &str, chess960: bool) -> Result<Board, FenError> {
        Board::read_fen(text, chess960).map(|read| read.board)
    }

    /// Reads a FEN. Counters may be missing, castling rights may be KQkq or Shredder's file letters, and `--` means
    /// `-`. Text after the last field is returned to the caller.
    ///
    /// Rights without their rook and an en passant square without its pawn are dropped, impossible checks and too many
    /// promoted pieces are tolerated, because people analyse such positions. With `chess960`, castling follows Chess960
    /// rules even from a standard set-up; otherwise the rights decide.
    ///
    /// # Errors
    /// If the text is not a FEN, or the position cannot be played from.
    pub fn read_fen(text: &str, chess960: bool) -> Result<ReadFen, FenError> {
        let text = text.trim();
        let (fields, rest) = split(text);
        let fen = fields.join(" ");
        if fen.len() > LONGEST_FEN {
            return Err(FenError::TooLong { text: beginning(text) });
        }
        let counters = fields.iter().skip(FIELDS_WITHOUT_COUNTERS);
        if let Some(counter) = counters.clone().find(|counter| counter.len() > LONGEST_COUNTER) {
            return Err(FenError::Counter { text: beginning(counter) });
        }
        let parsed: Fen = fen.parse().map_err(|error| not_a_fen(text, &fields, error))?;
        let setup = parsed.into_setup();
        let mode = if chess960 { CastlingMode::Chess960 } else { CastlingMode::detect(&setup) };
        let position = tolerated(setup, mode).map_err(|error| illegal(&fen, &error))?;
        let says_something = rest.contains(char::is_alphanumeric);
        let rest = rest.trim_end().trim_start_matches(|letter: char| letter.is_whitespace() || letter == ';');
        let passed_over = if says_something { rest.to_owned() } else { String::new() };
        Ok(ReadFen { board: Board::new(position), passed_over })
    }
}

/// Returns the position of a set-up. Mends or tolerates what people's positions often have wrong.
pub(super) fn tolerated(setup: Setup, mode: CastlingMode) -> Result<Chess, Box<PositionError<Chess>>> {
    Chess::from_setup(setup, mode)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_invalid_ep_square)
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_too_much_material)
        .map_err(Box::new)
}

/// Returns the fields at the start of a text, and what follows them. A field ends at white space, at an underscore
/// (used in web addresses) or at the semicolon that ends an operation. Counters are digits, so any other word ends the
/// FEN.
fn split(text: &str) -> (Vec<&str>, &str) {
    let separates = |letter: char| letter.is_whitespace() || letter == '_';
    let mut fields = Vec::with_capacity(FIELDS);
    let mut rest = text;
    while fields.len() < FIELDS {
        let ahead = rest.trim_start_matches(separates);
        let end = ahead.find(|letter| separates(letter) || letter == ';').unwrap_or(ahead.len());
        let (field, behind) = ahead.split_at(end);
        let is_counter = field.bytes().all(|letter| letter.is_ascii_digit());
        if field.is_empty() || fields.len() >= FIELDS_WITHOUT_COUNTERS && !is_counter {
            break;
        }
        fields.push(if is_nothing(field) { "-" } else { field });
        rest = behind;
    }
    (fields, rest)
}

/// Returns whether a field consists of dashes, of whichever kind.
fn is_nothing(field: &str) -> bool {
    field.chars().all(|letter| matches!(letter, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}'))
}

/// Returns the start of a text, for a message to the user.
fn beginning(text: &str) -> String {
    shortened(text, LONGEST_FEN)
}

/// Returns the error that names the wrong field. A text whose first word looks like no board is no FEN at all.
fn not_a_fen(text: &str, fields: &[&str], error: ParseFenError) -> FenError {
    let text = beginning(text);
    let has_board = fields.first().is_some_and(|board| board.contains('/'));
    let wrong = WRONG_FIELDS.into_iter().find(|(kind, ..)| has_board && *kind == error);
    match wrong {
        Some((_, place, name, allowed)) => {
            let found = beginning(fields.get(place).copied().unwrap_or_default());
            FenError::Field { text, name, found, allowed }
        }
        None => FenError::Syntax { text },
    }
}

fn illegal(text: &str, error: &PositionError<Chess>) -> FenError {
    if error.kinds().contains(PositionErrorKinds::EMPTY_BOARD) {
        return FenError::Illegal { text: text.to_owned(), reason: EMPTY_BOARD.to_owned() };
    }
    let reasons: Vec<&str> =
        FATAL.iter().filter(|(kind, _)| error.kinds().contains(*kind)).map(|(_, words)| *words).collect();
    FenError::Illegal { text: text.to_owned(), reason: reasons.join("; ") }
}
