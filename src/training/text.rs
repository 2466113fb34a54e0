//! Writes a position of a file as text: `FEN;RESULT;GAME;SCORE`.

use super::record::{GameResult, Record, UnpackError};

/// Returns the line of a position of the game with this number. The game's result (1, 0.5 or 0) and the score in centipawns are
/// White's, and empty if unknown.
///
/// # Errors
/// If the record is not a legal position.
pub fn as_text(record: &Record, game: u64) -> Result<String, UnpackError> {
    let result = match record.result()? {
        Some(GameResult::Win) => "1",
        Some(GameResult::Draw) => "0.5",
        Some(GameResult::Loss) => "0",
        None => "",
    };
    let score = record.score().map_or_else(String::new, |score| score.to_string());
    Ok(format!("{};{result};{game};{score}", record.board()?.fen()))
}
