//! The files of the page, which are part of the program.

use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Response};

use crate::page::FILES;
use crate::serve::refusal::{Problem, Refusal};

const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";

/// The page itself.
const PAGE: &str = include_str!("../assets/index.html");
/// Its own files; those of the page kit come in addition.
const OWN: [(&str, &str); 2] =
    [("app.css", include_str!("../assets/app.css")), ("app.js", include_str!("../assets/app.js"))];

/// The page with the board.
#[utoipa::path(get, path = "/", tag = "page", responses((status = 200, body = String, content_type = "text/html")))]
pub async fn page() -> Response {
    ([(header::CONTENT_TYPE, HTML)], PAGE).into_response()
}

/// A file of the page.
#[utoipa::path(
    get, path = "/assets/{name}", tag = "page",
    params(("name" = String, Path, description = "The name of the file")),
    responses((status = 200, body = String, content_type = "text/plain"), (status = 404, body = Problem))
)]
pub async fn file(Path(name): Path<String>) -> Result<Response, Refusal> {
    let found = OWN.iter().chain(&FILES).find(|(known, _)| *known == name);
    let (name, text) = found.ok_or_else(|| Refusal::unknown("the page has no such file"))?;
    let kind = if name.ends_with(".css") { STYLE } else { SCRIPT };
    Ok(([(header::CONTENT_TYPE, kind)], *text).into_response())
}
