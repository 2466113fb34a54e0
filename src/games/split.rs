//! Where one game of a file ends and the next begins, so that a broken one takes no other with it.

use std::io::{self, BufReader, Read};

use super::movetext::Scanner;
use super::tag;
use crate::text::Utf8Stream;
use crate::text::lines::{Line, Lines};

/// Longer lines come in pieces, in bytes. Engines write whole games with their thoughts into one.
const LONGEST_LINE: usize = 1 << 20;
/// Longer games are not kept, in bytes.
const LONGEST_GAME: usize = 8 << 20;

/// The lines of one game.
#[derive(Clone, Debug, Default)]
pub(super) struct RawGame {
    /// The number of its first line, from 1.
    pub line: usize,
    pub tags: Vec<(String, String)>,
    /// Lines that are no tags: moves and comments.
    pub movetext: Vec<Line>,
    /// It was so long that it has not been kept.
    pub is_too_long: bool,
}

impl RawGame {
    fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.movetext.is_empty()
    }

    fn has_tag(&self, name: &str) -> bool {
        self.tags.iter().any(|(known, _)| known == name)
    }
}

/// Zero bytes between letters are what is left of an encoding that nobody has told.
fn without_zeroes(mut line: Line) -> Line {
    line.text.retain(|letter| letter != '\0');
    line
}

/// Gathers lines to games.
pub(super) struct RawGames<R> {
    lines: Lines<BufReader<Utf8Stream<R>>>,
    /// The first line of the next game.
    ahead: Option<Line>,
}

/// The game that is being gathered.
#[derive(Default)]
struct Gathering {
    game: RawGame,
    scanner: Scanner,
    /// The scanner has met something that it does not understand and knows no more.
    is_lost: bool,
    is_behind_blank: bool,
    bytes: usize,
}

impl<R: Read> RawGames<R> {
    pub fn new(input: R) -> RawGames<R> {
        let input = BufReader::new(Utf8Stream::new(input));
        RawGames { lines: Lines::in_pieces(input, LONGEST_LINE), ahead: None }
    }

    fn next_game(&mut self) -> io::Result<Option<RawGame>> {
        let mut gathering = Gathering::default();
        loop {
            let line = match self.ahead.take() {
                Some(line) => line,
                None => match self.lines.next().transpose()? {
                    Some(line) => without_zeroes(line),
                    None => break,
                },
            };
            if gathering.begins_another(&line) {
                self.ahead = Some(line);
                break;
            }
            gathering.take(line);
        }
        Ok((!gathering.game.is_empty()).then_some(gathering.game))
    }
}

impl<R: Read> Iterator for RawGames<R> {
    type Item = io::Result<RawGame>;

    fn next(&mut self) -> Option<io::Result<RawGame>> {
        self.next_game().transpose()
    }
}

impl Gathering {
    fn begins_another(&self, line: &Line) -> bool {
        if self.game.is_empty() {
            return false;
        }
        let has_moves = !self.game.movetext.is_empty();
        if let Some(tags) = tag::read(&line.text) {
            let is_first = tags[0].0 == "Event" || self.is_behind_blank;
            // A comment that is never closed ends where the next game surely begins.
            return match has_moves {
                true => is_first || !self.scanner.is_in_comment(),
                false => self.is_behind_blank && tags.iter().any(|(name, _)| self.game.has_tag(name)),
            };
        }
        let text = line.text.trim_start();
        let is_inside = self.scanner.is_in_comment() || self.scanner.is_in_variation();
        if !has_moves || text.is_empty() || is_inside {
            return false;
        }
        let is_first_move = is_first_move(text);
        let is_comment = text.starts_with(['{', ';']);
        (self.scanner.is_over() && (is_first_move || self.is_behind_blank && !is_comment))
            || (self.is_behind_blank && is_first_move)
    }

    fn take(&mut self, line: Line) {
        if self.game.is_empty() {
            self.game.line = line.number;
        }
        // Lines that begin so are for the programs that wrote them.
        if line.text.starts_with('%') {
            return;
        }
        if line.text.trim().is_empty() {
            self.is_behind_blank = true;
            return;
        }
        self.is_behind_blank = false;
        self.bytes += line.text.len();
        if self.bytes > LONGEST_GAME {
            self.game.is_too_long = true;
        }
        match tag::read(&line.text).filter(|_| self.game.movetext.is_empty()) {
            Some(tags) => self.game.tags.extend(tags),
            None => self.take_moves(line),
        }
    }

    fn take_moves(&mut self, line: Line) {
        if !self.is_lost {
            self.is_lost = self.scanner.feed(&line).is_err();
        }
        // Of a game that is too long nothing more is needed than that it has moves.
        if self.game.is_too_long {
            self.game.movetext.truncate(1);
            return;
        }
        self.game.movetext.push(line);
    }
}

/// `1. e4` and its like.
fn is_first_move(text: &str) -> bool {
    let behind = text.strip_prefix('1').map(|rest| rest.trim_start_matches(' '));
    behind.is_some_and(|rest| rest.starts_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_bytes_between_letters_are_no_part_of_a_line() {
        let games = RawGames::new("\u{FEFF}1. e4\n\n\0e5".as_bytes()).next_game().unwrap().unwrap();
        let lines: Vec<(usize, &str)> =
            games.movetext.iter().map(|line| (line.number, line.text.as_str())).collect();
        assert_eq!(lines, [(1, "1. e4"), (3, "e5")]);
    }
}
