//! The threads of a search and what they share; the main thread searches and reports, helpers fill the table.

use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crossbeam_utils::CachePadded;

use super::control::Control;
use super::finished::FinishedSearch;
use super::iteration_sync::IterationSync;
use super::mate_proof::MateProof;
use super::parameters::SearchParameters;
use super::proven_mates::{Patience, ProvenMates};
use super::reductions::Reductions;
use super::report::ReportSink;
use super::rules::{Rules, Selective};
use super::shared::Shared;
use super::spare_hash::SpareHash;
use super::task::Task;
use super::thread_data::ThreadData;
use super::time_management::TimeBudget;
use super::transposition_table::{TableError, TranspositionTable};
use super::worker::Worker;
use crate::evaluation::{Evaluator, Parameters as EvaluationParameters};

/// A table of up to so many MiB is overwritten where it has to be empty: the system would give its pages one by one, in five
/// times the time, and to one thread of the process after the other.
const LARGEST_OVERWRITTEN: usize = 4;

/// The threads of a search, what each of them keeps, and the table.
pub struct ThreadPool<R: Rules = Selective> {
    rules: PhantomData<R>,
    parameters: SearchParameters,
    reductions: Reductions,
    evaluation: Arc<EvaluationParameters>,
    table: TranspositionTable,
    main: ThreadData,
    helpers: Vec<ThreadData>,
}

impl<R: Rules> ThreadPool<R> {
    /// A pool of one, without a table until [`ThreadPool::resize`] gives it one.
    pub fn new(parameters: SearchParameters, evaluation: &Arc<EvaluationParameters>) -> Self {
        ThreadPool {
            rules: PhantomData,
            reductions: Reductions::new(&parameters),
            evaluation: Arc::clone(evaluation),
            table: TranspositionTable::empty(),
            main: ThreadData::new(&parameters, evaluation),
            parameters,
            helpers: Vec::new(),
        }
    }

    /// Forgets everything learned from earlier searches.
    pub fn forget(&mut self, spare: SpareHash) {
        self.main.forget();
        for helper in &mut self.helpers {
            helper.forget();
        }
        let mebibytes = self.table.mebibytes();
        if mebibytes <= LARGEST_OVERWRITTEN {
            return self.table.clear();
        }
        // A new table of the same size comes zeroed from the system, faster than overwriting the old one.
        // If the system refuses, the size it falls back to is told at the next search.
        let _ = spare.replace(&mut self.table, mebibytes);
    }

    /// Gives table and threads their sizes; the table is emptied only if its size changes.
    ///
    /// # Errors
    /// Where there is no memory for the table; the old size stays in use.
    pub fn resize(
        &mut self,
        hash_mebibytes: usize,
        threads: usize,
        spare: SpareHash,
    ) -> Result<(), TableError> {
        let (parameters, evaluation) = (&self.parameters, &self.evaluation);
        self.helpers.resize_with(threads.saturating_sub(1), || ThreadData::new(parameters, evaluation));
        if self.table.mebibytes() == hash_mebibytes {
            Ok(())
        } else {
            spare.replace(&mut self.table, hash_mebibytes)
        }
    }

    /// The main thread's evaluator, for who looks at the root before it is searched.
    pub fn evaluator(&mut self) -> &mut Evaluator {
        &mut self.main.evaluator
    }

    /// Searches until a limit is reached or `control` says stop. Then `conclude` is called, which gives the answer without
    /// waiting for helpers to come to their end.
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
                .map(|tables| if is_decided { tables.below(task.game.board()) } else { tables }),
            mates,
            sink,
        };
        run_threads::<R, T>(&mut self.main, &mut self.helpers, &shared, task, conclude)
    }
}

fn run_threads<R: Rules, T>(
    main: &mut ThreadData,
    helpers: &mut [ThreadData],
    shared: &Shared<'_>,
    task: Task<'_>,
    conclude: impl FnOnce(&mut dyn FinishedSearch) -> T,
) -> T {
    let looks_for_near_mates = task.looks_for_near_mates();
    let Task { game, root, lines, known_mate, .. } = task;
    let is_time_up = || shared.is_time_up();
    let is_over = || shared.ended.load(Ordering::Relaxed) || shared.is_stopped();
    std::thread::scope(|scope| {
        // Whatever happens to this thread, the others must come to their end.
        let _ended = EndOfSearch(&shared.ended);
        for (index, data) in helpers.iter_mut().enumerate() {
            let root = root.clone();
            scope.spawn(move || {
                let mut worker = Worker::<R>::new(data, shared, index + 1, game, root);
                worker.budget.may_stop = true;
                worker.iterate(lines);
            });
        }
        let is_over = &is_over;
        let asked = shared.limits.mate.filter(|_| shared.mates.is_asked());
        let proof = asked.map(|moves| {
            scope.spawn(move || {
                MateProof::of_asked(game, moves, is_over).run(&shared.mates, shared.started, shared.sink);
            })
        });
        let mut worker = Worker::<R>::new(main, shared, 0, game, root);
        if looks_for_near_mates {
            let proof = MateProof::in_turns(game, known_mate.as_ref(), &is_time_up, shared.parameters);
            worker.mate_proof = Some(proof);
        }
        worker.iterate(lines);
        shared.ended.store(true, Ordering::Relaxed);
        // What the proof has to say comes before the answer. A panic there has been reported already.
        let _ = proof.map(std::thread::ScopedJoinHandle::join);
        conclude(&mut worker)
    })
}

/// Tells the other threads that the search has ended, at the latest when this goes.
struct EndOfSearch<'a>(&'a AtomicBool);

impl Drop for EndOfSearch<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The largest table that this machine's memory allows, in MiB; unlimited where the system does not tell.
pub fn largest_hash_mib() -> usize {
    const MEBIBYTE: u64 = 1 << 20;
    let Ok(mut system) = sysinfo::System::new() else { return usize::MAX };
    system.refresh_memory();
    // Leave something to everybody else.
    usize::try_from(system.total_memory() / MEBIBYTE * 9 / 10).unwrap_or(usize::MAX).max(1)
}
