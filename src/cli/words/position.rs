//! Reads positions of the command line and its files, and reports what follows a FEN.

use crate::board::{Board, FenError};
use crate::cli::CommandError;

/// Reads the FEN of an argument, or of several if quotation marks were left out.
pub(in crate::cli) fn read(words: &[String], chess960: bool) -> Result<Board, CommandError> {
    Ok(read_fen(&words.join(" "), "", chess960)?)
}

/// Reads an optional position, from `--fen` or from the words after the others.
pub(in crate::cli) fn read_optional(
    option: Option<&str>,
    words: &[String],
    chess960: bool,
) -> Result<Option<Board>, CommandError> {
    match (option, words) {
        (None, []) => Ok(None),
        (Some(fen), []) => Ok(Some(read_fen(fen, "", chess960)?)),
        (None, words) => read(words, chess960).map(Some),
        (Some(_), words) => Err(CommandError::Usage(format!(
            "unknown words beside --fen: {:?}; write quotation marks around a FEN, and name one position",
            words.join(" ")
        ))),
    }
}

/// Reads a FEN and reports ignored text after it; `place` begins the report, as in `FILE:LINE: `.
pub(in crate::cli) fn read_fen(text: &str, place: &str, chess960: bool) -> Result<Board, FenError> {
    let read = Board::read_fen(text, chess960)?;
    if !read.passed_over.is_empty() {
        eprintln!("lucena: {place}ignored after the FEN: {:?}", read.passed_over);
    }
    Ok(read.board)
}
