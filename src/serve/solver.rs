//! The solver for single answers: it takes a given time, a few at once, and what the last solve has proven is at hand.

use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};

use super::settings::Settings;
use crate::analysis::solved::LargerTables;
use crate::board::Board;
use crate::solve::{Solution, SolveLimits, SolvedGraph};
use crate::tablebase::EMBEDDED_MEN;
use crate::threads::share_of;

/// The most memory for the results of one answer, in bytes.
const MOST_BYTES: usize = 256 << 20;
/// The time for a position that the last solve has reached: most of it is proven.
const TIME_FOR_KNOWN: Duration = Duration::from_millis(200);

/// The solver.
pub struct QuickSolver {
    most: usize,
    working: Mutex<usize>,
    free: Condvar,
    tables: OnceLock<LargerTables>,
    solved: Mutex<Option<SolvedGraph>>,
}

impl QuickSolver {
    /// A solver that gives this many answers at once.
    pub fn new(most: usize) -> QuickSolver {
        QuickSolver {
            most,
            working: Mutex::new(0),
            free: Condvar::new(),
            tables: OnceLock::new(),
            solved: Mutex::default(),
        }
    }

    /// Keeps what a solve has proven, in place of what the last one has.
    pub fn keep(&self, graph: SolvedGraph) {
        *self.solved.lock() = Some(graph);
    }

    /// Solves a position within this time; `None` if it is not for the solver, or if too many wait. A position that the last solve
    /// has reached is answered in any case.
    pub fn solve(&self, settings: &Settings, board: &Board, time: Duration) -> Option<Solution> {
        if let Some(known) = self.known(settings, board, time) {
            return Some(known);
        }
        let begin = Instant::now();
        let place = self.place(time)?;
        let limits = limits(settings, time.saturating_sub(begin.elapsed()));
        let limits = SolveLimits { threads: share_of(limits.threads, place.working), ..limits };
        let solver = self.tables(settings, limits).solver(limits);
        let solved = solver.solve(board, &AtomicBool::new(false), &mut |_| {});
        solved.ok().map(|(solution, _)| solution)
    }

    fn known(&self, settings: &Settings, board: &Board, time: Duration) -> Option<Solution> {
        // Whoever goes on from it now may take as long as this one.
        let time = time.max(TIME_FOR_KNOWN);
        let mut kept = self.solved.try_lock_for(time)?;
        let graph = kept.take_if(|graph| board.men() > EMBEDDED_MEN && graph.knows(board))?;
        let limits = SolveLimits { bytes: settings.solve_bytes, ..limits(settings, time) };
        let solver = self.tables(settings, limits).solver(limits);
        let (solution, graph) = solver.go_on(board, graph, &AtomicBool::new(false), &mut |_| {}).ok()?;
        *kept = Some(graph);
        Some(solution)
    }

    fn tables(&self, settings: &Settings, limits: SolveLimits) -> &LargerTables {
        let open = || LargerTables::new(settings.tables.as_deref(), settings.syzygy.clone(), limits, false);
        self.tables.get_or_init(open)
    }

    /// Waits for a place, at most this long.
    fn place(&self, most: Duration) -> Option<Place<'_>> {
        if most.is_zero() {
            return None;
        }
        let mut working = self.working.lock();
        let is_late =
            self.free.wait_while_for(&mut working, |working| *working >= self.most, most).timed_out();
        if is_late {
            return None;
        }
        *working += 1;
        Some(Place { solver: self, working: *working })
    }
}

fn limits(settings: &Settings, time: Duration) -> SolveLimits {
    SolveLimits { time: Some(time), bytes: settings.solve_bytes.min(MOST_BYTES), threads: settings.threads }
}

/// A place among those that work, until it is dropped.
struct Place<'a> {
    solver: &'a QuickSolver,
    /// How many worked when it was taken, this one included: they share the threads.
    working: usize,
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        *self.solver.working.lock() -= 1;
        self.solver.free.notify_one();
    }
}
