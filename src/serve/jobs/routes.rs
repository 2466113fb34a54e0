//! The routes by which jobs are watched and steered.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::IntoResponse;
use serde::Serialize;
use utoipa::ToSchema;

use super::job::{Job, JobState, JobView, JobWork, Wish};
use super::question::Question;
use super::record::Interrupted;
use super::{review, solve};
use crate::serve::events;
use crate::serve::refusal::{Problem, Refusal};
use crate::serve::state::Shared;

/// The least time between two events.
const BETWEEN_EVENTS: Duration = Duration::from_millis(100);

/// All jobs.
#[derive(Debug, Serialize, ToSchema)]
pub struct JobList {
    /// The jobs, the newest first; their results are left out.
    jobs: Vec<JobView>,
}

/// All jobs, the newest first.
#[utoipa::path(get, path = "/api/jobs", tag = "jobs", responses((status = 200, body = JobList)))]
pub async fn jobs(State(shared): State<Shared>) -> Json<JobList> {
    let jobs = shared.jobs.all();
    Json(JobList { jobs: jobs.iter().map(|(job, ahead)| job.view(*ahead, false)).collect() })
}

/// One job, with its result.
#[utoipa::path(
    get, path = "/api/jobs/{id}", tag = "jobs",
    params(("id" = String, Path, description = "The job")),
    responses((status = 200, body = JobView), (status = 404, body = Problem))
)]
pub async fn job(State(shared): State<Shared>, Path(id): Path<String>) -> Result<Json<JobView>, Refusal> {
    let (job, ahead) = shared.jobs.find(&id)?;
    Ok(Json(job.view(ahead, true)))
}

/// Watches a job. Event: `job` at every change; the last one has the result.
#[utoipa::path(
    get, path = "/api/jobs/{id}/events", tag = "jobs",
    params(("id" = String, Path, description = "The job")),
    responses(
        (status = 200, description = "Server-sent events: `job` with JobView", content_type = "text/event-stream", body = String),
        (status = 404, body = Problem)
    )
)]
pub async fn events(
    State(shared): State<Shared>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Refusal> {
    let (job, _) = shared.jobs.find(&id)?;
    let (events, stream) = events::stream();
    tokio::spawn(async move {
        let mut changes = job.changes();
        loop {
            changes.mark_unchanged();
            let is_over = job.state().is_over();
            let ahead = shared.jobs.find(&id).ok().and_then(|(_, ahead)| ahead);
            if !events.send_soon("job", &job.view(ahead, is_over)).await || is_over {
                break;
            }
            tokio::select! {
                _ = changes.changed() => {}
                () = events.closed() => break,
            }
            tokio::time::sleep(BETWEEN_EVENTS).await;
        }
    });
    Ok(stream)
}

/// Lets a solve rest; it gives its place to others.
#[utoipa::path(
    post, path = "/api/jobs/{id}/pause", tag = "jobs",
    params(("id" = String, Path, description = "The job")),
    responses((status = 200, body = JobView), (status = 404, body = Problem), (status = 409, body = Problem))
)]
pub async fn pause(State(shared): State<Shared>, Path(id): Path<String>) -> Result<Json<JobView>, Refusal> {
    let (job, ahead) = shared.jobs.find(&id)?;
    let is_solve = matches!(job.view(None, false).work, JobWork::Solve { .. });
    match job.state() {
        JobState::Running | JobState::Paused if is_solve => {
            shared.jobs.want(&job, Wish::Pause);
            Ok(Json(job.view(ahead, true)))
        }
        _ => Err(conflict(&job, "pause; only a solve that runs can")),
    }
}

/// Lets a solve that rests go on, or begins again what a restart has interrupted, with the same input; that is a new job.
#[utoipa::path(
    post, path = "/api/jobs/{id}/continue", tag = "jobs",
    params(("id" = String, Path, description = "The job")),
    responses((status = 200, body = JobView), (status = 404, body = Problem), (status = 409, body = Problem))
)]
pub async fn go_on(State(shared): State<Shared>, Path(id): Path<String>) -> Result<Json<JobView>, Refusal> {
    let (job, ahead) = shared.jobs.find(&id)?;
    if job.interrupted().is_some() {
        return shared.work(move |shared| begin_again(shared, &job).map(Json)).await;
    }
    if job.wish() != Wish::Pause || job.state().is_over() {
        return Err(conflict(&job, "go on; only a job that pauses can"));
    }
    shared.jobs.want(&job, Wish::GoOn);
    Ok(Json(job.view(ahead, true)))
}

/// Begins an interrupted job again, and forgets the old one.
fn begin_again(shared: &Shared, job: &Job) -> Result<JobView, Refusal> {
    let old = job.interrupted().ok_or_else(Refusal::bug)?;
    let begun = match old.question.clone() {
        Question::Solve(asked) => solve::begin(shared, asked)?,
        Question::Review(asked) => {
            let gone = |_| Refusal::unknown("the games of this review are gone; begin it with them again");
            review::begin(shared, asked, old.games().map_err(gone)?.into())?
        }
    };
    // Another version of lucena keeps its record elsewhere.
    if shared.jobs.find(&job.number.to_string()).is_ok() {
        old.forget();
        shared.jobs.forget(job.number);
    }
    Ok(begun)
}

fn conflict(job: &Arc<Job>, cannot: &str) -> Refusal {
    Refusal::new(StatusCode::CONFLICT, format!("job {} cannot {cannot}", job.number))
}

/// Ends a job; forgets one that has ended.
#[utoipa::path(
    delete, path = "/api/jobs/{id}", tag = "jobs",
    params(("id" = String, Path, description = "The job")),
    responses((status = 200, body = JobView), (status = 404, body = Problem))
)]
pub async fn cancel(State(shared): State<Shared>, Path(id): Path<String>) -> Result<Json<JobView>, Refusal> {
    let (job, ahead) = shared.jobs.find(&id)?;
    if job.state().is_over() {
        job.interrupted().into_iter().for_each(Interrupted::forget);
        shared.jobs.forget(job.number);
    } else {
        shared.jobs.want(&job, Wish::End);
    }
    Ok(Json(job.view(ahead, false)))
}
