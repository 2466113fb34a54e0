//! One job: its state, how far it has come, and what its owner wants of it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};
use serde::Serialize;
use tokio::sync::watch;
use utoipa::ToSchema;

use super::question::Question;
use super::record::{Interrupted, Record};
use crate::advice::prover::Proof;
use crate::analysis::review::ReviewReport;
use crate::analysis::solved::{SolvedView, SolvingView};

/// The least time between two changes that are told.
const BETWEEN_CHANGES: Duration = Duration::from_millis(100);

/// The state of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum JobState {
    /// Others come first.
    Waiting,
    /// It works.
    Running,
    /// It waits for its owner.
    Paused,
    /// It has its result.
    Done,
    /// It has ended without one.
    Failed,
    /// Its owner has ended it.
    Cancelled,
    /// The end of an earlier server has ended it; it can be begun again.
    Interrupted,
}

impl JobState {
    /// Whether nothing more will happen.
    pub const fn is_over(self) -> bool {
        matches!(self, JobState::Done | JobState::Failed | JobState::Cancelled | JobState::Interrupted)
    }
}

/// A job as JSON.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct JobView {
    /// Its name.
    pub id: String,
    /// What it is about, in a few words.
    pub title: String,
    /// Its state.
    pub state: JobState,
    /// How many jobs come first; null unless it waits.
    pub ahead: Option<usize>,
    /// The time that it has worked.
    pub seconds: f64,
    /// Why it has failed; null if it has not.
    pub error: Option<String>,
    /// What it does.
    #[serde(flatten)]
    pub work: JobWork,
}

/// What a job does, with its progress and its result.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum JobWork {
    /// It proves a position.
    Solve {
        /// How far it has come.
        progress: SolvingView,
        /// What is proven; null as long as the job works.
        result: Option<Box<SolvedView>>,
    },
    /// It judges games.
    Review {
        /// How far it has come.
        progress: ReviewProgress,
        /// What was found; null as long as the job works.
        result: Option<Box<ReviewResult>>,
    },
    /// It proves a table of advice.
    Prove {
        /// How far it has come.
        progress: ProveProgress,
        /// What is proven; null as long as the job works.
        result: Option<Box<ProveResult>>,
    },
}

/// A review so far.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub struct ReviewProgress {
    /// All games; null if nobody has counted them yet.
    pub games: Option<usize>,
    /// All moves to judge; null if nobody has counted them yet.
    pub moves: Option<usize>,
    /// Games that are judged.
    pub games_done: usize,
    /// Moves that are judged.
    pub moves_done: usize,
    /// Remarks about games, and games that could not be read.
    pub remarks: Vec<String>,
}

/// What a review has found.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ReviewResult {
    /// What was found, in words.
    pub summary: String,
    /// Games that could not be read.
    pub broken: usize,
    /// The games.
    #[serde(flatten)]
    pub report: ReviewReport,
}

/// A proof of a table so far.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub struct ProveProgress {
    /// What it does now.
    pub words: String,
    /// How much of that is done.
    pub done: u64,
    /// How much of that there is.
    pub all: u64,
}

/// What is proven of a table.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ProveResult {
    /// The proof in words.
    pub words: String,
    /// The object of `lucena advice prove --json`.
    pub proof: Proof,
}

/// What the owner of a job wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// That it works.
    GoOn,
    /// That it waits.
    Pause,
    /// That it ends.
    End,
}

/// A job.
pub struct Job {
    /// Its number.
    pub number: u64,
    /// What it asks, if that may be under way only once.
    pub key: Option<String>,
    title: String,
    now: Mutex<Now>,
    wish: Mutex<Wish>,
    wished: Condvar,
    /// Set whenever the work has to look at the wish.
    interrupt: Arc<AtomicBool>,
    changed: watch::Sender<()>,
    told: Mutex<Instant>,
    /// The annotated games of a review.
    pgn: OnceLock<String>,
    /// Its record on disk, as long as it is under way.
    record: Mutex<Option<Record>>,
    /// What it was, if it was interrupted.
    interrupted: Option<Interrupted>,
}

/// What changes.
struct Now {
    state: JobState,
    work: JobWork,
    error: Option<String>,
    /// The time that it worked before it last began to.
    worked: Duration,
    since: Option<Instant>,
}

impl Job {
    /// Makes a job that waits.
    pub fn new(number: u64, title: String, key: Option<String>, work: JobWork) -> Job {
        let now = Now { state: JobState::Waiting, work, error: None, worked: Duration::ZERO, since: None };
        Job {
            number,
            key,
            title,
            now: Mutex::new(now),
            wish: Mutex::new(Wish::GoOn),
            wished: Condvar::new(),
            interrupt: Arc::default(),
            changed: watch::Sender::new(()),
            told: Mutex::new(Instant::now()),
            pgn: OnceLock::new(),
            record: Mutex::default(),
            interrupted: None,
        }
    }

    /// Makes a job that an earlier server has left.
    pub fn left(number: u64, interrupted: Interrupted) -> Job {
        let work = match interrupted.question {
            Question::Solve(_) => JobWork::Solve { progress: SolvingView::default(), result: None },
            Question::Review(_) => JobWork::Review { progress: ReviewProgress::default(), result: None },
        };
        let job = Job::new(number, interrupted.title.clone(), None, work);
        job.now.lock().state = JobState::Interrupted;
        Job { interrupted: Some(interrupted), ..job }
    }

    /// Returns what it was, if it was interrupted.
    pub fn interrupted(&self) -> Option<&Interrupted> {
        self.interrupted.as_ref()
    }

    /// Keeps its record as long as it is under way.
    pub fn keep_record(&self, record: Record) {
        *self.record.lock() = Some(record);
    }

    /// Gives its record away.
    pub fn take_record(&self) -> Option<Record> {
        self.record.lock().take()
    }

    /// Returns the job as JSON; `ahead` jobs come first. Without its result, if nobody wants that.
    pub fn view(&self, ahead: Option<usize>, has_result: bool) -> JobView {
        let now = self.now.lock();
        let work = if has_result { now.work.clone() } else { now.work.without_result() };
        let worked = now.worked + now.since.map_or(Duration::ZERO, |since| since.elapsed());
        JobView {
            id: self.number.to_string(),
            title: self.title.clone(),
            state: now.state,
            ahead: ahead.filter(|_| now.state == JobState::Waiting),
            seconds: worked.as_secs_f64(),
            error: now.error.clone(),
            work,
        }
    }

    /// Returns its state.
    pub fn state(&self) -> JobState {
        self.now.lock().state
    }

    /// Sets its state.
    pub fn enter(&self, state: JobState) {
        let mut now = self.now.lock();
        if let Some(since) = now.since.take() {
            now.worked += since.elapsed();
        }
        now.state = state;
        now.since = (state == JobState::Running).then(Instant::now);
        drop(now);
        self.tell();
    }

    /// Ends it with a reason.
    pub fn fail(&self, reason: String) {
        self.now.lock().error = Some(reason);
        self.enter(JobState::Failed);
    }

    /// Changes what is told of its work, often.
    pub fn progress(&self, change: impl FnOnce(&mut JobWork)) {
        change(&mut self.now.lock().work);
        let mut told = self.told.lock();
        if told.elapsed() >= BETWEEN_CHANGES {
            *told = Instant::now();
            self.tell();
        }
    }

    /// Returns what tells of changes.
    pub fn changes(&self) -> watch::Receiver<()> {
        self.changed.subscribe()
    }

    fn tell(&self) {
        self.changed.send_replace(());
    }

    /// Returns what its owner wants.
    pub fn wish(&self) -> Wish {
        *self.wish.lock()
    }

    /// Wishes something; an end is final.
    pub fn want(&self, wish: Wish) {
        let mut wanted = self.wish.lock();
        if *wanted != Wish::End {
            *wanted = wish;
            self.interrupt.store(wish != Wish::GoOn, Ordering::Relaxed);
            self.wished.notify_all();
        }
    }

    /// Waits as long as its owner wants it to pause.
    pub fn wait(&self) {
        let mut wanted = self.wish.lock();
        while *wanted == Wish::Pause {
            self.wished.wait(&mut wanted);
        }
    }

    /// Returns what is set whenever the work has to look at the wish.
    pub fn interrupt(&self) -> &Arc<AtomicBool> {
        &self.interrupt
    }

    /// Lets the work go on after an interruption of its own.
    pub fn go_on(&self) {
        let wanted = self.wish.lock();
        self.interrupt.store(*wanted != Wish::GoOn, Ordering::Relaxed);
    }

    /// Keeps the annotated games.
    pub fn keep_pgn(&self, pgn: String) {
        // A review ends once.
        let _ = self.pgn.set(pgn);
    }

    /// Returns the annotated games; `None` if it is no finished review.
    pub fn pgn(&self) -> Option<&str> {
        self.pgn.get().map(String::as_str)
    }
}

impl JobWork {
    /// Returns the work without its result, which may be large.
    fn without_result(&self) -> JobWork {
        match self {
            JobWork::Solve { progress, .. } => JobWork::Solve { progress: progress.clone(), result: None },
            JobWork::Review { progress, .. } => JobWork::Review { progress: progress.clone(), result: None },
            JobWork::Prove { progress, .. } => JobWork::Prove { progress: progress.clone(), result: None },
        }
    }
}
