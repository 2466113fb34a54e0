//! Writes a score as JSON: in centipawns, as moves to mate, or as a result of the tables.

use serde::Serialize;

use crate::score::{Score, ScoreKind};

/// A score for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ShownScore {
    /// Centipawns.
    Cp(i32),
    /// Moves to mate; negative if the side to move is mated, 0 if it is mated already.
    Mate(i32),
    /// 1 if the line leads to a table win, -1 for a table loss. The distance is unknown.
    Table(i32),
}

impl From<Score> for ShownScore {
    fn from(score: Score) -> ShownScore {
        match score.kind() {
            ScoreKind::Centipawns(value) => ShownScore::Cp(value),
            ScoreKind::Mate { plies } if plies > 0 => ShownScore::Mate((plies + 1) / 2),
            ScoreKind::Mate { plies } => ShownScore::Mate(plies / 2),
            ScoreKind::Table { .. } => ShownScore::Table(score.value().signum()),
        }
    }
}
