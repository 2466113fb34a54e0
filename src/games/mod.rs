//! Reads files of games (PGN) game by game, in memory that does not grow with the file, and writes them again.
//!
//! `split` groups lines into games, `movetext` cuts the text of moves into tokens, `words` takes words apart into moves and
//! signs, and `tree` plays the moves on boards. `write` makes PGN again. A fault in one game is reported and affects no other.

mod beginning;
mod broken;
pub mod epd;
mod epd_moves;
mod error;
mod kind;
mod movetext;
mod notation;
mod read;
mod record;
mod signs;
mod split;
mod tag;
mod tree;
mod words;
mod write;

pub use beginning::begins_games;
pub use broken::{BrokenGame, Reason};
pub use error::GamesError;
pub use kind::KIND;
pub use record::{GameResult, RecordedGame, RecordedLine, RecordedMove};

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use self::split::RawGames;

/// The name that means standard input on the command line.
const STANDARD_INPUT: &str = "-";

/// Iterates over the games of a file.
pub struct Games<R> {
    raw: RawGames<R>,
    number: usize,
}

/// Opens a file of games; the name `-` means standard input.
///
/// # Errors
/// If the file cannot be opened.
pub fn open(path: &Path) -> Result<Games<Box<dyn Read + Send>>, GamesError> {
    let input: Box<dyn Read + Send> = if path == Path::new(STANDARD_INPUT) {
        Box::new(io::stdin())
    } else {
        let unreadable = |source| GamesError::Unreadable { path: path.to_owned(), source };
        Box::new(File::open(path).map_err(unreadable)?)
    };
    Ok(Games::new(input))
}

/// Returns whether a path names a file that can be read twice, and not a stream.
pub fn can_be_read_again(path: &Path) -> bool {
    path != Path::new(STANDARD_INPUT) && path.metadata().is_ok_and(|about| about.is_file())
}

impl<R: Read> Games<R> {
    /// Reads the games of a stream.
    pub fn new(input: R) -> Games<R> {
        Games { raw: RawGames::new(input), number: 0 }
    }
}

impl<R: Read> Iterator for Games<R> {
    type Item = io::Result<Result<RecordedGame, BrokenGame>>;

    fn next(&mut self) -> Option<Self::Item> {
        let raw = match self.raw.next()? {
            Ok(raw) => raw,
            Err(error) => return Some(Err(error)),
        };
        let game = read::read(&raw, self.number + 1);
        // Text without tags and without a single move is not a game and does not count as one.
        if raw.tags.is_empty() && !raw.movetext.iter().any(|line| words::has_move(&line.text)) {
            let text = raw.movetext.first().map_or("", |line| line.text.as_str());
            let reason = Reason::no_game(text);
            return Some(Ok(Err(BrokenGame { number: 0, line: raw.line, players: String::new(), reason })));
        }
        self.number += 1;
        Some(Ok(game))
    }
}

#[cfg(test)]
mod tests;
