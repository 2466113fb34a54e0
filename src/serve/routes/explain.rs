//! The route that says why.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::advice::explanation::Told;
use crate::analysis::advising::Explaining;
use crate::analysis::{ValueParts, Viewer};
use crate::board::{Board, Game};
use crate::serve::extract::{Words, board};
use crate::serve::refusal::{Problem, Refusal};
use crate::serve::state::Shared;

/// A position, and who is to explain it.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Asked {
    /// The position as a FEN; underscores may stand for spaces.
    #[param(example = "8/8/8/3k4/8/8/8/R3K3_w_-_-_0_1")]
    fen: String,
    /// The name of a table of advice; without one, the first for the material.
    table: Option<String>,
}

/// The reasons.
#[derive(Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Why {
    /// Why a table plays its move.
    Advice(Box<Told>),
    /// What the value is made of.
    Value(ValueParts),
}

/// Why a table of advice plays its move; without a table, what the value is made of.
#[utoipa::path(
    get, path = "/api/explain", params(Asked), tag = "board",
    responses((status = 200, body = Why), (status = 400, body = Problem), (status = 404, body = Problem))
)]
pub async fn explain(State(shared): State<Shared>, Words(asked): Words<Asked>) -> Result<Json<Why>, Refusal> {
    let board = board(&asked.fen)?;
    shared
        .work(move |shared| {
            let registry = shared.registry();
            let named = asked.table.as_deref().map(|name| shared.table(&registry, name)).transpose()?;
            let explaining = Explaining {
                settings: &shared.settings.config.advice,
                registry: &registry,
                syzygy: &shared.settings.syzygy,
                problems: &|problem| shared.settings.notice(problem),
            };
            match (explaining.explain(&board, named), named) {
                (Ok(explanation), _) => Ok(Json(Why::Advice(Box::new(explanation.told())))),
                (Err(none), Some(_)) => Err(Refusal::wrong(none.to_string())),
                (Err(_), None) => Ok(Json(Why::Value(value_parts(shared, board)))),
            }
        })
        .await
}

/// What the value is made of. What is certain comes before it, because the value is an estimate.
fn value_parts(shared: &Shared, board: Board) -> ValueParts {
    let (parts, turn) = (ValueParts::of(&board), board.turn());
    let certain = shared.ask(|knowledge| {
        let solve = &mut |board: &Board| shared.solver.solve(&shared.settings, board, Duration::ZERO);
        Viewer { knowledge, has_mates: false, solve }.result(&Game::new(board))
    });
    parts.beside(turn, certain)
}
