//! The files of the page, which are part of the program.

use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Response};

use crate::serve::files::{self, PAGE};
use crate::serve::refusal::{Problem, Refusal};

const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";

/// The page with the board.
#[utoipa::path(get, path = "/", tag = "page", responses((status = 200, body = String, content_type = "text/html")))]
pub async fn page() -> Response {
    ([(header::CONTENT_TYPE, HTML)], PAGE).into_response()
}

/// A file of the page.
#[utoipa::path(
    get, path = "/assets/{place}", tag = "page",
    params(("place" = String, Path, description = "The place of the file", example = "serve/assets/main.mjs")),
    responses((status = 200, body = String, content_type = "text/plain"), (status = 404, body = Problem))
)]
pub async fn file(Path(place): Path<String>) -> Result<Response, Refusal> {
    let text = files::text(&place).ok_or_else(|| Refusal::unknown("the page has no such file"))?;
    let kind = if place.ends_with(".css") { STYLE } else { SCRIPT };
    Ok(([(header::CONTENT_TYPE, kind)], text).into_response())
}
