//! Where self-played games begin: an ending of the book and a few random moves, still roughly balanced.

use std::path::Path;

use fastrand::Rng;

use crate::board::Board;
use crate::evaluation::{Evaluator, Parameters};
use crate::games::epd::{self, EpdError};
use crate::text::decode;
use crate::training::error::TrainingError;
use crate::training::openings::{BOOK_PLIES, after_random_moves};

/// The men of an ending worth playing out, kings included.
const MEN: std::ops::RangeInclusive<usize> = 6..=16;

/// An opening's static value may be so far from even, in centipawns: decided games teach little.
const BALANCE_LIMIT: i32 = 350;

/// How often random moves are tried before the book's position is taken as it is.
const TRIES: usize = 20;

/// The endings of an EPD file.
pub struct Endings {
    /// Positions that games can begin with.
    pub boards: Vec<Board>,
    /// Lines that are not positions, with their numbers from 1: they are left out.
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

/// The start of a game: the book's positions in turn, each with random moves behind it.
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
