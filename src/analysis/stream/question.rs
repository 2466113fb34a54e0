//! What is asked about: a position and where it stands in the input, or what is wrong there.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use crate::board::Board;
use crate::games::epd;
use crate::text::lines::Line;

/// The head of an object: what is known before anything is searched. It can be read again as a line of input.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Question {
    /// The file, where there are several.
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
    /// The move that the game goes on with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub played: Option<String>,
    /// The same in standard notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub played_san: Option<String>,
    /// The `id` of an EPD.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// Why there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// Who takes questions.
pub(super) type Give<'a> = dyn FnMut(Asked) -> ControlFlow<()> + 'a;

/// A question with its position; nothing where the input has none.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    pub question: Question,
    pub board: Option<Board>,
}

impl Asked {
    /// About a position.
    pub fn about(board: Board, question: Question) -> Asked {
        Asked { question: Question { fen: Some(board.fen()), ..question }, board: Some(board) }
    }

    /// Nothing, for this reason.
    pub fn wrong(error: impl ToString, question: Question) -> Asked {
        Asked { question: Question { error: Some(error.to_string()), fen: None, ..question }, board: None }
    }

    /// What a line asks about, in a file that `place` names; nothing where it is empty or a comment.
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

    /// An object with a `fen`, perhaps one of an earlier output. What it says of its place counts, else where it stands.
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
