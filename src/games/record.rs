//! Holds a game: its tags, first position, legal moves with their annotations, and result.

use std::fmt;

use shakmaty::{Color, Move};

use crate::board::Board;

/// The null move as most programs write it and all read it.
const NULL_MOVE: &str = "--";

/// A game from a file.
#[derive(Clone, Debug)]
pub struct RecordedGame {
    /// Its number in the file, from 1. Broken games count too.
    pub number: usize,
    /// The number of its first line, from 1.
    pub line: usize,
    /// Names and values of the tags, in the file's order.
    pub tags: Vec<(String, String)>,
    /// The position before the first move. It also records whether the game is Chess960.
    pub start: Board,
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// Numeric annotation glyphs before the first move.
    pub glyphs: Vec<u32>,
    /// The moves played.
    pub moves: Vec<RecordedMove>,
    /// The result by the tag or, without one, by the sign after the moves.
    pub result: GameResult,
    /// Remarks on everything that could not be preserved, each with its line.
    pub passed_over: Vec<String>,
}

/// A move with its annotations.
#[derive(Clone, Debug, Default)]
pub struct RecordedMove {
    /// The move; `None` for a null move.
    pub played: Option<Move>,
    /// Numeric annotation glyphs: 1 for `!`, 2 for `?`.
    pub glyphs: Vec<u32>,
    /// Comments, including commands such as `[%clk 0:01:02]`.
    pub comments: Vec<String>,
    /// Variations that replace this move.
    pub variations: Vec<RecordedLine>,
}

/// A variation. Without moves, it is a comment in parentheses.
#[derive(Clone, Debug, Default)]
pub struct RecordedLine {
    /// Comments before its first move.
    pub comments: Vec<String>,
    /// Numeric annotation glyphs before its first move.
    pub glyphs: Vec<u32>,
    /// Its moves.
    pub moves: Vec<RecordedMove>,
    /// The unchanged text from a null move in check to the end of the variation: no rule says which moves follow such a pass.
    /// `None` if every move could be played.
    pub unplayed: Option<String>,
    /// Comments after the variation.
    pub comments_behind: Vec<String>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GameResult {
    /// This side won.
    Won(Color),
    /// Drawn.
    Drawn,
    /// The game goes on, or the result is unknown.
    #[default]
    Unknown,
}

impl RecordedMove {
    /// Returns the position after this move. `board` is the position before it. A null move in check, which the reader never lets
    /// through, changes nothing.
    #[must_use]
    pub fn after(&self, board: &Board) -> Board {
        match self.played {
            Some(played) => board.after(played),
            None => board.after_pass().unwrap_or_else(|| board.clone()),
        }
    }

    /// Returns the move in standard notation, `--` for a null move.
    #[must_use]
    pub fn notation(&self, board: &Board) -> String {
        self.played.map_or_else(|| NULL_MOVE.to_owned(), |played| board.notation(played).to_string())
    }
}

impl RecordedLine {
    /// Returns whether the line has neither moves nor annotations.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.has_no_moves() && self.comments.is_empty() && self.glyphs.is_empty()
    }

    /// Returns whether it is only a comment in parentheses.
    #[must_use]
    pub fn has_no_moves(&self) -> bool {
        self.moves.is_empty() && self.unplayed.is_none()
    }

    /// Returns whether the line ends with a comment in parentheses. Other programs would apply such a comment to the next move.
    #[must_use]
    pub fn ends_in_words(&self) -> bool {
        let last = self.moves.last().and_then(|made| made.variations.last());
        self.has_no_moves() || last.is_some_and(RecordedLine::ends_in_words)
    }
}

impl RecordedGame {
    /// Returns the value of a tag; `None` if the game does not have it. Case makes no difference in the name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        value_of(&self.tags, name)
    }
}

/// Returns the value of a tag from a list.
pub(super) fn value_of<'a>(tags: &'a [(String, String)], name: &str) -> Option<&'a str> {
    tags.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
}

impl GameResult {
    /// Reads the value of the tag `Result`. Anything unusual is `Unknown`.
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
