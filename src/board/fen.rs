//! Reading a position from FEN, as tolerantly as play allows, and saying in words why one is refused.

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, FromSetup, PositionError, PositionErrorKinds};
use thiserror::Error;

use super::Board;

/// Why a FEN is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FenError {
    /// The text is not a FEN.
    #[error(
        "{text:?} is no FEN ({reason}); a FEN has board, turn (w or b), castling (KQkq, file letters or -), \
         en passant square (or -) and optionally two counters"
    )]
    Syntax {
        /// The text.
        text: String,
        /// The part that could not be read.
        reason: String,
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

/// What is fatal, each with words that say what is allowed.
const FATAL: [(PositionErrorKinds, &str); 5] = [
    (PositionErrorKinds::EMPTY_BOARD, "the board is empty; each side needs one king"),
    (PositionErrorKinds::MISSING_KING, "a king is missing; each side needs one"),
    (PositionErrorKinds::TOO_MANY_KINGS, "a side has more than one king; each side needs one"),
    (
        PositionErrorKinds::PAWNS_ON_BACKRANK,
        "a pawn stands on the first or last rank; pawns belong on ranks 2 to 7",
    ),
    (PositionErrorKinds::OPPOSITE_CHECK, "the side not to move is in check; only the side to move may be"),
];

impl Board {
    /// Reads a FEN; counters may be missing, castling rights may be KQkq or Shredder's file letters.
    ///
    /// Rights without their rook, an en passant square without its pawn, impossible checks and too many
    /// promoted pieces are mended or tolerated, because people analyse such positions. With `chess960`
    /// castling follows Chess960 rules even from a standard set-up; otherwise the rights decide.
    ///
    /// # Errors
    /// Where the text is no FEN, or the position is one that cannot be played from.
    pub fn from_fen(text: &str, chess960: bool) -> Result<Board, FenError> {
        let fen: Fen = text.trim().parse().map_err(|error: shakmaty::fen::ParseFenError| {
            FenError::Syntax { text: text.to_owned(), reason: error.to_string() }
        })?;
        let setup = fen.into_setup();
        let mode = if chess960 { CastlingMode::Chess960 } else { CastlingMode::detect(&setup) };
        let position = Chess::from_setup(setup, mode)
            .or_else(PositionError::ignore_invalid_castling_rights)
            .or_else(PositionError::ignore_invalid_ep_square)
            .or_else(PositionError::ignore_impossible_check)
            .or_else(PositionError::ignore_too_much_material)
            .map_err(|error| illegal(text, &error))?;
        Ok(Board::new(position))
    }
}

fn illegal(text: &str, error: &PositionError<Chess>) -> FenError {
    let reasons: Vec<&str> =
        FATAL.iter().filter(|(kind, _)| error.kinds().contains(*kind)).map(|(_, words)| *words).collect();
    FenError::Illegal { text: text.to_owned(), reason: reasons.join("; ") }
}
