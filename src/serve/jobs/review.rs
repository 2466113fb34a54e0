//! Reviews games as a job. The journal of the review lets a later one of the same games go on.

use std::fmt::Display;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path as InAddress, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::job::{Job, JobView, JobWork, ReviewProgress, ReviewResult};
use super::list::{Asked, Beginning, Ended};
use super::question::{Question, ReviewRequest};
use super::record::{GAMES, RECORD, write_games};
use crate::analysis::review::{
    Effort, Request, ReviewError, ReviewNotice, Reviewed, Work, review as review_games,
};
use crate::serve::extract::{Body, MOST_NODES, Words};
use crate::serve::refusal::{Problem, Refusal};
use crate::serve::state::Shared;
use crate::text::outputs::OutputPath;
use crate::text::shortened;

/// The most remarks that are kept.
const MOST_REMARKS: usize = 200;
/// The most letters of a name.
const LONGEST_NAME: usize = 100;

/// Begins to review games. If that was begun before and did not end, it goes on there.
#[utoipa::path(
    post, path = "/api/review", tag = "jobs", params(ReviewRequest),
    request_body(content = String, description = "Games (PGN), in any encoding", content_type = "text/plain"),
    responses(
        (status = 202, body = JobView), (status = 400, body = Problem), (status = 409, body = Problem),
        (status = 413, body = Problem), (status = 429, body = Problem)
    )
)]
pub async fn review(
    State(shared): State<Shared>,
    Words(asked): Words<ReviewRequest>,
    Body(games): Body,
) -> Result<(StatusCode, Json<JobView>), Refusal> {
    shared.work(move |shared| Ok((StatusCode::ACCEPTED, Json(begin(shared, asked, games)?)))).await
}

/// Begins to review games.
///
/// # Errors
/// If the request is wrong, or the job cannot begin.
pub fn begin(shared: &Shared, asked: ReviewRequest, games: Bytes) -> Result<JobView, Refusal> {
    if asked.from.is_some_and(|men| !(2..=32).contains(&men)) {
        return Err(Refusal::impossible("from", "2 to 32 men"));
    }
    if asked.nodes.is_some_and(|nodes| !(1..=MOST_NODES).contains(&nodes)) {
        return Err(Refusal::impossible("nodes", format_args!("1 to {MOST_NODES}")));
    }
    let name = asked.name.as_deref();
    let title = name.map_or_else(|| "games".to_owned(), |name| shortened(name, LONGEST_NAME));
    let (request, record) = request(shared, &asked, &games)?;
    let beginning = Beginning {
        title,
        key: Some(request.question.clone()),
        work: JobWork::Review { progress: ReviewProgress::default(), result: None },
        asked: Some(Asked { path: record, question: Question::Review(asked), games: Some(games.clone()) }),
    };
    let notice = |problem: &dyn Display| shared.settings.notice(&problem);
    let own = shared.clone();
    let job = shared.jobs.begin(beginning, &notice, move |_, job| run(&own, job, request, &games))?;
    Ok(job.view(None, false))
}

/// Returns the review, and the path of its record.
fn request(shared: &Shared, asked: &ReviewRequest, games: &[u8]) -> Result<(Request, OutputPath), Refusal> {
    let journals = shared.journals().ok_or_else(|| {
        Refusal::wrong(
            "this system has no folder for the journal of a review; lucena review works without one",
        )
    })?;
    let settings = &shared.settings.config.review;
    let version = env!("CARGO_PKG_VERSION");
    let ReviewRequest { player, from, nodes, .. } = asked;
    let checksum = crc32fast::hash(games);
    let question = format!(
        "lucena {version}: {checksum:08x} {} {player:?} {from:?} {nodes:?} {settings:?}",
        games.len()
    );
    let file = |ending: &str| journals.file("review", question.as_bytes(), ending);
    let request = Request {
        games: file(GAMES).as_ref().to_owned(),
        annotated: Some(file("pgn")),
        page: None,
        force: true,
        player: player.clone(),
        men: from.map_or(settings.men, usize::from),
        effort: Effort::of_nodes(*nodes, settings),
        workers: 1,
        resume: true,
        cancel: Arc::default(),
        question: question.clone(),
    };
    Ok((request, file(RECORD)))
}

fn run(shared: &Shared, job: &Arc<Job>, mut request: Request, games: &[u8]) -> Result<Ended, String> {
    request.cancel = Arc::clone(job.interrupt());
    // What the system refuses names a file of this machine.
    let refused = |problem: &dyn std::fmt::Display| {
        shared.settings.notice(problem);
        "the journal cannot be written; the terminal of the server says why".to_owned()
    };
    write_games(&OutputPath::new(&request.games), games).map_err(|problem| refused(&problem))?;
    let mut report = |notice: ReviewNotice<'_>| job.progress(|work| take(work, &notice));
    let reviewed = review_games(&request, &shared.settings.config, shared.registry(), |_| {}, &mut report);
    match reviewed {
        Ok(reviewed) => {
            end(job, &request, reviewed).map_err(|problem| refused(&problem))?;
            Ok(Ended::Done)
        }
        Err(ReviewError::Cancelled) => Ok(Ended::Cancelled),
        Err(ReviewError::NoGames { .. }) => Err("there are no games; lucena reviews games in PGN".to_owned()),
        Err(ReviewError::NoSuchPlayer { name, players, .. }) => {
            Err(format!("there is no game of {name:?}; the players are {players}"))
        }
        Err(problem) => Err(refused(&problem)),
    }
}

fn take(work: &mut JobWork, notice: &ReviewNotice<'_>) {
    let JobWork::Review { progress, .. } = work else { return };
    let remark = match notice {
        ReviewNotice::Begun(Work { games, moves }) => {
            (progress.games, progress.moves) = (Some(*games), Some(*moves));
            return;
        }
        ReviewNotice::Judged(Work { games, moves }) => {
            progress.games_done += games;
            progress.moves_done += moves;
            return;
        }
        ReviewNotice::Remark { game, remark } => format!("game {game}, {remark}"),
        ReviewNotice::Broken(game) => game.to_string(),
    };
    if progress.remarks.len() < MOST_REMARKS {
        progress.remarks.push(remark);
    }
}

/// Keeps what was found, and removes the files.
fn end(job: &Job, request: &Request, reviewed: Reviewed) -> std::io::Result<()> {
    let annotated: Option<&Path> = request.annotated.as_ref().map(AsRef::as_ref);
    if let Some(path) = annotated {
        job.keep_pgn(fs::read_to_string(path)?);
        fs::remove_file(path)?;
    }
    let Reviewed { summary, broken, report, .. } = reviewed;
    job.progress(|work| {
        if let JobWork::Review { result, .. } = work {
            *result = Some(Box::new(ReviewResult { summary, broken, report }));
        }
    });
    Ok(())
}

/// The annotated games of a finished review.
#[utoipa::path(
    get, path = "/api/jobs/{id}/pgn", tag = "jobs",
    params(("id" = String, Path, description = "The job")),
    responses((status = 200, body = String, content_type = "application/x-chess-pgn"), (status = 404, body = Problem), (status = 409, body = Problem))
)]
pub async fn annotated(
    State(shared): State<Shared>,
    InAddress(id): InAddress<String>,
) -> Result<Response, Refusal> {
    let (job, _) = shared.jobs.find(&id)?;
    let pgn = job.pgn().ok_or_else(|| {
        Refusal::new(
            StatusCode::CONFLICT,
            "the job has no annotated games: only a review that is done has some",
        )
    })?;
    let headers = [
        (header::CONTENT_TYPE, "application/x-chess-pgn; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"annotated.pgn\""),
    ];
    Ok((headers, pgn.to_owned()).into_response())
}
