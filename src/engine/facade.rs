//! The engine as protocol and command line see it: options, position, `go`, `stop`, ponder.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crossbeam_channel::{Sender, bounded, unbounded};
use thiserror::Error;

use super::configuration::Configuration;
use super::job::{Job, SearchJob};
use super::notice::Notice;
use super::options::Options;
use super::report::{Report, Sink};
use super::thread::{self, Setup};
use crate::board::Game;
use crate::evaluation::{Evaluator, NetworkError, Networks, Parameters as EvaluationParameters};
use crate::search::{Control, Limits, SpareHash, largest_hash_mib};

/// Why the engine cannot do something.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EngineError {
    /// The transposition table would exceed the memory of the machine.
    #[error("hash of {asked} MiB is impossible here: this machine's memory allows 1 to {allowed} MiB")]
    HashTooLarge {
        /// The size asked for, in MiB.
        asked: usize,
        /// The largest allowed size, in MiB.
        allowed: usize,
    },
    /// The file of networks cannot be used.
    #[error("EvalFile: {0}")]
    NoNetworks(NetworkError),
    /// The system gives no thread to search on.
    #[error("the system allows no thread to search on: {0}")]
    NoThread(String),
}

impl EngineError {
    /// Returns whether what was asked for is impossible here; otherwise the system gave no thread.
    pub const fn is_refusal(&self) -> bool {
        !matches!(self, EngineError::NoThread(_))
    }
}

/// A chess engine: one game and one search at a time, on its own threads.
pub struct Engine {
    jobs: Sender<Job>,
    worker: Option<std::thread::JoinHandle<()>>,
    options: Options,
    evaluation: Arc<EvaluationParameters>,
    /// `None` means the built-in ones.
    networks: Option<Networks>,
    /// What became of the file of networks that the configuration names, until there is somebody to tell.
    unreported: Option<Notice>,
    game: Game,
    control: Option<Arc<Control>>,
    /// An empty table, made in advance for after the search in progress.
    spare: SpareHash,
    has_failed: Arc<AtomicBool>,
}

impl Engine {
    /// Starts the search thread. The transposition table is allocated when it is first needed. If the file of networks that
    /// the options name cannot be used, others are, and the first sink gets a notice.
    ///
    /// # Errors
    /// If the system gives no thread.
    pub fn new(mut configuration: Configuration) -> Result<Engine, EngineError> {
        let unreported = open_networks(&mut configuration);
        let Configuration { options, evaluation, networks, .. } = configuration.clone();
        let (jobs, queue) = unbounded();
        let has_failed = Arc::new(AtomicBool::new(false));
        let setup = Setup { configuration, has_failed: Arc::clone(&has_failed) };
        let worker = std::thread::Builder::new()
            .name("search".to_owned())
            .spawn(move || thread::run(&queue, setup))
            .map_err(|error| EngineError::NoThread(error.to_string()))?;
        Ok(Engine {
            jobs,
            worker: Some(worker),
            options,
            evaluation,
            networks,
            unreported,
            game: Game::default(),
            control: None,
            spare: SpareHash::default(),
            has_failed,
        })
    }

    /// The options in force.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Changes options. Table, threads and files follow once the running search, if any, has ended; problems with them go to
    /// the sink.
    ///
    /// # Errors
    /// If the table cannot fit into this machine's memory, or the file of networks cannot be used; nothing changes then.
    pub fn set_options(&mut self, options: Options, sink: Arc<Sink>) -> Result<(), EngineError> {
        self.report_what_is_due(&*sink);
        let is_resized = options.hash != self.options.hash;
        if is_resized {
            let allowed = largest_hash_mib();
            if options.hash > allowed {
                return Err(EngineError::HashTooLarge { asked: options.hash, allowed });
            }
        }
        if options.eval_file != self.options.eval_file {
            let networks = options.open_networks().map_err(EngineError::NoNetworks)?;
            if networks.is_some() || self.networks.is_some() {
                self.use_networks(networks, &options.eval_file, &*sink);
            }
        }
        self.options = options;
        let spare = if is_resized { self.begin_spare() } else { SpareHash::default() };
        self.send(Job::Prepare(self.options.clone(), sink, spare));
        Ok(())
    }

    /// The networks that play, from the next search on; `None` means the built-in ones.
    pub fn networks(&self) -> Option<&Networks> {
        self.networks.as_ref()
    }

    /// Returns an evaluator that values positions as the next search will.
    pub fn evaluator(&self) -> Evaluator {
        let networks = self.networks.clone().unwrap_or_else(Networks::built_in);
        Evaluator::with_networks(Arc::clone(&self.evaluation), &networks)
    }

    fn use_networks(&mut self, networks: Option<Networks>, file: &str, sink: &Sink) {
        sink.accept(Report::Notice(networks_notice(networks.as_ref(), file)));
        self.networks.clone_from(&networks);
        self.send(Job::UseNetworks(networks));
    }

    fn report_what_is_due(&mut self, sink: &Sink) {
        if let Some(notice) = self.unreported.take() {
            sink.accept(Report::Notice(notice));
        }
    }

    /// The game whose last position `go` searches.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Sets the game. A running search continues with its own.
    pub fn set_game(&mut self, game: Game) {
        self.game = game;
    }

    /// Forgets everything learned from earlier searches, for a new game or Clear Hash.
    pub fn forget(&mut self) {
        let spare = self.begin_spare();
        self.send(Job::Forget(spare));
    }

    /// While a search runs, makes the empty table for the next one in parallel.
    fn begin_spare(&mut self) -> SpareHash {
        self.spare =
            if self.is_searching() { SpareHash::begin(self.options.hash) } else { SpareHash::default() };
        self.spare.clone()
    }

    /// Starts a search of the current position. A search that still runs stops first and reports its best move.
    pub fn go(&mut self, limits: Limits, sink: Arc<Sink>) {
        self.stop();
        self.report_what_is_due(&*sink);
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

    /// Ends the running search, if any. Its best move follows on its sink.
    pub fn stop(&self) {
        if let Some(control) = &self.control {
            control.stop();
        }
    }

    /// Tells the search that the opponent played the expected move: a ponder search becomes an ordinary one.
    pub fn ponder_hit(&self) {
        if let Some(control) = &self.control {
            control.ponder_hit();
        }
    }

    /// Whether a search runs or is queued.
    pub fn is_searching(&self) -> bool {
        self.control.as_ref().is_some_and(|control| !control.is_finished())
    }

    /// Waits until everything asked for is done. An unlimited search must be stopped from elsewhere.
    pub fn wait(&self) {
        self.ask(Job::Ping);
    }

    /// During a search, waits until the next empty table is ready, if one was requested.
    pub fn wait_for_spare(&self) {
        self.spare.wait();
    }

    /// Whether a search has ever failed through a bug in lucena. It still reported a best move.
    pub fn has_failed(&self) -> bool {
        self.has_failed.load(Ordering::Relaxed)
    }

    /// Waits until everything asked for is done and a search can start without delay: the hash has its memory, and the embedded
    /// tables are open. The first call may take a tenth of a second, and more with a large hash, so that the first search does
    /// not have to.
    pub fn make_ready(&self) {
        self.ask(|reply| Job::MakeReady(self.options.clone(), reply));
    }

    /// Waits until everything asked for is done, and returns the names of the Syzygy files that gave an answer since they were
    /// opened.
    pub fn files_asked(&self) -> Vec<String> {
        self.ask(Job::FilesAsked).unwrap_or_default()
    }

    /// Waits for the reply to a job; `None` if the thread is gone, so that there is nothing to wait for.
    fn ask<Reply>(&self, job: impl FnOnce(Sender<Reply>) -> Job) -> Option<Reply> {
        let (reply, answer) = bounded(1);
        self.send(job(reply));
        answer.recv().ok()
    }

    fn send(&self, job: Job) {
        // An error means that the thread is gone, which takes a bug in the search. Nothing may wait for a search that cannot
        // start.
        if self.jobs.send(job).is_err()
            && let Some(control) = &self.control
        {
            control.finish(|| {});
        }
    }
}

/// Opens the file of networks that the options name, and returns what is to be reported of it. If it cannot be used, the
/// options name none any more.
fn open_networks(configuration: &mut Configuration) -> Option<Notice> {
    let Configuration { options, networks, .. } = configuration;
    match options.open_networks() {
        Ok(None) => None,
        Ok(read) => {
            *networks = read;
            Some(networks_notice(networks.as_ref(), &options.eval_file))
        }
        Err(error) => {
            options.eval_file.clear();
            Some(Notice::NoNetworks(error))
        }
    }
}

/// Returns the notice of networks that have come into use; `None` means the built-in ones.
fn networks_notice(networks: Option<&Networks>, file: &str) -> Notice {
    networks.map_or(Notice::BuiltInNetworks, |networks| Notice::Networks {
        file: file.to_owned(),
        kinds: networks.read_from_file().collect(),
    })
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.stop();
        let (closed, _) = unbounded();
        self.jobs = closed;
        if let Some(worker) = self.worker.take() {
            // The standard hook has already reported a panic of the search thread.
            drop(worker.join());
        }
    }
}
