//! The engine as protocol and command line see it: options, position, `go`, `stop`, ponder.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crossbeam_channel::{Sender, bounded, unbounded};
use thiserror::Error;

use super::configuration::Configuration;
use super::job::{Job, SearchJob};
use super::options::Options;
use super::report::Sink;
use super::thread::{self, Setup};
use crate::board::Game;
use crate::search::{Control, Limits, SpareHash, largest_hash_mib};

/// What the engine cannot do.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EngineError {
    /// More table than the machine has memory for.
    #[error("hash of {asked} MiB is impossible here: this machine's memory allows 1 to {allowed} MiB")]
    HashTooLarge {
        /// What was asked for, in MiB.
        asked: usize,
        /// The most that is allowed, in MiB.
        allowed: usize,
    },
    /// The system gives no thread to search on.
    #[error("the system gives no thread to search on: {0}")]
    NoThread(String),
}

/// A chess engine: one game, one search at a time, run on its own threads.
pub struct Engine {
    jobs: Sender<Job>,
    worker: Option<std::thread::JoinHandle<()>>,
    options: Options,
    game: Game,
    control: Option<Arc<Control>>,
    /// The empty table that a search in progress will be followed by.
    spare: SpareHash,
    has_failed: Arc<AtomicBool>,
}

impl Engine {
    /// Starts the search thread; the transposition table is made when it is first needed.
    ///
    /// # Errors
    /// Where the system gives no thread.
    pub fn new(configuration: Configuration) -> Result<Engine, EngineError> {
        let options = configuration.options.clone();
        let (jobs, queue) = unbounded();
        let has_failed = Arc::new(AtomicBool::new(false));
        let setup = Setup { configuration, has_failed: Arc::clone(&has_failed) };
        let worker = std::thread::Builder::new()
            .name("search".to_owned())
            .spawn(move || thread::run(&queue, &setup))
            .map_err(|error| EngineError::NoThread(error.to_string()))?;
        let (worker, game) = (Some(worker), Game::default());
        Ok(Engine { jobs, worker, options, game, control: None, spare: SpareHash::default(), has_failed })
    }

    /// The options in force.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Changes options. Table, threads and files follow when the running search, if any, has ended; what turns out
    /// impossible then is told on the sink.
    ///
    /// # Errors
    /// Where the table cannot fit into this machine's memory; nothing is changed then.
    pub fn set_options(&mut self, options: Options, sink: Arc<Sink>) -> Result<(), EngineError> {
        if options.hash != self.options.hash {
            let allowed = largest_hash_mib();
            if options.hash > allowed {
                return Err(EngineError::HashTooLarge { asked: options.hash, allowed });
            }
        }
        let is_resized = options.hash != self.options.hash;
        self.options = options;
        let spare = if is_resized { self.begin_spare() } else { SpareHash::default() };
        self.send(Job::Prepare(self.options.clone(), sink, spare));
        Ok(())
    }

    /// The game whose last position `go` searches.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Sets the game; a running search goes on with its own.
    pub fn set_game(&mut self, game: Game) {
        self.game = game;
    }

    /// Forgets everything learned from earlier searches: a new game begins, or Clear Hash was asked for.
    pub fn forget(&mut self) {
        let spare = self.begin_spare();
        self.send(Job::Forget(spare));
    }

    /// While a search runs, the empty table that is to follow it is made beside it.
    fn begin_spare(&mut self) -> SpareHash {
        self.spare =
            if self.is_searching() { SpareHash::begin(self.options.hash) } else { SpareHash::default() };
        self.spare.clone()
    }

    /// Begins a search of the current position. A search that still runs is stopped first and gives its own
    /// best move before this one begins.
    pub fn go(&mut self, limits: Limits, sink: Arc<Sink>) {
        self.stop();
        let control = Arc::new(Control::new(limits.ponder));
        self.control = Some(Arc::clone(&control));
        self.send(Job::Search(Box::new(SearchJob {
            game: self.game.clone(),
            limits,
            options: self.options.clone(),
            control,
            sink,
        })));
    }

    /// Ends the running search, if any; its best move follows on its sink.
    pub fn stop(&self) {
        if let Some(control) = &self.control {
            control.stop();
        }
    }

    /// The opponent played the expected move: the running ponder search becomes an ordinary one.
    pub fn ponder_hit(&self) {
        if let Some(control) = &self.control {
            control.ponder_hit();
        }
    }

    /// Whether a search runs or is about to.
    pub fn is_searching(&self) -> bool {
        self.control.as_ref().is_some_and(|control| !control.is_finished())
    }

    /// Waits until everything asked for is done. With an unlimited search this needs a stop from elsewhere.
    pub fn wait(&self) {
        self.ask(Job::Ping);
    }

    /// While a search runs: waits until what was asked for since needs no time when the search has ended.
    pub fn wait_for_spare(&self) {
        self.spare.wait();
    }

    /// Whether a search has ever failed by a bug in lucena. Its best move was given all the same.
    pub fn has_failed(&self) -> bool {
        self.has_failed.load(Ordering::Relaxed)
    }

    /// Waits until everything asked for is done and a search can begin without delay: the hash has its memory, and the
    /// tables inside the program are open. The first time this may take a tenth of a second, and more for a large hash,
    /// which must not be the first search's.
    pub fn make_ready(&self) {
        self.ask(|reply| Job::MakeReady(self.options.clone(), reply));
    }

    fn ask(&self, job: impl FnOnce(Sender<()>) -> Job) {
        let (reply, answer) = bounded(1);
        self.send(job(reply));
        // An error means that the thread has gone: nothing is left to wait for.
        let _ = answer.recv();
    }

    fn send(&self, job: Job) {
        // An error means that the thread has gone, which only a bug in the search can do; a search that
        // cannot begin must not be waited for.
        if self.jobs.send(job).is_err()
            && let Some(control) = &self.control
        {
            control.finish(|| {});
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.stop();
        let (closed, _) = unbounded();
        self.jobs = closed;
        if let Some(worker) = self.worker.take() {
            // A panic of the search thread has been reported by the standard hook already.
            drop(worker.join());
        }
    }
}
