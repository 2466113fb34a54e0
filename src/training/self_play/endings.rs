//! Chooses endings of the book in which self-played games begin, with a few random moves, still roughly balanced.

use std::path::Path;

use fastrand::Rng;

use crate::board::Board;
use crate::evaluation::{Evaluator, Parameters};
use crate::training::error::TrainingError;
use crate::training::openings::{BOOK_PLIES, after_random_moves};

/// The men of an ending that is worth playing out, kings included.
const MEN: std::ops::RangeInclusive<usize> = 6..=16;

/// The greatest distance of its static value from even, in centipawns: decided games teach little.
const BALANCE_LIMIT: i32 = 350;

/// The most tries with random moves; after them, the book's position is taken as it is.
const TRIES: usize = 20;

/// Returns those of these positions that games can begin with.
///
/// # Errors
/// If there are none.
pub fn endings(mut boards: Vec<Board>, book: &Path) -> Result<Vec<Board>, TrainingError> {
    boards.retain(is_ending);
    if boards.is_empty() {
        let reason = format!(
            "{} has no position of {} to {} men; name an EPD file with some",
            book.display(),
            MEN.start(),
            MEN.end()
        );
        return Err(TrainingError::WrongFile(reason));
    }
    Ok(boards)
}

/// Returns the start of a game: the book's positions in turn, each followed by random moves.
pub(super) fn choose(book: &[Board], number: u64, random: &mut Rng) -> Board {
    let position = &book[(number % book.len() as u64) as usize];
    let mut evaluator = Evaluator::new(Parameters::built_in());
    (0..TRIES)
        .filter_map(|_| after_random_moves(position, random.usize(BOOK_PLIES), random))
        .find(|board| is_ending(board) && evaluator.evaluate(board).value().abs() <= BALANCE_LIMIT)
        .unwrap_or_else(|| position.clone())
}

fn is_ending(board: &Board) -> bool {
    MEN.contains(&board.men()) && !board.legal_moves().is_empty()
}
