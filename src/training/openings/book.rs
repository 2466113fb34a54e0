//! The positions that the random moves of `genfens` start from: the start of the game, or random lines of an EPD file.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::ops::{Range, RangeInclusive};
use std::path::{Path, PathBuf};

use fastrand::Rng;

use super::random_moves::{BOOK_PLIES, OPENING_PLIES};
use crate::board::Board;
use crate::games::epd;
use crate::training::error::TrainingError;

/// The bad lines in a row after which a file is refused as no book.
const TRIES: usize = 100;

/// Called with a line that is not a position: its file, number and error.
type WrongLine = fn(&Path, usize, &dyn Display);

/// Positions to play random moves from.
pub struct Book(Option<File>);

/// An EPD file. Books have millions of lines, and a client asks for a few dozen, so a line is read only when it is drawn.
struct File {
    path: PathBuf,
    text: String,
    /// The place in the text of each line that is neither empty nor a comment, and its number.
    lines: Vec<(Range<usize>, usize)>,
    /// Numbers of the lines that were reported as wrong.
    wrong: BTreeSet<usize>,
    report: WrongLine,
}

impl Book {
    /// The start of the game alone.
    #[must_use]
    pub const fn start() -> Book {
        Book(None)
    }

    /// The book with this text, from the file at `path`. `report` is called once for each line that is drawn and is not a position.
    ///
    /// # Errors
    /// If it has no line.
    pub fn of_file(path: &Path, text: String, report: WrongLine) -> Result<Book, TrainingError> {
        let lines = lines_of(&text);
        if lines.is_empty() {
            return Err(TrainingError::WrongFile(format!(
                "{} has no line with a position; name a file of FENs or EPD lines",
                path.display()
            )));
        }
        Ok(Book(Some(File { path: path.to_owned(), text, lines, wrong: BTreeSet::new(), report })))
    }

    /// Returns the default number of random half-moves.
    #[must_use]
    pub fn plies(&self) -> RangeInclusive<usize> {
        if self.0.is_some() { BOOK_PLIES } else { OPENING_PLIES }
    }

    /// Draws a random position. It reports and skips lines that are not positions.
    ///
    /// # Errors
    /// If many lines in a row are not positions.
    pub fn draw(&mut self, random: &mut Rng) -> Result<Board, TrainingError> {
        self.0.as_mut().map_or_else(|| Ok(Board::default()), |file| file.draw(random))
    }

    /// Returns how many of the lines drawn so far were not positions.
    #[must_use]
    pub fn wrong_lines(&self) -> usize {
        self.0.as_ref().map_or(0, |file| file.wrong.len())
    }
}

impl File {
    fn draw(&mut self, random: &mut Rng) -> Result<Board, TrainingError> {
        for _ in 0..TRIES {
            let (place, number) = &self.lines[random.usize(..self.lines.len())];
            match epd::read(&self.text[place.clone()]).next() {
                Some((_, Ok(position))) => return Ok(position.board),
                Some((_, Err(error))) if self.wrong.insert(*number) => {
                    (self.report)(&self.path, *number, &error);
                }
                _ => {}
            }
        }
        Err(TrainingError::WrongFile(format!(
            "{} has no position in {TRIES} lines drawn from it; name a file of FENs or EPD lines",
            self.path.display()
        )))
    }
}

/// Returns the lines that are neither empty nor comments, with their numbers from 1.
fn lines_of(text: &str) -> Vec<(Range<usize>, usize)> {
    let mut start = 0;
    let mut lines = Vec::new();
    for (index, line) in text.split_inclusive('\n').enumerate() {
        if !line.trim().is_empty() && !line.starts_with('#') {
            lines.push((start..start + line.len(), index + 1));
        }
        start += line.len();
    }
    lines
}
