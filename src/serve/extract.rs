//! Reads what a request says: the words of its address and its body, with refusals in JSON.

use std::future::Future;
use std::time::Duration;

use axum::extract::rejection::{BytesRejection, JsonRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use super::refusal::Refusal;
use crate::board::{Board, Game};

/// The most time for a body.
const BODY_TIME: Duration = Duration::from_secs(60);
/// The most nodes that a request may ask for.
pub const MOST_NODES: u64 = 100_000_000;
/// The most moves of a game in an address.
const MOST_MOVES: usize = 2_000;

/// The words of an address.
pub struct Words<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Words<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let read = Query::<T>::from_request_parts(parts, state).await;
        read.map(|Query(words)| Words(words))
            .map_err(|error: QueryRejection| Refusal::wrong(error.body_text()))
    }
}

/// A JSON object in the body.
pub struct Object<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Object<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusal> {
        let read = in_time(axum::Json::<T>::from_request(request, state)).await?;
        read.map(|axum::Json(object)| Object(object))
            .map_err(|error: JsonRejection| of_body(error.status(), error.body_text()))
    }
}

/// The bytes of a body that has some.
pub struct Body(pub axum::body::Bytes);

impl<S: Send + Sync> FromRequest<S> for Body {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusal> {
        let read = in_time(axum::body::Bytes::from_request(request, state)).await?;
        let bytes = read.map_err(|error: BytesRejection| of_body(error.status(), error.body_text()))?;
        match bytes.is_empty() {
            true => Err(Refusal::wrong("the body is empty; allowed: games or positions, as text")),
            false => Ok(Body(bytes)),
        }
    }
}

/// Waits for a body.
///
/// # Errors
/// If it takes too long to come.
async fn in_time<T>(read: impl Future<Output = T>) -> Result<T, Refusal> {
    tokio::time::timeout(BODY_TIME, read)
        .await
        .map_err(|_| Refusal::new(StatusCode::REQUEST_TIMEOUT, "the body took too long to come"))
}

/// Every fault of an object's content is the caller's.
fn of_body(status: StatusCode, words: String) -> Refusal {
    match status {
        StatusCode::PAYLOAD_TOO_LARGE => {
            Refusal::new(status, "the body is too large; allowed: at most 16 MiB")
        }
        StatusCode::UNSUPPORTED_MEDIA_TYPE => Refusal::new(status, words),
        _ => Refusal::wrong(words),
    }
}

/// Reads a position.
pub fn board(fen: &str) -> Result<Board, Refusal> {
    Ok(Board::from_fen(fen, false)?)
}

/// Reads a position and the moves from there, which commas or white space separate.
pub fn game(fen: &str, moves: Option<&str>) -> Result<Game, Refusal> {
    let mut game = Game::new(board(fen)?);
    let words = moves.unwrap_or_default().split(|letter: char| letter == ',' || letter.is_whitespace());
    for (number, word) in words.filter(|word| !word.is_empty()).enumerate() {
        if number == MOST_MOVES {
            return Err(Refusal::wrong(format!("too many moves; allowed: at most {MOST_MOVES}")));
        }
        game.play_uci(word)?;
    }
    Ok(game)
}
