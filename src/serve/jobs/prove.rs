//! Proves a table of advice as a job: a known one, or one that somebody has just written.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;

use super::job::{Job, JobView, JobWork, ProveProgress, ProveResult, Wish};
use super::list::{Beginning, Ended, Jobs};
use crate::advice::prover::{ProofCacheError, ProofNotice, ProveError, ProveOptions};
use crate::advice::{AdviceTable, Registry};
use crate::analysis::advising::{self, ResultsAtHand};
use crate::serve::extract::Object;
use crate::serve::refusal::{Problem, Refusal};
use crate::serve::routes::tables::TableAsked;
use crate::serve::state::Shared;

/// The most counterexamples to show.
const COUNTEREXAMPLES: usize = 10;

/// Begins to prove a table of advice.
#[utoipa::path(
    post, path = "/api/tables/prove", tag = "jobs", request_body = TableAsked,
    responses(
        (status = 202, body = JobView), (status = 400, body = Problem), (status = 404, body = Problem),
        (status = 413, body = Problem), (status = 415, body = Problem), (status = 429, body = Problem)
    )
)]
pub async fn prove(
    State(shared): State<Shared>,
    Object(asked): Object<TableAsked>,
) -> Result<(StatusCode, Json<JobView>), Refusal> {
    shared
        .work(move |shared| {
            let (registry, table) = asked.table(shared)?;
            let work = JobWork::Prove { progress: ProveProgress::default(), result: None };
            let own = shared.clone();
            let title = table.name.clone();
            let beginning = Beginning { title, key: None, work, asked: None };
            let run = move |_: &Arc<Jobs>, job: &Arc<Job>| run(&own, job, &registry, &table);
            let job = shared.jobs.begin(beginning, &|_| {}, run)?;
            Ok((StatusCode::ACCEPTED, Json(job.view(None, false))))
        })
        .await
}

fn run(shared: &Shared, job: &Arc<Job>, registry: &Registry, table: &AdviceTable) -> Result<Ended, String> {
    let report = |notice: ProofNotice<'_>| job.progress(|work| take(work, &notice));
    let options = ProveOptions {
        threads: shared.jobs.share(shared.settings.threads),
        counterexamples: COUNTEREXAMPLES,
        cancel: job.interrupt(),
        report: &report,
        ..ProveOptions::default()
    };
    let problems = |problem: &ProofCacheError| shared.settings.notice(problem);
    let config = &shared.settings.config;
    match advising::prove(config, registry, table, options, &ResultsAtHand::of(config, table), &problems) {
        Ok(stored) => {
            let view = ProveResult { words: stored.proof.to_text(), proof: stored.proof };
            job.progress(|work| {
                if let JobWork::Prove { result, .. } = work {
                    *result = Some(Box::new(view));
                }
            });
            Ok(Ended::Done)
        }
        Err(_) if job.wish() == Wish::End => Ok(Ended::Cancelled),
        Err(ProveError::Cancelled) => Ok(Ended::Cancelled),
        Err(error) => Err(error.to_string()),
    }
}

fn take(work: &mut JobWork, notice: &ProofNotice<'_>) {
    let JobWork::Prove { progress, .. } = work else { return };
    let (words, done, all) = match notice {
        ProofNotice::Building(built) => {
            (format!("builds the exact table of {}", built.material), built.solved, built.positions)
        }
        ProofNotice::Surveying { table, advice, done, all } => {
            (format!("{table}: looks at {advice} everywhere"), *done as u64, *all as u64)
        }
        ProofNotice::Planned { table, done, all } => {
            (format!("{table}: asks the table in every position"), *done as u64, *all as u64)
        }
        ProofNotice::Promised { table, done, all } => {
            (format!("{table}: looks for what it promises"), *done as u64, *all as u64)
        }
        ProofNotice::Reached { table, reached, open, bytes } => {
            let words = format!("{table}: follows its moves to new positions, in {} MiB", bytes >> 20);
            (words, *reached as u64, (reached + open) as u64)
        }
        ProofNotice::Built(_)
        | ProofNotice::Cache(_)
        | ProofNotice::GoesOn { .. }
        | ProofNotice::NotSaved { .. }
        | ProofNotice::Escapes { .. } => return,
    };
    *progress = ProveProgress { words, done, all };
}
