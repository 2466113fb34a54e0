//! Writes a line of play with its score as JSON, for streams and for searches that somebody watches.

use serde::Serialize;
use shakmaty::Move;
use utoipa::ToSchema;

use super::shown_score::ShownScore;
use crate::board::{Board, notations};
use crate::score::Score;
use crate::search::Bound;

/// A line of play with its score.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ShownLine {
    /// The score for the side to move; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) score: Option<ShownScore>,
    /// `lower` or `upper` if the score is a bound; absent if it is not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) bound: Option<&'static str>,
    /// The first move in UCI's notation; null if there is no move.
    pub(super) best: Option<String>,
    /// The first move in standard notation; null if there is no move.
    pub(super) best_san: Option<String>,
    /// The moves in UCI's notation.
    pub(super) pv: Vec<String>,
    /// The moves in standard notation.
    pub(super) pv_san: Vec<String>,
    /// The depth in half-moves.
    pub(super) depth: u32,
}

impl ShownLine {
    /// Makes a line from a position.
    pub fn new(board: &Board, moves: &[Move], score: Option<Score>, bound: Bound, depth: u32) -> ShownLine {
        let pv_san = notations(board, moves);
        let pv: Vec<String> = moves.iter().map(|played| board.uci(*played)).collect();
        let bound = match bound {
            Bound::Exact => None,
            Bound::Lower => Some("lower"),
            Bound::Upper => Some("upper"),
        };
        let (best, best_san) = (pv.first().cloned(), pv_san.first().cloned());
        ShownLine { score: score.map(ShownScore::from), bound, best, best_san, pv, pv_san, depth }
    }
}
