//! The list of all routes. Each is a function with its description; the description of the whole comes from this list.

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::middleware;
use utoipa::OpenApi as _;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::openapi::{self, Description};
use super::refusal::Refusal;
use super::state::Shared;
use super::{assets, guard, position, standard};

/// The most bytes of a body.
pub const MOST_BYTES: usize = 16 << 20;

/// Returns all routes with their descriptions.
pub fn all() -> OpenApiRouter<Shared> {
    OpenApiRouter::with_openapi(Description::openapi())
        .routes(routes!(assets::page))
        .routes(routes!(assets::file))
        .routes(routes!(openapi::openapi))
        .routes(routes!(standard::standard))
        .routes(routes!(standard::mainline))
        .routes(routes!(position::position))
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
