//! The threads of a search and what they share; the main thread searches and reports, helpers fill the table.

use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{Builder, ScopedJoinHandle};

use crossbeam_utils::CachePadded;

use super::control::Control;
use super::iteration_sync::IterationSync;
use super::shared::Shared;
use super::task::Task;
use super::thread_data::ThreadData;
use super::worker::Worker;
use crate::evaluation::{Evaluator, Networks, Parameters as EvaluationParameters};
use crate::search::node::reductions::Reductions;
use crate::search::node::rules::{Rules, Selective};
use crate::search::parameters::SearchParameters;
use crate::search::root::finished::FinishedSearch;
use crate::search::root::limits::Limits;
use crate::search::root::mate_proof::MateProof;
use crate::search::root::proven_mates::{Patience, ProvenMates};
use crate::search::root::report::{Report, ReportSink};
use crate::search::root::time_management::TimeBudget;
use crate::search::table::spare_hash::SpareHash;
use crate::search::table::transposition_table::{TableError, TranspositionTable};
use crate::threads::{self, Shortage};

/// The largest table, in MiB, that is emptied by overwriting it. The system would provide its pages one by one, which
/// takes five times as long and serves only one thread of the process at a time.
const LARGEST_OVERWRITTEN: usize = 4;

/// The memory that a thread takes for its stored data and its stack, in bytes.
const ROOM_OF_THREAD: usize = 4 << 20;
/// The memory that is left to everything else when memory is short, in bytes.
const ROOM_LEFT: usize = 64 << 20;

/// The threads of a search with their stored data, and the table.
pub struct ThreadPool<R: Rules = Selective> {
    rules: PhantomData<R>,
    parameters: SearchParameters,
    reductions: Reductions,
    evaluation: Arc<EvaluationParameters>,
    networks: Networks,
    table: TranspositionTable,
    main: ThreadData,
    helpers: Vec<ThreadData>,
    /// The requested number of threads, including the main one.
    wanted: usize,
    /// Whether a shortage of the wanted threads is reported. How many the system gives changes from search to search, and is no
    /// news then.
    is_shortage_reported: bool,
}

impl<R: Rules> ThreadPool<R> {
    /// Makes a pool of one thread, without a table until [`ThreadPool::resize`] makes one.
    pub fn new(parameters: SearchParameters, evaluation: &Arc<EvaluationParameters>) -> Self {
        let networks = Networks::built_in();
        let evaluator = Evaluator::with_networks(Arc::clone(evaluation), &networks);
        ThreadPool {
            rules: PhantomData,
            reductions: Reductions::new(&parameters),
            evaluation: Arc::clone(evaluation),
            networks,
            table: TranspositionTable::empty(),
            main: ThreadData::new(&parameters, evaluator),
            parameters,
            helpers: Vec::new(),
            wanted: 1,
            is_shortage_reported: false,
        }
    }

    /// Forgets everything learned from earlier searches. Takes the table from `spare` if it is ready.
    pub fn forget(&mut self, spare: SpareHash) {
        self.main.forget();
        for helper in &mut self.helpers {
            helper.forget();
        }
        let mebibytes = self.table.mebibytes();
        if mebibytes <= LARGEST_OVERWRITTEN {
            return self.table.clear();
        }
        // The system provides a new zeroed table faster than this can overwrite the old one. If the system refuses, the
        // next search reports the size that it falls back to.
        let _ = spare.replace(&mut self.table, mebibytes);
    }

    /// Sets the size of the table in MiB and the number of threads. The table is emptied only if its size changes. If
    /// memory does not suffice for this many threads there are fewer, which the next search reports.
    ///
    /// # Errors
    /// If the table does not fit into memory. The old size stays in use.
    pub fn resize(
        &mut self,
        hash_mebibytes: usize,
        threads: usize,
        spare: SpareHash,
    ) -> Result<(), TableError> {
        let more = threads.saturating_sub(1 + self.helpers.len());
        let count = threads.saturating_sub(1) - more + that_fit(more, can_start);
        let ThreadPool { parameters, evaluation, networks, helpers, .. } = self;
        let evaluator = || Evaluator::with_networks(Arc::clone(evaluation), networks);
        helpers.resize_with(count, || ThreadData::new(parameters, evaluator()));
        self.is_shortage_reported &= threads == self.wanted;
        self.wanted = threads;
        if self.table.mebibytes() == hash_mebibytes {
            Ok(())
        } else {
            spare.replace(&mut self.table, hash_mebibytes)
        }
    }

    /// Values positions by these networks from now on. What earlier searches found is forgotten only by
    /// [`ThreadPool::forget`].
    pub fn use_networks(&mut self, networks: &Networks) {
        self.networks = networks.clone();
        for thread in std::iter::once(&mut self.main).chain(&mut self.helpers) {
            thread.evaluator.use_networks(networks);
        }
    }

    /// Returns the main thread's evaluator, for callers that evaluate the root before a search.
    pub fn evaluator(&mut self) -> &mut Evaluator {
        &mut self.main.evaluator
    }

    /// Searches until a limit is reached or `control` says stop. Then it calls `conclude`, which gives the answer
    /// without waiting for helpers to end.
    pub fn search<T>(
        &mut self,
        task: Task<'_>,
        control: &Control,
        sink: &dyn ReportSink,
        conclude: impl FnOnce(&mut dyn FinishedSearch) -> T,
    ) -> T {
        self.table.begin_search();
        let is_decided = task.root_result.is_some();
        let threads = 1 + self.helpers.len();
        let turn = task.game.board().turn();
        let started = control.clock_started();
        let time_budget = TimeBudget::new(task.limits, turn, task.move_overhead, &self.parameters);
        let patience = Patience::of(task.limits, time_budget.soft.is_some());
        let known_mate = task.known_mate.clone().filter(|_| task.looks_for_near_mates());
        let mates = ProvenMates::new(patience, known_mate, started);
        let shared = Shared {
            table: &self.table,
            parameters: &self.parameters,
            reductions: &self.reductions,
            limits: task.limits,
            control,
            time_budget,
            started,
            ended: AtomicBool::new(false),
            iteration_sync: IterationSync::new(task.lines.searched == 1 && threads > 1),
            nodes: (0..threads).map(|_| CachePadded::new(AtomicU64::new(0))).collect(),
            exact: task
                .tables
                .map(|tables| if is_decided { tables.below(task.game.board()) } else { tables })
                .map(|tables| tables.without_useless_results(task.game.board())),
            mates,
            sink,
        };
        let report = |got| {
            let shortage = Shortage::of(self.wanted, got);
            if let Some(shortage) = shortage.filter(|_| !self.is_shortage_reported) {
                sink.accept(Report::FewerThreads(shortage));
                self.is_shortage_reported = true;
            }
        };
        run_threads::<R, T>((&mut self.main, &mut self.helpers), &shared, task, report, conclude)
    }
}

/// Searches on as many threads as the system gives, and reports their number to `tell`.
fn run_threads<R: Rules, T>(
    (main, helpers): (&mut ThreadData, &mut [ThreadData]),
    shared: &Shared<'_>,
    task: Task<'_>,
    report: impl FnOnce(usize),
    conclude: impl FnOnce(&mut dyn FinishedSearch) -> T,
) -> T {
    let looks_for_near_mates = task.looks_for_near_mates();
    let Task { game, root, lines, known_mate, .. } = task;
    let is_time_up = || shared.is_time_up();
    let is_over = || shared.ended.load(Ordering::Relaxed) || shared.is_stopped();
    std::thread::scope(|scope| {
        // Whatever happens to this thread, the others must end.
        let _ended = EndOfSearch(&shared.ended);
        let (is_over, is_time_up) = (&is_over, &is_time_up);
        let prove = |moves, is_over| {
            MateProof::of_asked(game, moves, is_over).run(&shared.mates, shared.started, shared.sink);
        };
        // The proof of an asked-for mate goes first, because the search may never end without it.
        let asked = shared.limits.mate.filter(|_| shared.mates.is_asked());
        let proof = asked.map(|moves| thread("mate").spawn_scoped(scope, move || prove(moves, is_over)));
        let started = threads::start(helpers.iter_mut().enumerate(), |(index, data)| {
            let root = root.clone();
            thread("helper").spawn_scoped(scope, move || {
                let mut worker = Worker::<R>::new(data, shared, index + 1, game, root);
                worker.budget.may_stop = true;
                worker.iterate(lines);
            })
        });
        report(1 + started.len());
        if let (Some(moves), Some(Err(_))) = (asked, &proof)
            && !has_another_end(shared.limits)
        {
            prove(moves, is_time_up);
        }
        let mut worker = Worker::<R>::new(main, shared, 0, game, root);
        if looks_for_near_mates {
            let proof = MateProof::in_turns(game, known_mate.as_ref(), is_time_up, shared.parameters);
            worker.mate_proof = Some(proof);
        }
        worker.iterate(lines);
        shared.ended.store(true, Ordering::Relaxed);
        // The proof's reports come before the answer. A panic there has been reported already.
        let _ = proof.and_then(Result::ok).map(ScopedJoinHandle::join);
        conclude(&mut worker)
    })
}

/// Returns about as many of these threads as memory has space for.
fn that_fit(threads: usize, can_start: impl Fn(usize) -> bool) -> usize {
    let halves = std::iter::successors(Some(threads), |threads| (*threads > 0).then_some(threads / 2));
    halves.into_iter().find(|threads| *threads == 0 || can_start(*threads)).unwrap_or(0)
}

/// Returns whether the system would give memory to this many more threads. If memory is missing later, the program
/// ends.
fn can_start(threads: usize) -> bool {
    let bytes = ROOM_LEFT.saturating_add(threads.saturating_mul(ROOM_OF_THREAD));
    Vec::<u8>::new().try_reserve_exact(bytes).is_ok()
}

fn thread(name: &str) -> Builder {
    Builder::new().name(name.to_owned())
}

/// Returns whether a search ends by itself even if no proof shows the asked-for mate, or that there is none.
fn has_another_end(limits: &Limits) -> bool {
    limits.depth.is_some() || limits.nodes.is_some()
}

/// Signals the other threads that the search has ended, at the latest when it is dropped.
struct EndOfSearch<'a>(&'a AtomicBool);

impl Drop for EndOfSearch<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Returns the largest table that this machine's memory allows, in MiB; unlimited if the system does not report its
/// memory.
pub fn largest_hash_mib() -> usize {
    const MEBIBYTE: u64 = 1 << 20;
    let Ok(mut system) = sysinfo::System::new() else { return usize::MAX };
    system.refresh_memory();
    // Leave something to other programs.
    usize::try_from(system.total_memory() / MEBIBYTE * 9 / 10).unwrap_or(usize::MAX).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_memory_is_short_there_are_as_many_threads_as_fit_or_at_least_half_of_them() {
        for space in 0..100 {
            for threads in 0..100 {
                let fit = that_fit(threads, |threads| threads <= space);
                assert!(
                    fit <= threads.min(space) && 2 * fit + 1 >= threads.min(space),
                    "{fit} of {threads}, {space}"
                );
            }
        }
        assert!(can_start(1) && !can_start(usize::MAX));
    }
}
