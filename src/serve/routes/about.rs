//! The route that says what this server is and may do.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::serve::engines::MOST_SEARCHES;
use crate::serve::jobs::MOST_WAITING;
use crate::serve::state::Shared;
use crate::threads::all_cores;

/// What a server is and may do.
#[derive(Debug, Serialize, ToSchema)]
pub struct About {
    /// The version of lucena.
    version: &'static str,
    /// The cores of its machine.
    cores: usize,
    /// The most jobs that run at the same time.
    most_jobs: usize,
    /// The most jobs that wait beside those.
    most_waiting: usize,
    /// The most searches at the same time.
    most_searches: usize,
    /// The most seconds that `solve` of a position may be.
    solve_time: f64,
    /// The memory for the results of each solve, in bytes.
    solve_bytes: usize,
    /// The most men of a Syzygy file; 0 if there is none.
    syzygy_men: usize,
}

/// What this server is and may do.
#[utoipa::path(get, path = "/api/about", tag = "board", responses((status = 200, body = About)))]
pub async fn about(State(shared): State<Shared>) -> Json<About> {
    let settings = &shared.settings;
    Json(About {
        version: env!("CARGO_PKG_VERSION"),
        cores: all_cores(),
        most_jobs: shared.jobs.most(),
        most_waiting: MOST_WAITING,
        most_searches: MOST_SEARCHES,
        solve_time: settings.solve_time.as_secs_f64(),
        solve_bytes: settings.solve_bytes,
        syzygy_men: settings.syzygy.largest(),
    })
}
