//! Solves the ending on the board in the background while the search plays or analyses: pawn endings, and endings with one
//! piece.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;
use thread_priority::{ThreadPriority, ThreadPriorityValue, set_current_thread_priority};

use super::job::SearchJob;
use super::notice::{Notice, SolvedBy, SolvedNotice};
use super::options::Options;
use super::report::{Report, Sink};
use super::solved::Solved;
use super::solved_files::SolvedFiles;
use crate::board::{Board, Game};
use crate::exact::is_for_the_solver;
use crate::search::{Control, largest_hash_mib};
use crate::solve::{Proven, Solution, SolveLimits, Solver};
use crate::tablebase::Syzygy;

const MEBIBYTE: usize = 1 << 20;
/// The most pieces of both sides. With more, an ending is mostly too large to solve beside an analysis.
const MOST_PIECES_BESIDE_ANALYSIS: usize = 1;
/// A priority from 0 to 99 that gives a thread about a third of the time of a normal one (on Linux a nice value of 5, elsewhere
/// what the system calls below normal).
const BELOW_NORMAL: u8 = 34;

/// A position that is being solved, or that could not be solved.
struct Attempt {
    root: Board,
    cancel: Arc<AtomicBool>,
    /// The control of the search that runs when the attempt ends; it is notified then.
    listener: Arc<Mutex<Arc<Control>>>,
    is_done: Arc<AtomicBool>,
}

impl Attempt {
    /// Whether the game has passed through the position, so that its solution is useful.
    fn is_of(&self, game: &Game) -> bool {
        let root = self.root.keys().position;
        game.board().keys().position == root || game.history().has_passed(&self.root)
    }
}

impl Drop for Attempt {
    fn drop(&mut self) {
        self.cancel.store(true, Ordering::Relaxed);
    }
}

/// The solver of one engine.
#[derive(Default)]
pub(super) struct SolverSupply {
    solved: Solved,
    files: SolvedFiles,
    attempt: Option<Attempt>,
}

impl SolverSupply {
    /// Forgets what belongs to an earlier game.
    pub fn forget(&mut self) {
        self.attempt = None;
        self.solved.forget();
    }

    /// Shares what is solved, now and later.
    pub fn solved(&self) -> &Solved {
        &self.solved
    }

    /// Reads the files that the options name, if the option has changed.
    pub fn open(&mut self, options: &Options, sink: &Sink) {
        self.files.open(&options.solved_files, options.solver_memory * MEBIBYTE, sink);
    }

    /// Starts to solve the ending on the board if that makes sense. If the system gives no thread, the search does without.
    pub fn prepare(&mut self, job: &SearchJob, syzygy: &Arc<Syzygy>) {
        let board = job.game.board();
        self.look_up(board, &*job.sink);
        if !is_wanted(job) || self.is_proven(board) {
            self.attempt = None;
            return;
        }
        if let Some(attempt) = self.attempt.as_ref().filter(|attempt| attempt.is_of(&job.game)) {
            *attempt.listener.lock() = Arc::clone(&job.control);
            let is_given_up = attempt.is_done.load(Ordering::Acquire);
            if !is_given_up || attempt.root.keys().pawns == board.keys().pawns {
                return;
            }
        }
        self.attempt = self.begin(job, syzygy);
    }

    /// Uses a file that proves the position, if nothing has proven it yet.
    fn look_up(&self, board: &Board, sink: &Sink) {
        if self.is_proven(board) {
            return;
        }
        if let Some((path, graph)) = self.files.proving(board) {
            let notice = SolvedNotice {
                of_white: of_white(board, graph.proven(board)),
                arrangements: graph.size().arrangements,
                by: SolvedBy::File(path.clone()),
            };
            self.solved.store(Arc::clone(graph));
            sink.accept(Report::Notice(Notice::Solved(notice)));
        }
    }

    fn is_proven(&self, board: &Board) -> bool {
        self.solved.graph().is_some_and(|graph| graph.proven(board).value().is_some())
    }

    fn begin(&self, job: &SearchJob, syzygy: &Arc<Syzygy>) -> Option<Attempt> {
        let root = job.game.board().clone();
        let attempt = Attempt {
            root: root.clone(),
            cancel: Arc::default(),
            listener: Arc::new(Mutex::new(Arc::clone(&job.control))),
            is_done: Arc::default(),
        };
        // Results that memory cannot hold would end the program.
        let mebibytes = job.options.solver_memory.min(largest_hash_mib());
        let limits = SolveLimits { time: None, bytes: mebibytes.saturating_mul(MEBIBYTE), threads: 1 };
        let (cancel, is_done) = (Arc::clone(&attempt.cancel), Arc::clone(&attempt.is_done));
        let (listener, solved, sink) =
            (Arc::clone(&attempt.listener), self.solved.clone(), Arc::clone(&job.sink));
        let priority = priority_beside(job);
        let solver = Solver::new(limits).with_syzygy(Arc::clone(syzygy), job.options.syzygy_probe_limit);
        let run = move || {
            // Some systems refuse; the solver then runs at normal priority.
            let _ = set_current_thread_priority(priority);
            if let Ok((solution, graph)) = solver.solve(&root, &cancel, &mut |_| {})
                && !cancel.load(Ordering::Relaxed)
                && solution.proven.value().is_some()
            {
                solved.store(Arc::new(graph));
                sink.accept(Report::Notice(Notice::Solved(notice_of(&root, &solution))));
                listener.lock().give_notice();
            }
            is_done.store(true, Ordering::Release);
        };
        std::thread::Builder::new().name("solver".to_owned()).spawn(run).ok().map(|_| attempt)
    }
}

/// Whether solving makes sense: a pawn ending or one with a single piece that no embedded table covers, a free processor, and a
/// question whose answer may depend on time (unlike a fixed number of nodes or plies).
fn is_wanted(job: &SearchJob) -> bool {
    let (board, limits) = (job.game.board(), &job.limits);
    let has_time = limits.clock.is_some() || limits.move_time.is_some();
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    job.options.solver_memory > 0
        && limits.mate.is_none()
        && limits.search_moves.is_empty()
        && (job.is_analysis()
            || job.options.solve_while_playing && has_time && processors > job.options.threads)
        && !job.options.limit_strength
        && is_for_the_solver(board, MOST_PIECES_BESIDE_ANALYSIS)
}

/// In a game the search comes first. In analysis a proof is worth more than another ply, so the solver gets its share even if
/// the search has threads for all processors.
fn priority_beside(job: &SearchJob) -> ThreadPriority {
    let in_analysis = job.is_analysis().then(|| ThreadPriorityValue::try_from(BELOW_NORMAL).ok()).flatten();
    in_analysis.map_or(ThreadPriority::Min, ThreadPriority::Crossplatform)
}

fn notice_of(root: &Board, solution: &Solution) -> SolvedNotice {
    SolvedNotice {
        of_white: of_white(root, solution.proven),
        arrangements: solution.size.arrangements,
        by: SolvedBy::Now(solution.time),
    }
}

fn of_white(board: &Board, proven: Proven) -> Proven {
    board.turn().fold_wb(proven, proven.reversed())
}
