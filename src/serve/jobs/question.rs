//! What a job is asked, as programs send it and as it is kept for the time after a restart.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// What to prove.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SolveRequest {
    /// The position as a FEN.
    #[schema(example = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1")]
    pub fen: String,
    /// The most seconds to work; without it, the work ends with the proof or the memory.
    #[schema(exclusive_minimum = 0, maximum = 10_000_000)]
    pub seconds: Option<f64>,
}

/// How to review.
#[derive(Clone, Debug, Deserialize, Serialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ReviewRequest {
    /// The name of the games, for people.
    pub name: Option<String>,
    /// Review only the games of this player; a part of the name is enough.
    pub player: Option<String>,
    /// An ending begins with this many men on the board.
    #[param(minimum = 2, maximum = 32)]
    pub from: Option<u8>,
    /// Nodes for each position without an exact result.
    #[param(minimum = 1, maximum = 100_000_000)]
    pub nodes: Option<u64>,
}

/// What a job was asked that can be begun again. The games of a review lie in a file of their own.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Question {
    /// To prove a position.
    Solve(SolveRequest),
    /// To review games.
    Review(ReviewRequest),
}
