//! All jobs: which run, which wait for their turn, and which have ended.

use std::collections::{BTreeMap, VecDeque};
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::body::Bytes;
use axum::http::StatusCode;
use parking_lot::{Condvar, Mutex};

use super::job::{Job, JobState, JobWork, Wish};
use super::question::Question;
use super::record::{Interrupted, NoRecord, Record};
use crate::serve::refusal::Refusal;
use crate::text::outputs::OutputPath;
use crate::threads::share_of;

/// The most jobs that wait.
pub const MOST_WAITING: usize = 16;
/// The most jobs that have ended and are kept.
const MOST_ENDED: usize = 50;
/// When it may be worth asking again, in seconds.
const RETRY_AFTER: u32 = 10;

/// All jobs.
pub struct Jobs {
    most: usize,
    inside: Mutex<Inside>,
    turn: Condvar,
    /// Set when the server ends: the records of jobs that it ends stay.
    is_ending: AtomicBool,
}

/// A job to begin.
pub struct Beginning {
    /// What it is about, in a few words.
    pub title: String,
    /// Of several with the same key, only one may be under way.
    pub key: Option<String>,
    /// What it does.
    pub work: JobWork,
    /// What finds it again after a restart; `None` if nothing does.
    pub asked: Option<Asked>,
}

/// What a job was asked, and where to keep that.
pub struct Asked {
    /// The path of the record.
    pub path: OutputPath,
    /// The question.
    pub question: Question,
    /// The games of a review.
    pub games: Option<Bytes>,
}

#[derive(Default)]
struct Inside {
    last: u64,
    jobs: BTreeMap<u64, Arc<Job>>,
    /// Those that wait for their turn, the next first.
    waiting: VecDeque<u64>,
    running: usize,
}

/// How work ends that has not failed.
pub enum Ended {
    /// It is done.
    Done,
    /// Its owner has ended it.
    Cancelled,
}

impl Jobs {
    /// None yet; this many may run at the same time.
    pub fn new(most: usize) -> Arc<Jobs> {
        Arc::new(Jobs {
            most,
            inside: Mutex::default(),
            turn: Condvar::new(),
            is_ending: AtomicBool::new(false),
        })
    }

    /// Returns how many jobs run at the same time.
    pub fn most(&self) -> usize {
        self.most
    }

    /// Returns the threads of one job, if those that run share this many.
    pub fn share(&self, threads: usize) -> usize {
        share_of(threads, self.inside.lock().running)
    }

    /// Lists a job that an earlier server has left, under its number if that is free.
    pub fn list(&self, interrupted: Interrupted) {
        let mut inside = self.inside.lock();
        let is_free = !inside.jobs.contains_key(&interrupted.number);
        let number = if is_free { interrupted.number } else { inside.last + 1 };
        inside.last = inside.last.max(number);
        inside.jobs.insert(number, Arc::new(Job::left(number, interrupted)));
    }

    /// Begins a job on a thread of its own, as soon as it is its turn.
    ///
    /// # Errors
    /// If too many wait, one of its key is under way, here or in another server, or the system gives no thread.
    pub fn begin(
        self: &Arc<Jobs>,
        beginning: Beginning,
        notice: &dyn Fn(&dyn Display),
        run: impl FnOnce(&Arc<Jobs>, &Arc<Job>) -> Result<Ended, String> + Send + 'static,
    ) -> Result<Arc<Job>, Refusal> {
        let Beginning { title, key, work, asked } = beginning;
        let job = self.enter(title.clone(), key, work)?;
        // Only now: of what is refused, nothing is written.
        if let Some(Asked { path, question, games }) = asked {
            match Record::write(&path, job.number, &title, &question, games.as_deref()) {
                Ok(record) => self.keep(&job, record),
                Err(NoRecord::Unwritten(problem)) => notice(&problem),
                Err(NoRecord::Elsewhere) => {
                    self.forget(job.number);
                    let words = "another lucena serve of this user does this already";
                    return Err(Refusal::new(StatusCode::CONFLICT, words));
                }
            }
        }
        let (jobs, own) = (Arc::clone(self), Arc::clone(&job));
        let thread = std::thread::Builder::new().name(format!("job {}", job.number));
        let started = thread.spawn(move || jobs.run(&own, run));
        if started.is_err() {
            self.forget(job.number);
            return Err(Refusal::busy("the system gives no thread for another job", RETRY_AFTER));
        }
        Ok(job)
    }

    /// Keeps the record of a job. One that was interrupted and asks the same is begun again with it.
    fn keep(&self, job: &Job, record: Record) {
        let is_same = |other: &Arc<Job>| {
            other.interrupted().is_some_and(|interrupted| record.is_at(interrupted.path()))
        };
        self.inside.lock().jobs.retain(|_, other| !is_same(other));
        job.keep_record(record);
    }

    fn enter(&self, title: String, key: Option<String>, work: JobWork) -> Result<Arc<Job>, Refusal> {
        let mut inside = self.inside.lock();
        let under_way = inside.jobs.values().filter(|job| !job.state().is_over()).count();
        if under_way >= self.most + MOST_WAITING {
            let words = format!("{under_way} jobs are under way already; end one of them, or wait");
            return Err(Refusal::busy(words, RETRY_AFTER));
        }
        let is_same = |job: &&Arc<Job>| key.is_some() && job.key == key && !job.state().is_over();
        if let Some(same) = inside.jobs.values().find(is_same) {
            let words = format!("job {} does this already", same.number);
            return Err(Refusal::new(StatusCode::CONFLICT, words));
        }
        inside.last += 1;
        let number = inside.last;
        let job = Arc::new(Job::new(number, title, key, work));
        inside.jobs.insert(number, Arc::clone(&job));
        inside.waiting.push_back(number);
        inside.drop_old();
        Ok(job)
    }

    fn run(
        self: &Arc<Jobs>,
        job: &Arc<Job>,
        run: impl FnOnce(&Arc<Jobs>, &Arc<Job>) -> Result<Ended, String>,
    ) {
        if !self.take_turn(job) {
            self.let_go_of_record(job, true);
            return job.enter(JobState::Cancelled);
        }
        let ended = catch_unwind(AssertUnwindSafe(|| run(self, job)));
        self.leave();
        self.let_go_of_record(job, matches!(ended, Ok(Ok(Ended::Cancelled))));
        match ended {
            Ok(Ok(Ended::Done)) => job.enter(JobState::Done),
            Ok(Ok(Ended::Cancelled)) => job.enter(JobState::Cancelled),
            Ok(Err(reason)) => job.fail(reason),
            Err(_) => job.fail("this is a bug in lucena".to_owned()),
        }
    }

    /// The record of a job that the end of the server cancels stays: it was interrupted.
    fn let_go_of_record(&self, job: &Job, is_cancelled: bool) {
        let record = job.take_record();
        if !(is_cancelled && self.is_ending.load(Ordering::Relaxed)) {
            record.into_iter().for_each(Record::remove);
        }
    }

    /// Waits until it is the job's turn. Returns whether it is; otherwise its owner has ended it.
    fn take_turn(&self, job: &Job) -> bool {
        let mut inside = self.inside.lock();
        while inside.running >= self.most || inside.waiting.front() != Some(&job.number) {
            if job.wish() == Wish::End {
                break;
            }
            self.turn.wait(&mut inside);
        }
        inside.waiting.retain(|number| *number != job.number);
        self.turn.notify_all();
        if job.wish() == Wish::End {
            return false;
        }
        inside.running += 1;
        drop(inside);
        job.enter(JobState::Running);
        true
    }

    fn leave(&self) {
        self.inside.lock().running -= 1;
        self.turn.notify_all();
    }

    /// Gives the job's place to others as long as its owner wants it to pause. Returns whether it goes on.
    pub fn pause(&self, job: &Job) -> bool {
        if job.wish() == Wish::Pause {
            self.leave();
            job.enter(JobState::Paused);
            job.wait();
            job.enter(JobState::Waiting);
            // A job that was under way goes first.
            self.inside.lock().waiting.push_front(job.number);
            if !self.take_turn(job) {
                // Its place is counted until it ends.
                self.inside.lock().running += 1;
                return false;
            }
        }
        job.go_on();
        job.wish() == Wish::GoOn
    }

    /// Tells a job what its owner wants.
    pub fn want(&self, job: &Job, wish: Wish) {
        job.want(wish);
        // It may be waiting for its turn.
        let _inside = self.inside.lock();
        self.turn.notify_all();
    }

    /// Ends all jobs. Each keeps its journal.
    pub fn end_all(&self) {
        self.is_ending.store(true, Ordering::Relaxed);
        let jobs: Vec<Arc<Job>> = self.inside.lock().jobs.values().cloned().collect();
        jobs.iter().for_each(|job| self.want(job, Wish::End));
    }

    /// Whether a job is under way.
    pub fn is_busy(&self) -> bool {
        self.inside.lock().jobs.values().any(|job| !job.state().is_over())
    }

    /// Returns the job of that name, and how many come before it.
    ///
    /// # Errors
    /// If there is none.
    pub fn find(&self, name: &str) -> Result<(Arc<Job>, Option<usize>), Refusal> {
        let inside = self.inside.lock();
        let found = name.parse().ok().and_then(|number: u64| inside.jobs.get(&number));
        let job = found.ok_or_else(|| Refusal::unknown("there is no such job"))?;
        Ok((Arc::clone(job), inside.ahead(job)))
    }

    /// Returns all jobs, the newest first, each with how many come before it.
    pub fn all(&self) -> Vec<(Arc<Job>, Option<usize>)> {
        let inside = self.inside.lock();
        inside.jobs.values().rev().map(|job| (Arc::clone(job), inside.ahead(job))).collect()
    }

    /// Forgets a job that has ended.
    pub fn forget(&self, number: u64) {
        let mut inside = self.inside.lock();
        let forgotten = inside.jobs.remove(&number);
        forgotten.and_then(|job| job.take_record()).into_iter().for_each(Record::remove);
        inside.waiting.retain(|waiting| *waiting != number);
        drop(inside);
        self.turn.notify_all();
    }
}

impl Inside {
    /// Jobs that come before one that waits: those in front of it, and all that run.
    fn ahead(&self, job: &Job) -> Option<usize> {
        let place = self.waiting.iter().position(|number| *number == job.number)?;
        Some(place + self.running)
    }

    fn drop_old(&mut self) {
        let ended: Vec<u64> =
            self.jobs.values().filter(|job| job.state().is_over()).map(|job| job.number).collect();
        for number in ended.iter().take(ended.len().saturating_sub(MOST_ENDED)) {
            self.jobs.remove(number);
        }
    }
}
