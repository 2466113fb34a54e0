//! The search's own thread: takes jobs in order, so that nothing asked for during a search is lost, and survives what
//! should never happen in one.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crossbeam_channel::{Receiver, Sender};
use parking_lot::Mutex;
use shakmaty::Move;

use super::Options;
use super::advice::{AdviceSettings, Adviser, Counsel, Remark, Win};
use super::tables::{TableSettings, TableSupply};
use crate::board::Game;
use crate::evaluation::Parameters as EvaluationParameters;
use crate::search::{
    BestMove, Control, Limits, Report, ReportSink, SearchParameters, SearchSettings, SpareHash,
    SyzygySettings, Team,
};

/// What the search thread is asked to do.
pub(super) enum Job {
    /// Search, and report the best move at the end.
    Search(Box<SearchJob>),
    /// Forget everything learned from earlier searches; an empty table may be at hand.
    Forget(SpareHash),
    /// Bring table, helpers and files to what the options say now, and tell on the sink what that gave.
    Prepare(Options, Arc<dyn ReportSink>, SpareHash),
    /// Answer when everything before is done.
    Ping(Sender<()>),
    /// Answer when, besides, a search with these options can begin without delay.
    MakeReady(Options, Sender<()>),
}

/// All that one search needs.
pub(super) struct SearchJob {
    pub game: Game,
    pub limits: Limits,
    pub options: Options,
    pub control: Arc<Control>,
    pub sink: Arc<dyn ReportSink>,
}

impl SearchJob {
    /// Whether somebody looks at a position, rather than plays a game: then the truth counts, as short as it is.
    pub fn is_analysis(&self) -> bool {
        self.options.analyse_mode || self.limits.infinite
    }
}

/// What the thread is made from, once at its start and again after a search that failed.
pub(super) struct Setup {
    pub search: SearchParameters,
    pub evaluation: Arc<EvaluationParameters>,
    pub tables: TableSettings,
    pub advice: AdviceSettings,
    /// Told when a search has failed.
    pub has_failed: Arc<AtomicBool>,
}

/// Runs until the engine is dropped.
pub(super) fn run(jobs: &Receiver<Job>, setup: &Setup) {
    let mut answerers = Answerers::new(setup);
    for job in jobs {
        match job {
            Job::Search(job) => answerers = answer_whatever_happens(answerers, setup, &job),
            Job::Forget(spare) => answerers.forget(spare),
            Job::Prepare(options, sink, spare) => answerers.prepare(&options, spare, &*sink),
            Job::Ping(reply) => answer_asker(&reply),
            Job::MakeReady(options, reply) => {
                answerers.make_ready(&options);
                answer_asker(&reply);
            }
        }
    }
}

fn answer_asker(reply: &Sender<()>) {
    // The asker may have gone; then nobody waits.
    let _ = reply.send(());
}

/// Searches. Where the search panics, which only a bug in lucena can do, the game goes on all the same: the move told last
/// is played, or else any, and the next search begins with everything made anew.
fn answer_whatever_happens(mut answerers: Answerers, setup: &Setup, job: &SearchJob) -> Answerers {
    let told = LastTold { sink: &*job.sink, best: Mutex::new(None) };
    if catch_unwind(AssertUnwindSafe(|| answerers.answer(job, &told))).is_ok() {
        return answerers;
    }
    setup.has_failed.store(true, Ordering::Relaxed);
    let report = || answer_after_failure(job, *told.best.lock());
    if catch_unwind(AssertUnwindSafe(report)).is_err() {
        // Not even that can be told; at least nobody waits for it.
        job.control.finish(|| {});
    }
    // What the search has left half done must not be used, and may not even be fit to be dropped.
    let _ = catch_unwind(AssertUnwindSafe(|| drop(answerers)));
    Answerers::new(setup)
}

fn answer_after_failure(job: &SearchJob, told: Option<Move>) {
    let asked = &job.limits.search_moves;
    let any =
        || job.game.board().all_legal_moves().into_iter().find(|one| asked.is_empty() || asked.contains(one));
    job.sink.accept(Report::Note(
        "the search failed; this is a bug in lucena, please report the position".to_owned(),
    ));
    if !job.control.is_finished() {
        answer(job, BestMove { best: told.or_else(any), ponder: None });
    }
}

/// Passes reports on, and remembers the best move told.
struct LastTold<'a> {
    sink: &'a dyn ReportSink,
    best: Mutex<Option<Move>>,
}

impl ReportSink for LastTold<'_> {
    fn accept(&self, report: Report) {
        if let Report::Line(line) = &report
            && line.multi_pv == 1
        {
            *self.best.lock() = line.line.first().copied();
        }
        self.sink.accept(report);
    }

    fn is_closed(&self) -> bool {
        self.sink.is_closed()
    }
}

/// Whoever may answer a `go`.
struct Answerers {
    team: Team,
    supply: TableSupply,
    adviser: Adviser,
}

impl Answerers {
    fn new(setup: &Setup) -> Answerers {
        let supply = TableSupply::new(setup.tables.clone());
        let team = Team::new(setup.search.clone(), &setup.evaluation, supply.tables());
        Answerers { team, supply, adviser: Adviser::new(&setup.advice) }
    }

    fn forget(&mut self, spare: SpareHash) {
        self.team.forget(spare);
        self.adviser.forget();
    }

    fn prepare(&mut self, options: &Options, spare: SpareHash, sink: &dyn ReportSink) {
        self.supply.open(options, sink);
        if let Err(error) = self.team.resize(options.hash, options.threads, spare) {
            sink.accept(Report::Note(error.to_string()));
        }
    }

    fn make_ready(&mut self, options: &Options) {
        // What cannot be had is told by the first search, which asks for it again.
        let _ = self.team.resize(options.hash, options.threads, SpareHash::default());
        self.supply.await_embedded();
    }

    fn answer(&mut self, job: &SearchJob, sink: &dyn ReportSink) {
        self.prepare(&job.options, SpareHash::default(), sink);
        self.supply.prepare(job, sink);
        match self.adviser.consult(job) {
            Counsel::Plays(win) => play_win(&win, job),
            Counsel::Leaves(remark) => self.search(job, sink, remark.as_ref()),
        }
    }

    fn search(&mut self, job: &SearchJob, sink: &dyn ReportSink, remark: Option<&Remark>) {
        let settings = SearchSettings {
            multi_pv: job.options.multi_pv,
            move_overhead: std::time::Duration::from_millis(job.options.move_overhead),
            probe_tables: self.supply.is_probed(),
            syzygy: SyzygySettings {
                tables: self.supply.syzygy(),
                minimum_depth: job.options.syzygy_probe_depth as i32,
                men: job.options.syzygy_probe_limit,
                fifty_move_rule: job.options.syzygy_50_move_rule,
            },
            elo: (job.options.limit_strength && !job.options.analyse_mode).then_some(job.options.elo),
        };
        let supply = &self.supply;
        self.team.search(&job.game, &job.limits, &settings, &job.control, sink, &|best| {
            supply.tell_damage(&*job.sink);
            if let Some(remark) = remark {
                job.sink.accept(Report::Note(remark.about(best.best)));
            }
            answer(job, best);
        });
    }
}

/// Answers with a proven win at once.
fn play_win(win: &Win, job: &SearchJob) {
    win.tell(&*job.sink, job.control.clock_started().elapsed());
    answer(job, BestMove { best: win.line.first().copied(), ponder: win.line.get(1).copied() });
}

fn answer(job: &SearchJob, best: BestMove) {
    job.control.wait_until_answer_is_due(&job.limits, &*job.sink);
    job.control.finish(|| {
        job.sink.accept(Report::BestMove {
            best: best.best,
            ponder: best.ponder,
            castling_mode: shakmaty::Position::castles(job.game.board().position()).mode(),
        });
    });
}
