//! The search's own thread: takes jobs in order, so that nothing asked for during a search is lost, and survives what
//! should never happen in one.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crossbeam_channel::{Receiver, Sender};
use parking_lot::Mutex;
use shakmaty::Move;

use super::configuration::Configuration;
use super::job::{BestMove, Job, SearchJob};
use super::notice::Notice;
use super::report::{Report, Sink};
use super::who_answers::Answerers;
use crate::search::{self, ReportSink};

/// What the thread is made from, once at its start and again after a search that failed.
pub(super) struct Setup {
    pub configuration: Configuration,
    /// Told when a search has failed.
    pub has_failed: Arc<AtomicBool>,
}

/// Runs until the engine is dropped.
pub(super) fn run(jobs: &Receiver<Job>, setup: &Setup) {
    let mut answerers = Answerers::new(&setup.configuration);
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
    Answerers::new(&setup.configuration)
}

fn answer_after_failure(job: &SearchJob, told: Option<Move>) {
    let asked = &job.limits.search_moves;
    let any =
        || job.game.board().all_legal_moves().into_iter().find(|one| asked.is_empty() || asked.contains(one));
    job.sink.accept(Report::Notice(Notice::SearchFailed));
    if !job.control.is_finished() {
        job.answer(BestMove { best: told.or_else(any), ..BestMove::default() });
    }
}

/// Passes reports on, and remembers the best move told.
struct LastTold<'a> {
    sink: &'a Sink,
    best: Mutex<Option<Move>>,
}

impl ReportSink for LastTold<'_> {
    fn accept(&self, report: search::Report) {
        if let search::Report::Line(line) = &report
            && line.multi_pv == 1
        {
            *self.best.lock() = line.line.first().copied();
        }
        self.sink.accept(report.into());
    }

    fn is_closed(&self) -> bool {
        self.sink.is_closed()
    }
}
