//! The routes of the public table servers.

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::analysis::probe::{Answer, MainLine};
use crate::board::Board;
use crate::serve::extract::{Words, board};
use crate::serve::refusal::{Problem, Refusal};
use crate::serve::state::Shared;

/// A position.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Fen {
    /// The position as a FEN; underscores may stand for spaces.
    #[param(example = "4k3/6KP/8/8/8/8/7p/8_w_-_-_0_1")]
    fen: String,
}

/// The result of a position and of every move, as the public table servers give it.
#[utoipa::path(
    get, path = "/standard", params(Fen), tag = "standard",
    responses((status = 200, body = Answer), (status = 400, body = Problem))
)]
pub async fn standard(
    State(shared): State<Shared>,
    Words(Fen { fen }): Words<Fen>,
) -> Result<Response, Refusal> {
    let board = board(&fen)?;
    // A thread for it would cost more than the answer.
    if shared.ask(|knowledge| knowledge.is_quick(&board)) {
        return answer(&shared, &fen, &board);
    }
    shared.work(move |shared| answer(shared, &fen, &board)).await
}

fn answer(shared: &Shared, fen: &str, board: &Board) -> Result<Response, Refusal> {
    let (settings, solver) = (&shared.settings, &shared.solver);
    let mut solve = |board: &Board| solver.solve(settings, board, settings.solve_time);
    shared.ask(|knowledge| json(&knowledge.answer(fen, board, true, &mut solve)?.answer))
}

/// Best play by the distance to zeroing.
#[utoipa::path(
    get, path = "/standard/mainline", params(Fen), tag = "standard",
    responses((status = 200, body = MainLine), (status = 400, body = Problem), (status = 404, body = Problem))
)]
pub async fn mainline(
    State(shared): State<Shared>,
    Words(Fen { fen }): Words<Fen>,
) -> Result<Response, Refusal> {
    let board = board(&fen)?;
    shared
        .work(move |shared| {
            let line = shared.ask(|knowledge| knowledge.mainline(&board));
            json(
                &line.ok_or_else(|| {
                    Refusal::unknown("no table knows the distance to zeroing of this position")
                })?,
            )
        })
        .await
}

/// Writes an answer where it was made: it may borrow from the question.
fn json(answer: &impl serde::Serialize) -> Result<Response, Refusal> {
    let text = serde_json::to_vec(answer).map_err(|_| Refusal::bug())?;
    Ok(([(header::CONTENT_TYPE, "application/json")], text).into_response())
}
