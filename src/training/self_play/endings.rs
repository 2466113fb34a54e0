//! Chooses endings of the book in which self-played games begin, with a few random moves, still roughly balanced.

use std::path::Path;

use fastrand::Rng;

use crate::board::Board;
use crate::evaluation::{Evaluator, Parameters};
use crate::games::epd::{self, EpdError};
use crate::text::decode;
use crate::training::error::TrainingError;
use crate::training::openings::{BOOK_PLIES, after_random_moves};

/// The men of an ending that is worth playing out, kings included.
const MEN: std::ops::RangeInclusive<usize> = 6..=16;

/// The greatest distance of its static value from even, in centipawns: decided games teach little.
const BALANCE_LIMIT: i32 = 350;

/// The most tries with random moves; after them, the book's position is taken as it is.
const TRIES: usize = 20;

/// The endings of an EPD file that games can begin with.
pub struct Endings {
    /// The endings.
    pub boards: Vec<Board>,
    /// Lines that are not positions and are left out, with their numbers from 1.
    pub wrong: Vec<(usize, EpdError)>,
}

/// Reads the endings of an EPD file.
///
/// # Errors
/// If the file cannot be read or has no ending of the right size.
pub fn read_endings(path: &Path) -> Result<Endings, TrainingError> {
    let bytes =
        std::fs::read(path).map_err(|source| TrainingError::Unreadable { path: path.to_owned(), source })?;
    let (mut boards, mut wrong) = (Vec::new(), Vec::new());
    for (line, position) in epd::read(&decode(&bytes)) {
        match position {
            Ok(position) => boards.push(position.board),
            Err(error) => wrong.push((line, error)),
        }
    }
    boards.retain(is_ending);
    if boards.is_empty() {
        let reason = format!("{}: no position of {} to {} men", path.display(), MEN.start(), MEN.end());
        return Err(TrainingError::WrongFile(reason));
    }
    Ok(Endings { boards, wrong })
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
