//! Formats the value of a position as one JSON object.

use serde::Serialize;

use crate::exact::Exact;
use crate::tablebase::Wdl;

/// A position's value by tables.
#[derive(Debug, Serialize)]
pub struct Answer<'a> {
    fen: &'a str,
    /// 2, 0 or -2 for the side to move; `None` if it is unknown.
    wdl: Option<i8>,
    dtm_plies: Option<u32>,
    /// Why the value is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl<'a> Answer<'a> {
    /// Makes the answer for a FEN: its value, or why that is unknown.
    pub fn of(fen: &'a str, value: Option<Exact>, error: Option<String>) -> Answer<'a> {
        let wdl = value.map(|value| match value.counted() {
            Wdl::Win => 2,
            Wdl::Draw => 0,
            Wdl::Loss => -2,
        });
        Answer { fen: fen.trim(), wdl, dtm_plies: value.and_then(|value| value.distance.plies()), error }
    }
}
