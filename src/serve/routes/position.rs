//! The route that tells a board what it shows of a position.

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::analysis::{BoardView, Viewer};
use crate::board::Board;
use crate::serve::extract::{Words, game};
use crate::serve::refusal::{Problem, Refusal};
use crate::serve::state::Shared;

/// A position in a game.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Asked {
    /// The position as a FEN; underscores may stand for spaces.
    #[param(example = "8/8/8/3k4/8/8/8/R3K3_w_-_-_0_1")]
    fen: String,
    /// Moves from there in UCI's notation, separated by commas.
    moves: Option<String>,
    /// The most seconds for the solver if nobody knows the result at once; default 0.
    #[param(minimum = 0)]
    solve: Option<f64>,
    /// Whether to look up mates as well; the first answer about a material has none, and says in `building` which table is to come.
    mates: Option<bool>,
}

/// The legal moves, and what is certain of each.
#[utoipa::path(
    get, path = "/api/position", params(Asked), tag = "board",
    responses((status = 200, body = BoardView), (status = 400, body = Problem))
)]
pub async fn position(
    State(shared): State<Shared>,
    Words(asked): Words<Asked>,
) -> Result<Json<BoardView>, Refusal> {
    let game = game(&asked.fen, asked.moves.as_deref())?;
    let time = shared.solve_time(asked.solve)?;
    shared
        .work(move |shared| {
            let view = shared.ask(|knowledge| {
                let has_mates = asked.mates.unwrap_or(false);
                let solve = &mut |board: &Board| shared.solver.solve(&shared.settings, board, time);
                Viewer { knowledge, has_mates, solve }.view(&game)
            });
            Ok(Json(view?))
        })
        .await
}
