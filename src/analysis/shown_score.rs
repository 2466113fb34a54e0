//! A score as JSON says it: in centipawns, as moves to mate, or as a result of the tables.

use serde::Serialize;

use crate::score::{Score, ScoreKind};

/// A score for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum ShownScore {
    /// Centipawns.
    Cp(i32),
    /// Moves to the mate, negative where the side to move is mated, 0 where it is.
    Mate(i32),
    /// 1 where the tables are won, or a line leads to where they are; -1 where they are lost. How long that takes is not known.
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
