//! A question of a stream: a position and its place in the input, or what is wrong there.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use crate::board::Board;
use crate::games::epd;
use crate::text::lines::Line;

/// The head of an object: everything that is known before a search. It can be read again as a line of input.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Question {
    /// The file; `None` if there is only one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line of the file, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// The game of the file, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<u64>,
    /// Half-moves of the game before the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ply: Option<u32>,
    /// The move played in the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub played: Option<String>,
    /// The same in standard notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub played_san: Option<String>,
    /// The `id` of an EPD line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// Why there is no position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// Takes questions; breaks to get no more.
pub(super) type Give<'a> = dyn FnMut(Asked) -> ControlFlow<()> + 'a;

/// A question with its position; `None` if the input has none.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    pub question: Question,
    pub board: Option<Board>,
}

impl Asked {
    /// Asks about a position.
    pub fn about(board: Board, question: Question) -> Asked {
        Asked { question: Question { fen: Some(board.fen()), ..question }, board: Some(board) }
    }

    /// Asks nothing, for this reason.
    pub fn wrong(error: impl ToString, question: Question) -> Asked {
        Asked { question: Question { error: Some(error.to_string()), fen: None, ..question }, board: None }
    }

    /// Returns the question of a line; `place` names the file. `None` if the line is empty or a comment.
    pub fn read(line: &Line, place: &Question) -> Option<Asked> {
        let text = line.text.trim();
        if text.is_empty() || text.starts_with('#') {
            return None;
        }
        let place = Question { line: Some(line.number as u64), ..place.clone() };
        if line.is_cut {
            return Some(Asked::wrong("the line is longer than any position", place));
        }
        if text.starts_with('{') {
            return Some(Asked::read_object(text, place));
        }
        Some(match epd::read_position(text) {
            Ok(epd) => {
                let id = Some(epd.id).filter(|id| !id.is_empty());
                Asked::about(epd.board, Question { id, ..place })
            }
            Err(error) => Asked::wrong(error, place),
        })
    }

    /// Reads an object with a `fen`, such as an earlier output. A place that it names replaces its place in the input.
    fn read_object(text: &str, place: Question) -> Asked {
        let question = match serde_json::from_str::<Question>(text) {
            Ok(question) => question,
            Err(error) => return Asked::wrong(error, place),
        };
        let is_placed = question.line.is_some() || question.game.is_some();
        let question =
            if is_placed { question } else { Question { file: place.file, line: place.line, ..question } };
        match (&question.error, &question.fen) {
            (Some(_), _) => Asked { question: Question { fen: None, ..question }, board: None },
            (None, None) => Asked::wrong("the object has no \"fen\"", question),
            (None, Some(fen)) => match Board::from_fen(fen, false) {
                Ok(board) => Asked::about(board, question),
                Err(error) => Asked::wrong(error, question),
            },
        }
    }
}
