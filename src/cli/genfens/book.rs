//! What the random moves of `genfens` begin behind: the start of the game, or the lines of an EPD file by chance.

use std::collections::BTreeSet;
use std::ops::{Range, RangeInclusive};
use std::path::{Path, PathBuf};

use fastrand::Rng;

use crate::board::Board;
use crate::cli::random_moves::{BOOK_PLIES, OPENING_PLIES};
use crate::cli::{CommandError, input};
use crate::games::epd;

/// Of a file that is no book so many lines are looked at before it is refused.
const TRIES: usize = 100;

/// Positions to begin with.
pub(super) enum Book {
    Start,
    File(File),
}

/// An EPD file. Books have millions of lines, of which a client asks for some dozen: a line is read when it is drawn.
pub(super) struct File {
    path: PathBuf,
    text: String,
    /// Where each line that is neither empty nor a comment stands in the text, and its number.
    lines: Vec<(Range<usize>, usize)>,
    /// Numbers of lines that were told to be none.
    wrong: BTreeSet<usize>,
}

impl Book {
    /// The book of this name, or the start of the game.
    ///
    /// # Errors
    /// Where the file cannot be read, or has no line.
    pub fn open(path: Option<&Path>) -> Result<Book, CommandError> {
        let Some(path) = path else { return Ok(Book::Start) };
        let text = input::read_text(path)?;
        let lines = lines_of(&text);
        if lines.is_empty() {
            return Err(CommandError::Usage(format!(
                "{}: no line has a position; name a file of FENs or EPD lines",
                path.display()
            )));
        }
        Ok(Book::File(File { path: path.to_owned(), text, lines, wrong: BTreeSet::new() }))
    }

    /// How many random half-moves follow, where nothing else is asked for.
    pub fn plies(&self) -> RangeInclusive<usize> {
        match self {
            Book::Start => OPENING_PLIES,
            Book::File(_) => BOOK_PLIES,
        }
    }

    /// A position by chance. Lines that are none are told and passed over.
    ///
    /// # Errors
    /// Where one line after the other is none.
    pub fn draw(&mut self, random: &mut Rng) -> Result<Board, CommandError> {
        match self {
            Book::Start => Ok(Board::default()),
            Book::File(file) => file.draw(random),
        }
    }

    /// How many lines were none.
    pub fn wrong_lines(&self) -> usize {
        match self {
            Book::Start => 0,
            Book::File(file) => file.wrong.len(),
        }
    }
}

impl File {
    fn draw(&mut self, random: &mut Rng) -> Result<Board, CommandError> {
        for _ in 0..TRIES {
            let (place, number) = &self.lines[random.usize(..self.lines.len())];
            match epd::read(&self.text[place.clone()]).next() {
                Some((_, Ok(position))) => return Ok(position.board),
                Some((_, Err(error))) if self.wrong.insert(*number) => {
                    eprintln!("lucena: {}:{number}: {error}; skipped", self.path.display());
                }
                _ => {}
            }
        }
        Err(CommandError::Usage(format!(
            "{}: {TRIES} lines in a row have no position; name a file of FENs or EPD lines",
            self.path.display()
        )))
    }
}

/// The lines that say something, with their numbers from 1.
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
