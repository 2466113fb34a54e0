//! The description of all routes for programs, made from the types that they take and give.

use axum::Json;
use utoipa::OpenApi;

use super::routes;

/// What the routes share.
#[derive(OpenApi)]
#[openapi(
    info(title = "lucena", description = "A board in the browser, and answers for programs", license(identifier = "GPL-3.0-or-later")),
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

/// Returns the description of all routes (OpenAPI 3.1).
pub fn description() -> utoipa::openapi::OpenApi {
    routes::all().split_for_parts().1
}

/// The description of all routes.
#[utoipa::path(get, path = "/openapi.json", tag = "page", responses((status = 200, description = "OpenAPI 3.1")))]
pub async fn openapi() -> Json<utoipa::openapi::OpenApi> {
    Json(description())
}
