//! Finds where one game of a file ends and the next begins, so that a broken game does not affect the others.

use std::io::{self, BufReader, Read};

use super::movetext::{Scanner, Token};
use super::tag;
use crate::text::Utf8Stream;
use crate::text::lines::{Line, Lines};

/// The longest line that is read whole, in bytes; longer lines come in pieces. Some engines write an annotated game into one
/// line.
const LONGEST_LINE: usize = 1 << 20;
/// The longest game that is read, in bytes.
const LONGEST_GAME: usize = 8 << 20;

/// The lines of one game.
#[derive(Clone, Debug, Default)]
pub(super) struct RawGame {
    /// The number of its first line, from 1.
    pub line: usize,
    pub tags: Vec<(String, String)>,
    /// The other lines: moves and comments.
    pub movetext: Vec<Line>,
    /// The game was too long, so its moves were dropped.
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

/// Removes zero bytes, which remain between letters if UTF-16 was not recognised.
fn without_zeroes(mut line: Line) -> Line {
    line.text.retain(|letter| letter != '\0');
    line
}

/// Groups lines into games.
pub(super) struct RawGames<R> {
    lines: Lines<BufReader<Utf8Stream<R>>>,
    /// The first line of the next game.
    ahead: Option<Line>,
}

/// The game whose lines are being collected.
#[derive(Default)]
struct Gathering {
    game: RawGame,
    scanner: Scanner,
    /// The scanner met something that it does not understand, so its state is no longer reliable.
    is_lost: bool,
    /// It has more than tags and comments.
    has_words: bool,
    /// Comments come before its tags.
    has_preface: bool,
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
        let has_moves = self.is_in_moves();
        if let Some(tags) = tag::read(&line.text) {
            // A tag may be quoted in a comment. Only a tag after a blank line surely ends a comment that was never closed.
            let is_sure = self.is_behind_blank && line.text.trim_end().ends_with("\"]");
            return match has_moves {
                true => is_sure || !self.scanner.is_in_comment(),
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
            || (self.is_behind_blank && is_first_move && self.has_words)
    }

    /// Returns whether the moves have begun, so that no tags of this game can follow.
    fn is_in_moves(&self) -> bool {
        !self.game.movetext.is_empty() && (self.has_words || !self.has_preface)
    }

    fn take(&mut self, line: Line) {
        if self.game.is_empty() {
            self.game.line = line.number;
        }
        // Such a line is either for the program that wrote it or part of a comment. The scanner knows which.
        if line.text.starts_with('%') {
            if !self.game.movetext.is_empty() {
                self.take_moves(line);
            }
            return;
        }
        if line.text.trim().is_empty() {
            self.is_behind_blank = true;
            return;
        }
        self.is_behind_blank = false;
        match tag::read(&line.text).filter(|_| !self.is_in_moves()) {
            Some(tags) => {
                self.count(&line);
                self.game.tags.extend(tags);
            }
            None => self.take_moves(line),
        }
    }

    fn count(&mut self, line: &Line) {
        self.bytes += line.text.len();
        self.game.is_too_long |= self.bytes > LONGEST_GAME;
    }

    fn take_moves(&mut self, line: Line) {
        self.count(&line);
        self.has_preface |= self.game.tags.is_empty();
        if !self.is_lost {
            let has_words = &mut self.has_words;
            let fed = self.scanner.feed(&line, &mut |_, token| {
                *has_words |= !matches!(token, Token::Comment(_));
            });
            self.is_lost = fed.is_err();
            self.has_words |= self.is_lost;
        }
        // The first line suffices to show that this game has moves.
        if self.game.is_too_long {
            self.game.movetext.truncate(1);
            return;
        }
        self.game.movetext.push(line);
    }
}

/// Returns whether a line begins like `1. e4`.
fn is_first_move(text: &str) -> bool {
    let behind = text.strip_prefix('1').map(|rest| rest.trim_start_matches(' '));
    behind.is_some_and(|rest| rest.starts_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers of the lines with which the games of a text begin.
    fn begins(text: &str) -> Vec<usize> {
        RawGames::new(text.as_bytes()).map(|game| game.unwrap().line).collect()
    }

    #[test]
    fn comments_before_the_first_move_belong_to_its_game() {
        let cases = [
            ("; one\n\n1. e4 *", vec![1]),
            ("{one}\n\n[Event \"a\"]\n[Site \"b\"]\n\n1. e4 *\n\n[Event \"c\"]\n\n*", vec![1, 8]),
            ("[Event \"a\"]\n\n{one\n\n1. two}\n\n1. e4 *\n\n1. d4 *", vec![1, 9]),
            ("[Event \"a\"]\n\n{one}\n\n[Event \"b\"]\n\n*", vec![1, 5]),
            ("1. e4 *\n\n{one} {\n[Event \"a\"]\n}\n\n[Event \"b\"]\n\n1. d4 *", vec![1, 7]),
        ];
        for (text, lines) in cases {
            assert_eq!(begins(text), lines, "{text}");
        }
    }

    #[test]
    fn zero_bytes_between_letters_are_no_part_of_a_line() {
        let games = RawGames::new("\u{FEFF}1. e4\n\n\0e5".as_bytes()).next_game().unwrap().unwrap();
        let lines: Vec<(usize, &str)> =
            games.movetext.iter().map(|line| (line.number, line.text.as_str())).collect();
        assert_eq!(lines, [(1, "1. e4"), (3, "e5")]);
    }
}
