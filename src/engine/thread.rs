//! The search's own thread: does jobs in order, so that none is lost during a search, and survives a search that panics.

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

/// What the thread starts from, and starts from again after a search that failed.
pub(super) struct Setup {
    pub configuration: Configuration,
    /// Set once a search has failed.
    pub has_failed: Arc<AtomicBool>,
}

/// Runs until the engine is dropped.
pub(super) fn run(jobs: &Receiver<Job>, mut setup: Setup) {
    let mut answerers = Answerers::new(&setup.configuration);
    for job in jobs {
        match job {
            Job::Search(job) => answerers = answer_whatever_happens(answerers, &setup, &job),
            Job::Forget(spare) => answerers.forget(spare),
            Job::UseNetworks(networks) => {
                answerers.use_networks(networks.as_ref());
                setup.configuration.networks = networks;
            }
            Job::Prepare(options, sink, spare) => answerers.prepare(&options, spare, &*sink),
            Job::Ping(reply) => answer_asker(&reply, ()),
            Job::MakeReady(options, reply) => {
                answerers.make_ready(&options);
                answer_asker(&reply, ());
            }
            Job::FilesAsked(reply) => answer_asker(&reply, answerers.files_asked()),
        }
    }
}

fn answer_asker<Reply>(asker: &Sender<Reply>, reply: Reply) {
    // The caller may be gone; then no reply is needed.
    let _ = asker.send(reply);
}

/// Searches. If the search panics, which takes a bug in lucena, the game goes on: the last reported move is played, or else
/// any, and the next search starts with everything new.
fn answer_whatever_happens(mut answerers: Answerers, setup: &Setup, job: &SearchJob) -> Answerers {
    let reported = LastReported { sink: &*job.sink, best: Mutex::new(None) };
    if catch_unwind(AssertUnwindSafe(|| answerers.answer(job, &reported))).is_ok() {
        return answerers;
    }
    setup.has_failed.store(true, Ordering::Relaxed);
    let report = || answer_after_failure(job, *reported.best.lock());
    if catch_unwind(AssertUnwindSafe(report)).is_err() {
        // Even the report failed; at least nothing may wait for it.
        job.control.finish(|| {});
    }
    // The search left its state half done: it must not be used, and may not even be fit to be dropped.
    let _ = catch_unwind(AssertUnwindSafe(|| drop(answerers)));
    Answerers::new(&setup.configuration)
}

fn answer_after_failure(job: &SearchJob, reported: Option<Move>) {
    let asked = &job.limits.search_moves;
    let any =
        || job.game.board().all_legal_moves().into_iter().find(|one| asked.is_empty() || asked.contains(one));
    job.sink.accept(Report::Notice(Notice::SearchFailed));
    if !job.control.is_finished() {
        job.answer(BestMove { best: reported.or_else(any), ..BestMove::default() });
    }
}

/// Passes reports on, and remembers the last best move.
struct LastReported<'a> {
    sink: &'a Sink,
    best: Mutex<Option<Move>>,
}

impl ReportSink for LastReported<'_> {
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
