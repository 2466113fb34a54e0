//! Proves a position as a job. Every minute or so it writes down what it has proven, so that a later one can go on with it.

use std::fmt::Display;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;

use super::job::{Job, JobView, JobWork, Wish};
use super::list::{Asked, Beginning, Ended, Jobs};
use super::question::{Question, SolveRequest};
use super::record::RECORD;
use crate::analysis::solved::{Estimated, LargerTables, SolvedView, SolvingView};
use crate::board::Board;
use crate::serve::extract::{Object, board};
use crate::serve::refusal::{Problem, Refusal};
use crate::serve::state::Shared;
use crate::solve::{SOLVED_POSITIONS, Solution, SolveLimits, SolveProgress, SolvedGraph, Solver, StoppedBy};
use crate::text::outputs::OutputPath;

/// The least time between two times at which what is proven is written down.
const BETWEEN_NOTES: Duration = Duration::from_secs(60);
/// The most of the time that writing down may take: one part in this many.
const PART_OF_NOTES: u32 = 20;
/// The longest time limit, in seconds.
const MOST_SECONDS: f64 = 1e7;

/// Begins to prove a position. If that was begun before and did not end, it goes on there.
#[utoipa::path(
    post, path = "/api/solve", tag = "jobs", request_body = SolveRequest,
    responses(
        (status = 202, body = JobView), (status = 400, body = Problem), (status = 409, body = Problem),
        (status = 413, body = Problem), (status = 415, body = Problem), (status = 429, body = Problem)
    )
)]
pub async fn solve(
    State(shared): State<Shared>,
    Object(asked): Object<SolveRequest>,
) -> Result<(StatusCode, Json<JobView>), Refusal> {
    shared.work(move |shared| Ok((StatusCode::ACCEPTED, Json(begin(shared, asked)?)))).await
}

/// Begins to prove a position.
///
/// # Errors
/// If the request is wrong, or the job cannot begin.
pub fn begin(shared: &Shared, asked: SolveRequest) -> Result<JobView, Refusal> {
    let board = board(&asked.fen)?;
    let time = asked.seconds.map(time).transpose()?;
    let task = Task::new(shared, board, time)?;
    let title = task.board.fen();
    let asked = shared.journals().map(|journals| Asked {
        path: journals.file("solve", title.as_bytes(), RECORD),
        question: Question::Solve(asked),
        games: None,
    });
    let beginning = Beginning {
        key: Some(format!("solve {title}")),
        title,
        work: JobWork::Solve { progress: SolvingView::default(), result: None },
        asked,
    };
    let notice = |problem: &dyn Display| shared.settings.notice(&problem);
    let job = shared.jobs.begin(beginning, &notice, move |jobs, job| task.run(jobs, job))?;
    Ok(job.view(None, false))
}

fn time(seconds: f64) -> Result<Duration, Refusal> {
    match seconds > 0.0 && seconds <= MOST_SECONDS {
        true => Ok(Duration::from_secs_f64(seconds)),
        false => Err(Refusal::impossible("seconds", format_args!("more than 0, at most {MOST_SECONDS}"))),
    }
}

/// One proof.
struct Task {
    shared: Shared,
    board: Board,
    limits: SolveLimits,
    tables: LargerTables,
    journal: Option<OutputPath>,
}

impl Task {
    /// Only checks the position: whoever asks is answered at once, and whoever is refused costs no work.
    ///
    /// # Errors
    /// If the solver does not take the position.
    fn new(shared: &Shared, board: Board, time: Option<Duration>) -> Result<Task, Refusal> {
        let limits = shared.solve_limits(time);
        let tables = shared.larger_tables(limits, true);
        tables.solver(limits).check_domain(&board).map_err(|error| Refusal::wrong(error.to_string()))?;
        let journal =
            shared.journals().map(|journals| journals.file("solve", board.fen().as_bytes(), "solved"));
        Ok(Task { shared: shared.clone(), board, limits, tables, journal })
    }

    fn run(self, jobs: &Arc<Jobs>, job: &Arc<Job>) -> Result<Ended, String> {
        let estimate =
            self.tables.solver(self.limits).estimate(&self.board).map_err(|error| error.to_string())?;
        let estimate = Estimated::of(&self.board, estimate, self.limits);
        job.progress(|work| set_progress(work, |view| view.estimate = Some(estimate)));
        let mut known = self.noted();
        let mut left = self.limits.time;
        let mut between = BETWEEN_NOTES;
        loop {
            let begin = Instant::now();
            // Those that run now share the threads: others may have begun or ended since.
            let threads = jobs.share(self.limits.threads);
            let solver = self.tables.solver(SolveLimits { time: left, threads, ..self.limits });
            let (solution, graph) = self.work(&solver, known, between, job)?;
            left = left.map(|left| left.saturating_sub(begin.elapsed()));
            if solution.stopped_by != Some(StoppedBy::Cancelled) {
                return Ok(self.end(job, &solution, graph));
            }
            let noting = Instant::now();
            self.note(&graph);
            between = BETWEEN_NOTES.max(noting.elapsed() * PART_OF_NOTES);
            if job.wish() == Wish::End || !jobs.pause(job) {
                self.show(job, &solution, &graph);
                return Ok(Ended::Cancelled);
            }
            job.go_on();
            known = Some(graph);
        }
    }

    /// Works until the proof is complete, something ends it, or it is time to write down what is proven.
    fn work(
        &self,
        solver: &Solver,
        known: Option<SolvedGraph>,
        between: Duration,
        job: &Job,
    ) -> Result<(Solution, SolvedGraph), String> {
        let begin = Instant::now();
        let mut report = |progress: &SolveProgress| {
            job.progress(|work| set_progress(work, |view| view.take(progress)));
            if begin.elapsed() >= between && self.journal.is_some() {
                job.interrupt().store(true, Ordering::Relaxed);
            }
        };
        let solved = match known {
            Some(known) => solver.go_on(&self.board, known, job.interrupt(), &mut report),
            None => solver.solve(&self.board, job.interrupt(), &mut report),
        };
        solved.map_err(|error| error.to_string())
    }

    /// Returns what an earlier job has written down.
    fn noted(&self) -> Option<SolvedGraph> {
        let path: &std::path::Path = self.journal.as_ref()?.as_ref();
        if !path.exists() {
            return None;
        }
        let loaded = SolvedGraph::load(path, self.limits.bytes);
        loaded.map_err(|problem| self.shared.settings.notice(&problem)).ok()
    }

    fn note(&self, graph: &SolvedGraph) {
        let Some(journal) = &self.journal else { return };
        let written = journal.claim(&SOLVED_POSITIONS, true);
        let written = written.and_then(|claim| claim.write_by(|output| graph.save(output, &self.board)));
        if let Err(problem) = written {
            self.shared.settings.notice(&problem);
        }
    }

    fn end(&self, job: &Job, solution: &Solution, graph: SolvedGraph) -> Ended {
        self.show(job, solution, &graph);
        match &self.journal {
            // What a limit has ended may go on with another.
            Some(_) if solution.stopped_by.is_some() => self.note(&graph),
            // A file that cannot be removed only takes space.
            Some(journal) => drop(std::fs::remove_file(journal.as_ref())),
            None => {}
        }
        self.shared.solver.keep(graph);
        Ended::Done
    }

    fn show(&self, job: &Job, solution: &Solution, graph: &SolvedGraph) {
        for problem in self.tables.problems() {
            self.shared.settings.notice(&problem);
        }
        let view = SolvedView::of(&self.board, solution, graph, &self.tables);
        job.progress(|work| {
            if let JobWork::Solve { result, .. } = work {
                *result = Some(Box::new(view));
            }
        });
    }
}

fn set_progress(work: &mut JobWork, set: impl FnOnce(&mut SolvingView)) {
    if let JobWork::Solve { progress, .. } = work {
        set(progress);
    }
}
