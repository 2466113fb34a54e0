//! Runs one search after the other and waits for each: for measuring, and for whoever asks positions one by one.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use shakmaty::Move;
use thiserror::Error;

use super::configuration::Configuration;
use super::facade::{Engine, EngineError};
use super::last_score::LastScore;
use super::notice::Notice;
use super::options::Options;
use super::report::{Report, Sink};
use crate::board::{Board, Game};
use crate::score::Score;
use crate::search::{Bound, Limits, ReportSink};

/// A search failed, so its answer is not reliable.
#[derive(Clone, Copy, Debug, Error)]
#[error("a search failed; this is a bug in lucena")]
pub struct SearchFailed;

/// Called with an engine's notices, from its thread.
pub type Notices = fn(&Notice);

/// An engine that answers one position at a time.
pub struct Searcher {
    engine: Engine,
    collector: Arc<Collector>,
}

/// The result of a search.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// The move to play; `None` if there is no legal one.
    pub best: Option<Move>,
    /// The last exact score, else the last bound; `None` if the search reported neither.
    pub score: Option<Score>,
    /// Best play by search, from `best` on; empty if the search reported none.
    pub line: Vec<Move>,
    /// Whether the rules or the exact tables prove the draw; false for an estimate.
    pub is_proven_draw: bool,
    /// Nodes of all threads.
    pub nodes: u64,
    /// The time from `go` to the best move.
    pub elapsed: Duration,
}

/// Collects the answer from a search's reports.
struct Collector {
    collected: Mutex<Collected>,
    notices: Box<dyn Fn(&Notice) + Send + Sync>,
    cancelled: Arc<AtomicBool>,
}

#[derive(Default)]
struct Collected {
    answer: Answer,
    last: LastScore<Score>,
}

impl ReportSink<Report> for Collector {
    fn accept(&self, report: Report) {
        let mut collected = self.collected.lock();
        match report {
            Report::Line(line) if line.multi_pv == 1 => {
                collected.answer.nodes = line.nodes;
                collected.last.take(line.score, line.bound == Bound::Exact);
                collected.answer.score = collected.last.score();
                collected.answer.is_proven_draw = line.is_proven_draw;
                if line.bound == Bound::Exact {
                    collected.answer.line = line.line;
                }
            }
            Report::BestMove { best, .. } => collected.answer.best = best,
            Report::Notice(notice) => (self.notices)(&notice),
            Report::Line(_) | Report::CurrentMove(_) => {}
        }
    }

    fn is_closed(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}

impl Searcher {
    /// Starts an engine with a transposition table of `hash` MiB and this many threads.
    ///
    /// # Errors
    /// If the table does not fit into the machine, or the system gives no thread.
    pub fn new(
        configuration: Configuration,
        hash: usize,
        threads: usize,
        notices: impl Fn(&Notice) + Send + Sync + 'static,
    ) -> Result<Searcher, EngineError> {
        Searcher::cancelled_by(Arc::default(), configuration, hash, threads, notices)
    }

    /// Starts such an engine, whose searches end as soon as the flag is set.
    ///
    /// # Errors
    /// If the table does not fit into the machine, or the system gives no thread.
    pub fn cancelled_by(
        cancelled: Arc<AtomicBool>,
        configuration: Configuration,
        hash: usize,
        threads: usize,
        notices: impl Fn(&Notice) + Send + Sync + 'static,
    ) -> Result<Searcher, EngineError> {
        let collector =
            Arc::new(Collector { collected: Mutex::default(), notices: Box::new(notices), cancelled });
        let options = Options { hash, threads, ..configuration.options.clone() };
        let mut engine = Engine::new(configuration)?;
        let sink: Arc<Sink> = Arc::<Collector>::clone(&collector);
        engine.set_options(options, sink)?;
        engine.make_ready();
        Ok(Searcher { engine, collector })
    }

    /// Returns whether its searches end early, because the flag is set.
    pub fn is_cancelled(&self) -> bool {
        self.collector.is_closed()
    }

    /// Searches a position as if there had been no search before.
    pub fn search(&mut self, board: &Board, limits: Limits) -> Answer {
        self.forget();
        self.go_on(&Game::new(board.clone()), limits)
    }

    /// Checks that all searches so far were sound.
    ///
    /// # Errors
    /// If one has failed.
    pub fn outcome(&self) -> Result<(), SearchFailed> {
        if self.engine.has_failed() { Err(SearchFailed) } else { Ok(()) }
    }

    /// Returns the names of the Syzygy files that its searches have asked.
    pub fn files_asked(&self) -> Vec<String> {
        self.engine.files_asked()
    }

    /// Forgets earlier searches.
    pub fn forget(&mut self) {
        self.engine.forget();
    }

    /// Searches a game's position and uses what earlier searches found.
    pub fn go_on(&mut self, game: &Game, limits: Limits) -> Answer {
        self.engine.set_game(game.clone());
        self.engine.wait();
        *self.collector.collected.lock() = Collected::default();
        let started = Instant::now();
        let sink: Arc<Sink> = Arc::<Collector>::clone(&self.collector);
        self.engine.go(limits, sink);
        self.engine.wait();
        let mut answer = std::mem::take(&mut self.collector.collected.lock().answer);
        answer.elapsed = started.elapsed();
        answer
    }
}
