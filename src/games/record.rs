//! A game as it was played: tags, the position it begins from, legal moves with what is said of them, the result.

use std::fmt;

use shakmaty::{Color, Move};

use crate::board::Board;

/// A game of a file.
#[derive(Clone, Debug)]
pub struct RecordedGame {
    /// Its number in the file, from 1, broken ones counted.
    pub number: usize,
    /// The number of its first line, from 1.
    pub line: usize,
    /// Names and values, in the file's order.
    pub tags: Vec<(String, String)>,
    /// The position before the first move. Its castling rights know whether it is Chess960.
    pub start: Board,
    /// What is said before the first move.
    pub comments: Vec<String>,
    /// The moves played.
    pub moves: Vec<RecordedMove>,
    /// How it ended, by its tag or else by the sign behind the moves.
    pub result: GameResult,
    /// What of its variations could not be read, in words with the line.
    pub passed_over: Vec<String>,
}

/// A move with what is said of it.
#[derive(Clone, Debug)]
pub struct RecordedMove {
    /// The move.
    pub played: Move,
    /// Numeric annotation glyphs: 1 for `!`, 2 for `?`.
    pub glyphs: Vec<u8>,
    /// Comments with the commands within them: `[%clk 0:01:02]`.
    pub comments: Vec<String>,
    /// What might have been played in its place.
    pub variations: Vec<RecordedLine>,
}

/// A variation.
#[derive(Clone, Debug, Default)]
pub struct RecordedLine {
    /// What is said before its first move.
    pub comments: Vec<String>,
    /// Its moves.
    pub moves: Vec<RecordedMove>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GameResult {
    /// By this side.
    Won(Color),
    /// Drawn.
    Drawn,
    /// It goes on, or nobody knows.
    #[default]
    Unknown,
}

impl RecordedGame {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        value_of(&self.tags, name)
    }
}

/// The value of a tag among others.
pub(super) fn value_of<'a>(tags: &'a [(String, String)], name: &str) -> Option<&'a str> {
    tags.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
}

impl GameResult {
    /// Reads a tag's value.
    pub fn of_text(text: &str) -> GameResult {
        match text.trim() {
            "1-0" => GameResult::Won(Color::White),
            "0-1" => GameResult::Won(Color::Black),
            "1/2-1/2" | "1/2" | "½-½" => GameResult::Drawn,
            _ => GameResult::Unknown,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameResult::Won(Color::White) => "1-0",
            GameResult::Won(Color::Black) => "0-1",
            GameResult::Drawn => "1/2-1/2",
            GameResult::Unknown => "*",
        })
    }
}
