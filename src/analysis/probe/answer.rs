//! Formats the value of a position as one JSON object.

use serde::Serialize;

use super::knowledge::FileSource;
use crate::exact::Exact;
use crate::tablebase::Wdl;

/// A position's value by tables.
#[derive(Debug, Serialize)]
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
}

impl<'a> Answer<'a> {
    /// Makes the answer for a FEN: its value and the Syzygy file that knows it, or why the value is unknown.
    pub fn of(
        fen: &'a str,
        value: Option<Exact>,
        source: Option<FileSource>,
        error: Option<String>,
    ) -> Answer<'a> {
        let wdl = value.map(|value| match value.counted() {
            Wdl::Win => 2,
            Wdl::Draw => 0,
            Wdl::Loss => -2,
        });
        let is_decided = wdl.is_some_and(|wdl| wdl != 0);
        let stands = source.as_ref().filter(|_| is_decided).map(|source| !source.is_spoilt);
        Answer {
            fen: fen.trim(),
            wdl,
            dtm_plies: value.and_then(|value| value.distance.plies()),
            syzygy: source.map(|source| source.name),
            stands_with_50_move_rule: stands,
            error,
        }
    }
}
