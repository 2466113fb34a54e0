//! A game as it was played: tags, the position it begins from, legal moves with what is said of them, the result.

use std::fmt;

use shakmaty::{Color, Move};

use crate::board::Board;

/// How a null move is written, as most programs do and all read it.
const NULL_MOVE: &str = "--";

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
    /// Numeric annotation glyphs before the first move.
    pub glyphs: Vec<u32>,
    /// The moves played.
    pub moves: Vec<RecordedMove>,
    /// How it ended, by its tag or else by the sign behind the moves.
    pub result: GameResult,
    /// What could not be kept as it was, in words with the line.
    pub passed_over: Vec<String>,
}

/// A move with what is said of it.
#[derive(Clone, Debug, Default)]
pub struct RecordedMove {
    /// The move; `None` for a null move, by which who is to move passes.
    pub played: Option<Move>,
    /// Numeric annotation glyphs: 1 for `!`, 2 for `?`.
    pub glyphs: Vec<u32>,
    /// Comments with the commands within them: `[%clk 0:01:02]`.
    pub comments: Vec<String>,
    /// What might have been played in its place.
    pub variations: Vec<RecordedLine>,
}

/// A variation; one without moves is a comment that somebody put into brackets.
#[derive(Clone, Debug, Default)]
pub struct RecordedLine {
    /// What is said before its first move.
    pub comments: Vec<String>,
    /// Numeric annotation glyphs before its first move.
    pub glyphs: Vec<u32>,
    /// Its moves.
    pub moves: Vec<RecordedMove>,
    /// What follows its moves where who is in check passes: no rules tell which moves are possible then. As it stands there.
    pub unplayed: Option<String>,
    /// What is said behind it.
    pub comments_behind: Vec<String>,
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

impl RecordedMove {
    /// The position after this move, from that before it. A null move in check, which no reader lets pass, changes nothing.
    #[must_use]
    pub fn after(&self, board: &Board) -> Board {
        match self.played {
            Some(played) => board.after(played),
            None => board.after_pass().unwrap_or_else(|| board.clone()),
        }
    }

    /// The move in standard notation, `--` for a null move.
    #[must_use]
    pub fn notation(&self, board: &Board) -> String {
        self.played.map_or_else(|| NULL_MOVE.to_owned(), |played| board.notation(played).to_string())
    }
}

impl RecordedLine {
    /// Whether nothing is in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.has_no_moves() && self.comments.is_empty() && self.glyphs.is_empty()
    }

    /// Whether it is a comment that stands in brackets.
    #[must_use]
    pub fn has_no_moves(&self) -> bool {
        self.moves.is_empty() && self.unplayed.is_none()
    }

    /// Whether nothing but a comment in brackets stands at its end, which readers take for one on the next move.
    #[must_use]
    pub fn ends_in_words(&self) -> bool {
        let last = self.moves.last().and_then(|made| made.variations.last());
        self.has_no_moves() || last.is_some_and(RecordedLine::ends_in_words)
    }
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
