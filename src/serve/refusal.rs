//! Refusals: a status, and what is wrong in words. Every route answers with one of these if it cannot do what it is asked.

use std::fmt::Display;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use crate::analysis::probe::ProbeError;
use crate::board::{FenError, IllegalMove};

/// Why a request is refused.
#[derive(Clone, Debug)]
pub struct Refusal {
    status: StatusCode,
    words: String,
    /// Seconds after which it may be worth asking again; `None` if that changes nothing.
    retry_after: Option<u32>,
}

/// The body of a refusal.
#[derive(Debug, Serialize, ToSchema)]
pub struct Problem {
    /// What is wrong, and what is allowed.
    error: String,
}

impl Refusal {
    /// Refuses with this status, for this reason.
    pub fn new(status: StatusCode, words: impl Into<String>) -> Refusal {
        Refusal { status, words: words.into(), retry_after: None }
    }

    /// The request is wrong.
    pub fn wrong(words: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::BAD_REQUEST, words)
    }

    /// A value of the request is out of its range.
    pub fn impossible(what: &str, allowed: impl Display) -> Refusal {
        Refusal::wrong(format!("{what} is impossible; allowed: {allowed}"))
    }

    /// There is nothing of that name.
    pub fn unknown(words: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::NOT_FOUND, words)
    }

    /// Too much is being done already; in this many seconds it may be worth asking again.
    pub fn busy(words: impl Into<String>, seconds: u32) -> Refusal {
        Refusal { retry_after: Some(seconds), ..Refusal::new(StatusCode::TOO_MANY_REQUESTS, words) }
    }

    /// A bug of lucena's.
    pub fn bug() -> Refusal {
        Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "this is a bug in lucena")
    }
}

impl From<FenError> for Refusal {
    fn from(error: FenError) -> Refusal {
        Refusal::wrong(error.to_string())
    }
}

impl From<IllegalMove> for Refusal {
    fn from(error: IllegalMove) -> Refusal {
        Refusal::wrong(error.to_string())
    }
}

impl From<ProbeError> for Refusal {
    fn from(error: ProbeError) -> Refusal {
        match error.is_refusal() {
            true => Refusal::wrong(error.to_string()),
            false => Refusal::bug(),
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(Problem { error: self.words })).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
