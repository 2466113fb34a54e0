//! The description of all routes for programs, made from the types that they take and give.

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use utoipa::OpenApi;

use super::analyse::TextFormat;
use super::search::SearchNotice;
use crate::analysis::{SearchDone, SearchView, TreeLine};
use crate::serve::state::Shared;

/// What the routes share.
#[derive(OpenApi)]
#[openapi(
    info(title = "lucena", description = "A board in the browser, and answers for programs", license(identifier = "GPL-3.0-or-later")),
    paths(super::assets::file),
    components(schemas(SearchView, SearchDone, SearchNotice, TextFormat, TreeLine)),
    tags(
        (name = "standard", description = "What the public table servers answer"),
        (name = "board", description = "Positions, games, searches and reasons"),
        (name = "jobs", description = "Work that takes its time"),
        (name = "tables", description = "Tables of advice"),
        (name = "streams", description = "Many positions at once"),
        (name = "page", description = "The page, and this description")
    )
)]
pub struct Description;

/// The description of all routes.
#[utoipa::path(get, path = "/openapi.json", tag = "page", responses((status = 200, description = "OpenAPI 3.1")))]
pub async fn openapi(State(shared): State<Shared>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], shared.description.clone())
}
