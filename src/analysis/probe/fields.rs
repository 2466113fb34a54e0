//! The fields of the public table servers' JSON, for a position and for a move.

use serde::Serialize;

use super::facts::{Facts, MoveFacts};
use crate::board::Board;
use crate::tablebase::{Outcome, Wdl};

/// The fields of a position. Distances are in plies, positive if the side to move wins.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct PositionFields {
    category: &'static str,
    dtz: Option<i32>,
    precise_dtz: Option<i32>,
    dtm: Option<i64>,
    dtm50: Option<i64>,
    /// No table of lucena's has it.
    dtc: Option<i32>,
    /// Distances of another game.
    dtw: Option<i32>,
    checkmate: bool,
    stalemate: bool,
    insufficient_material: bool,
    variant_win: bool,
    variant_loss: bool,
}

impl From<&Facts> for PositionFields {
    fn from(facts: &Facts) -> PositionFields {
        let zeroing = facts.zeroing;
        PositionFields {
            category: facts.category.word(),
            dtz: zeroing.map(|zeroing| zeroing.signed_plies),
            precise_dtz: zeroing.filter(|zeroing| zeroing.is_precise).map(|zeroing| zeroing.signed_plies),
            // The servers keep 0 for a draw.
            dtm: facts.mate.filter(|_| !facts.ends.is_checkmate).map(signed_plies),
            dtm50: facts.mate_by_clock.filter(|outcome| outcome.wdl != Wdl::Draw).map(signed_plies),
            dtc: None,
            dtw: None,
            checkmate: facts.ends.is_checkmate,
            stalemate: facts.ends.is_stalemate,
            insufficient_material: facts.ends.is_dead,
            variant_win: false,
            variant_loss: false,
        }
    }
}

/// The fields of a move: its own, and those of the position after it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct MoveFields {
    uci: String,
    san: String,
    zeroing: bool,
    conversion: bool,
    #[serde(flatten)]
    after: PositionFields,
}

impl MoveFields {
    /// The fields of a move on this board.
    pub fn new(board: &Board, MoveFacts { played, gives_check, after }: &MoveFacts) -> MoveFields {
        MoveFields {
            uci: board.uci(*played),
            san: board.notation_with(*played, *gives_check, after.ends.is_checkmate).to_string(),
            zeroing: played.is_zeroing(),
            conversion: played.is_conversion(),
            after: after.into(),
        }
    }
}

fn signed_plies(outcome: Outcome) -> i64 {
    let plies = i64::from(outcome.plies);
    if outcome.wdl == Wdl::Loss { -plies } else { plies }
}
