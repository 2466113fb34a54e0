//! Formats what tables know of a position as one JSON object.

use serde::Serialize;

use super::facts::{Facts, MoveFacts};
use super::fields::{MoveFields, PositionFields};
use super::knowledge::FileSource;
use crate::board::Board;
use crate::exact::Exact;
use crate::tablebase::Wdl;

/// A position's value by tables: lucena's own fields, and those of the public table servers.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = TableAnswer)]
pub struct Answer<'a> {
    fen: &'a str,
    /// 2, 0 or -2 for the side to move; `None` if it is unknown.
    wdl: Option<i8>,
    dtm_plies: Option<u32>,
    /// The Syzygy file that knows the value; absent if another table does.
    #[serde(skip_serializing_if = "Option::is_none")]
    syzygy: Option<String>,
    /// Present if a Syzygy file knows a win or loss: whether the 50-move rule, from a clock of zero, leaves it as it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    stands_with_50_move_rule: Option<bool>,
    /// Why the value is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(flatten)]
    position: PositionFields,
    /// The legal moves, the best first; absent if nobody wants them.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<MoveFields>>,
}

impl<'a> Answer<'a> {
    /// Makes the answer for a FEN that is not a position, with the reason.
    pub fn unread(fen: &'a str, error: String) -> Answer<'a> {
        let position = PositionFields::from(&Facts::default());
        let (syzygy, stands_with_50_move_rule) = (None, None);
        Answer {
            fen: fen.trim(),
            wdl: None,
            dtm_plies: None,
            syzygy,
            stands_with_50_move_rule,
            error: Some(error),
            position,
            moves: Some(Vec::new()),
        }
    }

    /// Makes the answer for a FEN: its value without the 50-move rule, what is known of it, and the reason if that is nothing.
    pub fn of(fen: &'a str, value: Option<Exact>, facts: &Facts, error: Option<String>) -> Answer<'a> {
        let wdl = value.map(Exact::counted).or_else(|| facts.category.without_rule());
        let wdl = wdl.map(|wdl| match wdl {
            Wdl::Win => 2,
            Wdl::Draw => 0,
            Wdl::Loss => -2,
        });
        let dtm_plies = value.and_then(|value| value.distance.plies());
        let (syzygy, stands_with_50_move_rule) = (None, None);
        let position = facts.into();
        Answer {
            fen: fen.trim(),
            wdl,
            dtm_plies,
            syzygy,
            stands_with_50_move_rule,
            error,
            position,
            moves: None,
        }
    }

    /// Adds the Syzygy file that knows the position.
    #[must_use]
    pub fn with_source(self, source: Option<FileSource>) -> Answer<'a> {
        let is_decided = self.wdl.is_some_and(|wdl| wdl != 0);
        let stands_with_50_move_rule = source.as_ref().filter(|_| is_decided).map(|source| !source.is_spoilt);
        Answer { syzygy: source.map(|source| source.name), stands_with_50_move_rule, ..self }
    }

    /// Adds the moves on this board, in this order.
    #[must_use]
    pub fn with_moves(self, board: &Board, moves: &[MoveFacts]) -> Answer<'a> {
        let moves = moves.iter().map(|facts| MoveFields::new(board, facts)).collect();
        Answer { moves: Some(moves), ..self }
    }
}
