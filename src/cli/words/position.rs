//! Positions as the command line and the files named on it give them: what stands behind a FEN is told, everywhere alike.

use crate::board::{Board, FenError};
use crate::cli::CommandError;

/// Reads the FEN of an argument, or of several that were not kept together by quotation marks.
pub(in crate::cli) fn read(words: &[String], chess960: bool) -> Result<Board, CommandError> {
    Ok(read_told(&words.join(" "), "", chess960)?)
}

/// Reads the position of a command that can do without one, from the option `--fen` or from the words behind the others.
pub(in crate::cli) fn read_optional(
    option: Option<&str>,
    words: &[String],
    chess960: bool,
) -> Result<Option<Board>, CommandError> {
    match (option, words) {
        (None, []) => Ok(None),
        (Some(fen), []) => Ok(Some(read_told(fen, "", chess960)?)),
        (None, words) => read(words, chess960).map(Some),
        (Some(_), words) => Err(CommandError::Usage(format!(
            "unknown words beside --fen: {:?}; a FEN has quotation marks around it",
            words.join(" ")
        ))),
    }
}

/// Reads a FEN and tells what stands behind it; `place` says before that where, as in `FILE:LINE: `.
pub(in crate::cli) fn read_told(text: &str, place: &str, chess960: bool) -> Result<Board, FenError> {
    let read = Board::read_fen(text, chess960)?;
    if !read.passed_over.is_empty() {
        eprintln!("lucena: {place}ignored after the FEN: {:?}", read.passed_over);
    }
    Ok(read.board)
}
