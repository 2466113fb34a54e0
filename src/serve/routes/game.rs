//! The route that reads games.

use axum::Json;
use axum::extract::State;

use crate::analysis::GameTrees;
use crate::serve::extract::Body;
use crate::serve::refusal::{Problem, Refusal};
use crate::serve::state::Shared;

/// Reads games (PGN) or a position (FEN), and gives them as trees.
#[utoipa::path(
    post, path = "/api/game", tag = "board",
    request_body(content = String, description = "PGN or a FEN, in any encoding", content_type = "text/plain"),
    responses((status = 200, body = GameTrees), (status = 400, body = Problem), (status = 413, body = Problem))
)]
pub async fn game(State(shared): State<Shared>, Body(bytes): Body) -> Result<Json<GameTrees>, Refusal> {
    shared.work(move |_| GameTrees::read(&bytes).map(Json).map_err(Refusal::wrong)).await
}
