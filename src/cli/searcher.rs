//! One search after the other, each waited for: what `bench`, `suite` and `selfplay` are made of.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use shakmaty::Move;

use super::CommandError;
use super::told::Told;
use crate::board::{Board, Game};
use crate::config::{Config, Schema};
use crate::engine::options::Value;
use crate::engine::{AdviceMode, Configuration, Engine, Options, Report, Sink, TableSettings};
use crate::score::Score;
use crate::search::{Bound, Limits, ReportSink, largest_hash_mib};
use crate::threads::{self, Shortage};
use crate::uci::in_words;

/// Whether a search of this command has failed by a bug in lucena.
static HAS_FAILED: AtomicBool = AtomicBool::new(false);

/// The end of a command that has searched.
///
/// # Errors
/// Where a search has failed: what the command printed then is not what was asked for.
pub(super) fn failure() -> Result<(), CommandError> {
    if HAS_FAILED.load(Ordering::Relaxed) {
        return Err(CommandError::Internal("a search failed".to_owned()));
    }
    Ok(())
}

/// An engine that answers one position at a time.
pub(super) struct Searcher {
    engine: Engine,
    collector: Arc<Collector>,
}

/// What a search found.
#[derive(Clone, Debug, Default)]
pub(super) struct Answer {
    /// The move to play; nothing where there is none.
    pub best: Option<Move>,
    /// The last exact value, else the last bound; nothing where the search told none.
    pub score: Option<Score>,
    /// Best play as the search tells it, from `best` on; empty where it told none.
    pub line: Vec<Move>,
    /// Whether the game is drawn by the rules or the exact tables, and no estimate says so.
    pub is_proven_draw: bool,
    /// Nodes of all threads.
    pub nodes: u64,
    /// From `go` to the best move.
    pub elapsed: Duration,
}

/// Keeps of a search's reports what the answer needs.
#[derive(Default)]
struct Collector(Mutex<Collected>);

#[derive(Default)]
struct Collected {
    answer: Answer,
    told: Told<Score>,
}

impl ReportSink<Report> for Collector {
    fn accept(&self, report: Report) {
        let mut collected = self.0.lock();
        match report {
            Report::Line(line) if line.multi_pv == 1 => {
                collected.answer.nodes = line.nodes;
                collected.told.take(line.score, line.bound == Bound::Exact);
                collected.answer.score = collected.told.score();
                collected.answer.is_proven_draw = line.is_proven_draw;
                if line.bound == Bound::Exact {
                    collected.answer.line = line.line;
                }
            }
            Report::BestMove { best, .. } => collected.answer.best = best,
            Report::Notice(notice) => eprintln!("lucena: {}", in_words(&notice)),
            Report::Line(_) | Report::CurrentMove(_) => {}
        }
    }
}

impl Searcher {
    /// An engine with this table and these threads, and the configuration's search parameters. All other
    /// options have their defaults, so that a measurement does not depend on the user's file. For the same reason the
    /// configuration is the built-in one, unless the command line names another.
    pub(super) fn new(config: &Config, hash: usize, threads: usize) -> Result<Searcher, CommandError> {
        Searcher::with_tables_of(&Config::built_in().options, config, hash, threads)
    }

    /// The same with the Syzygy files that these options name.
    pub(super) fn with_tables_of(
        named: &Options,
        config: &Config,
        hash: usize,
        threads: usize,
    ) -> Result<Searcher, CommandError> {
        let collector = Arc::new(Collector::default());
        let built_in = Config::built_in().engine();
        // What is measured is the search.
        let options = Options {
            advice: AdviceMode::Off,
            table_cache: false,
            syzygy_path: named.syzygy_path.clone(),
            syzygy_probe_limit: named.syzygy_probe_limit,
            syzygy_50_move_rule: named.syzygy_50_move_rule,
            ..built_in.options
        };
        // A table that is ready only sometimes would make every run another.
        let tables = TableSettings { build: false, ..built_in.tables };
        let search = config.search.clone();
        let mut engine = Engine::new(Configuration { options: options.clone(), search, tables, ..built_in })?;
        let sink: Arc<Sink> = Arc::<Collector>::clone(&collector);
        engine.set_options(Options { hash, threads, ..options }, sink)?;
        engine.make_ready();
        Ok(Searcher { engine, collector })
    }

    /// Searches a position as if nothing had been searched before.
    pub(super) fn search(&mut self, board: &Board, limits: Limits) -> Answer {
        self.forget();
        self.go_on(&Game::new(board.clone()), limits)
    }

    /// Forgets what earlier searches found.
    pub(super) fn forget(&mut self) {
        self.engine.forget();
    }

    /// Searches a game's position with what earlier searches found.
    pub(super) fn go_on(&mut self, game: &Game, limits: Limits) -> Answer {
        self.engine.set_game(game.clone());
        self.engine.wait();
        *self.collector.0.lock() = Collected::default();
        let started = Instant::now();
        let sink: Arc<Sink> = Arc::<Collector>::clone(&self.collector);
        self.engine.go(limits, sink);
        self.engine.wait();
        HAS_FAILED.fetch_or(self.engine.has_failed(), Ordering::Relaxed);
        let mut answer = std::mem::take(&mut self.collector.0.lock().answer);
        answer.elapsed = started.elapsed();
        answer
    }
}

/// Makes so many of those who search on a thread of their own, or as many as the system has threads for; each is to be asked by
/// another thread, so that half of those are kept.
///
/// # Errors
/// Where not even one can be made, and where it fails for another reason.
pub(super) fn as_many<T>(
    wanted: usize,
    mut make: impl FnMut() -> Result<T, CommandError>,
) -> Result<Vec<T>, CommandError> {
    let mut made = Vec::new();
    while made.len() < wanted {
        match make() {
            Ok(one) => made.push(one),
            Err(error) if made.is_empty() || !error.is_shortage_of_threads() => return Err(error),
            Err(_) => {
                made.truncate(made.len().div_ceil(2));
                break;
            }
        }
    }
    threads::tell(Shortage::of(wanted, made.len()));
    Ok(made)
}

/// Reads `--threads` with the range of engine.toml.
pub(super) fn threads(word: &str) -> Result<usize, String> {
    in_range("threads", word)
}

/// Reads `--hash` with the range of engine.toml.
pub(super) fn hash(word: &str) -> Result<usize, String> {
    in_range("hash", word)
}

fn in_range(key: &str, word: &str) -> Result<usize, String> {
    let schema = Schema::built_in();
    let setting = schema.setting("options", key).ok_or_else(|| format!("there is no option {key}"))?;
    match setting.read(word) {
        Some(Value::Integer(number)) => usize::try_from(number).map_err(|error| error.to_string()),
        _ => Err(format!("allowed: {}", setting.allowed())),
    }
}

/// The most memory that one command may take, in GiB.
pub(super) fn memory_gibibytes() -> f64 {
    largest_hash_mib() as f64 / 1024.0
}

/// The threads asked for, else one for every core.
pub(super) fn threads_or_all_cores(asked: Option<usize>) -> usize {
    asked.unwrap_or_else(all_cores)
}

/// As many threads as the machine has cores.
pub(super) fn all_cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get)
}
