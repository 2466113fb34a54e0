//! The list of all routes. Each is a function with its description; the description of the whole comes from this list.

mod about;
mod analyse;
mod assets;
mod explain;
mod game;
mod openapi;
mod position;
mod search;
mod standard;
pub mod tables;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::middleware;
use axum::routing::get;
use utoipa::OpenApi as _;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use self::openapi::Description;
use super::refusal::Refusal;
use super::state::Shared;
use super::{guard, jobs};

/// The most bytes of a body.
pub const MOST_BYTES: usize = 16 << 20;

/// Returns all routes with their descriptions.
pub fn all() -> OpenApiRouter<Shared> {
    OpenApiRouter::with_openapi(Description::openapi())
        .routes(routes!(assets::page))
        // OpenAPI has no paths of several parts: the description names the place as one.
        .route("/assets/{*place}", get(assets::file))
        .routes(routes!(openapi::openapi))
        .routes(routes!(standard::standard))
        .routes(routes!(standard::mainline))
        .routes(routes!(about::about))
        .routes(routes!(position::position))
        .routes(routes!(game::game))
        .routes(routes!(search::search))
        .routes(routes!(explain::explain))
        .routes(routes!(jobs::solve::solve))
        .routes(routes!(jobs::review::review))
        .routes(routes!(jobs::prove::prove))
        .routes(routes!(jobs::routes::jobs))
        .routes(routes!(jobs::routes::job, jobs::routes::cancel))
        .routes(routes!(jobs::routes::events))
        .routes(routes!(jobs::review::annotated))
        .routes(routes!(jobs::routes::pause))
        .routes(routes!(jobs::routes::go_on))
        .routes(routes!(tables::tables))
        .routes(routes!(tables::table))
        .routes(routes!(tables::check))
        .routes(routes!(tables::play))
        .routes(routes!(analyse::analyse))
}

/// Returns the description of all routes (OpenAPI 3.1).
pub fn description() -> OpenApi {
    all().split_for_parts().1
}

/// Returns the router of a server: all routes behind the guard.
pub fn router(shared: &Shared) -> Router {
    let (router, _) = all().split_for_parts();
    router
        .fallback(|| async { Refusal::unknown("there is no such route; GET /openapi.json lists all") })
        .method_not_allowed_fallback(|| async {
            Refusal::new(
                StatusCode::METHOD_NOT_ALLOWED,
                "this route has another method; GET /openapi.json lists all",
            )
        })
        .layer(DefaultBodyLimit::max(MOST_BYTES))
        .layer(middleware::from_fn_with_state(shared.clone(), guard::guard))
        .with_state(shared.clone())
}
