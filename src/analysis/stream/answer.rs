//! The objects that come out, one a line. docs/analyse.md describes their fields and must agree with this file.

use serde::Serialize;

use super::question::Question;
use crate::analysis::shown_line::ShownLine;
use crate::tablebase::Wdl;

/// The version of the objects. It grows when a field's meaning changes or a field goes, not when one is added.
const SCHEMA: u32 = 1;

/// One line of output.
#[derive(Debug, Serialize)]
pub(super) struct Object<'a> {
    schema: u32,
    #[serde(flatten)]
    question: &'a Question,
    #[serde(flatten)]
    answer: Option<&'a Answer>,
}

impl<'a> Object<'a> {
    pub fn new(question: &'a Question, answer: Option<&'a Answer>) -> Object<'a> {
        Object { schema: SCHEMA, question, answer }
    }
}

/// The findings about a position.
#[derive(Debug, Serialize)]
pub(super) struct Answer {
    /// The exact result, if it is known ...
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<&'static str>,
    /// ... and its source.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub known_by: Option<&'static str>,
    /// The Syzygy file that knows the result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub syzygy: Option<String>,
    /// What ended a solver that did not prove it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unsolved: Option<&'static str>,
    /// The best line; empty if there is no move.
    #[serde(flatten)]
    pub best: ShownLine,
    /// The best lines, if several are wanted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<ShownLine>,
    /// The move of a table of advice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advice: Option<Advice>,
    /// The deepest ply reached.
    pub selective_depth: u32,
    pub nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<u64>,
}

/// The move of a table of advice, and why.
#[derive(Debug, Serialize)]
pub(super) struct Advice {
    pub table: String,
    pub rule: String,
    pub advice: String,
    pub purpose: String,
    pub best: String,
    pub best_san: String,
}

/// Returns a result for the side to move, as a word.
pub(in crate::analysis) fn result_word(result: Wdl) -> &'static str {
    match result {
        Wdl::Win => "win",
        Wdl::Draw => "draw",
        Wdl::Loss => "loss",
    }
}
