//! The search's own thread: takes jobs in order, so that nothing asked for during a search is lost.

use std::sync::Arc;

use crossbeam_channel::{Receiver, Sender};

use super::Options;
use super::advice::{AdviceSettings, Adviser, Counsel, Remark, Win};
use super::tables::{TableSettings, TableSupply};
use crate::board::Game;
use crate::evaluation::Parameters as EvaluationParameters;
use crate::search::{
    BestMove, Control, Limits, Report, ReportSink, SearchParameters, SearchSettings, SyzygySettings, Team,
};

/// What the search thread is asked to do.
pub(super) enum Job {
    /// Search, and report the best move at the end.
    Search(Box<SearchJob>),
    /// Forget everything learned from earlier searches.
    Forget,
    /// Bring table, helpers and files to what the options say now, and tell on the sink what that gave.
    Prepare(Options, Arc<dyn ReportSink>),
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

/// Runs until the engine is dropped.
pub(super) fn run(
    jobs: &Receiver<Job>,
    search: SearchParameters,
    evaluation: &Arc<EvaluationParameters>,
    settings: TableSettings,
    advice: &AdviceSettings,
) {
    let mut supply = TableSupply::new(settings);
    let mut adviser = Adviser::new(advice);
    let mut team: Team = Team::new(search, evaluation, supply.tables());
    for job in jobs {
        match job {
            Job::Search(job) => run_job(&mut team, &mut supply, &mut adviser, &job),
            Job::Forget => {
                team.forget();
                adviser.forget();
            }
            Job::Prepare(options, sink) => prepare(&mut team, &mut supply, &options, &*sink),
            Job::Ping(reply) => answer_asker(&reply),
            Job::MakeReady(options, reply) => {
                // What cannot be had is told by the first search, which asks for it again.
                let _ = team.resize(options.hash, options.threads);
                supply.await_embedded();
                answer_asker(&reply);
            }
        }
    }
}

fn answer_asker(reply: &Sender<()>) {
    // The asker may have gone; then nobody waits.
    let _ = reply.send(());
}

fn prepare(team: &mut Team, supply: &mut TableSupply, options: &Options, sink: &dyn ReportSink) {
    supply.open(options, sink);
    if let Err(error) = team.resize(options.hash, options.threads) {
        sink.accept(Report::Note(error.to_string()));
    }
}

fn run_job(team: &mut Team, supply: &mut TableSupply, adviser: &mut Adviser, job: &SearchJob) {
    prepare(team, supply, &job.options, &*job.sink);
    supply.prepare(job.game.board(), &job.limits, &*job.sink);
    match adviser.consult(job) {
        Counsel::Plays(win) => play_win(&win, job),
        Counsel::Leaves(remark) => run_search(team, supply, job, remark.as_ref()),
    }
}

/// Answers with a proven win at once.
fn play_win(win: &Win, job: &SearchJob) {
    win.tell(&*job.sink, job.control.clock_started().elapsed());
    answer(job, BestMove { best: win.line.first().copied(), ponder: win.line.get(1).copied() });
}

fn run_search(team: &mut Team, supply: &TableSupply, job: &SearchJob, remark: Option<&Remark>) {
    let settings = SearchSettings {
        multi_pv: job.options.multi_pv,
        move_overhead: std::time::Duration::from_millis(job.options.move_overhead),
        probe_tables: supply.is_probed(),
        syzygy: SyzygySettings {
            tables: supply.syzygy(),
            minimum_depth: job.options.syzygy_probe_depth as i32,
            men: job.options.syzygy_probe_limit,
            fifty_move_rule: job.options.syzygy_50_move_rule,
        },
        elo: (job.options.limit_strength && !job.options.analyse_mode).then_some(job.options.elo),
    };
    team.search(&job.game, &job.limits, &settings, &job.control, &*job.sink, &|best| {
        supply.tell_damage(&*job.sink);
        if let Some(remark) = remark {
            job.sink.accept(Report::Note(remark.about(best.best)));
        }
        answer(job, best);
    });
}

fn answer(job: &SearchJob, best: BestMove) {
    job.control.wait_until_answer_is_due(&job.limits);
    job.control.finish(|| {
        job.sink.accept(Report::BestMove {
            best: best.best,
            ponder: best.ponder,
            castling_mode: shakmaty::Position::castles(job.game.board().position()).mode(),
        });
    });
}
