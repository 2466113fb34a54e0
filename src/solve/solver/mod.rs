//! Solves one position: opens what its proof needs, best first, until everything is proven or a limit ends the work.

mod building;
mod choosing;
mod narrowing;
mod probing;
#[cfg(test)]
mod tests;
mod work;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread::Builder;
use std::time::Instant;

use crossbeam_channel::bounded;
use shakmaty::Position;

use self::work::Work;
use super::arrangement::layout::MOST_SOLVED_PIECES;
use super::built_tables::BuiltTables;
use super::estimate::Estimate;
use super::graph::Graph;
use super::question::Question;
use super::report::Report;
use super::solution::{Solution, SolveError, SolveLimits, SolveProgress};
use super::solved_graph::SolvedGraph;
use super::stop::Stop;
use super::syzygy_tables::SyzygyTables;
use crate::board::Board;
use crate::tablebase::{EMBEDDED_MEN, Syzygy};

/// Placements that are solved before the solver looks at single positions: a few seconds of work. Positions that need no more
/// are solved as a whole, with all distances.
const SMALL_WORK: usize = 1 << 21;

/// The work allowed for one of many positions, in placements of pieces, so that each comes to an end: some minutes. Memory of up to a
/// GiB mostly ends it before.
pub const WORK_OF_ONE_OF_MANY: usize = 1 << 27;

/// The part of the memory for results that results of Syzygy files may take in addition.
const SYZYGY_MEMORY_PART: usize = 8;

/// Solves positions with at most two pieces beside kings and pawns, and those that Syzygy files know.
#[derive(Clone, Debug)]
pub struct Solver {
    limits: SolveLimits,
    table_men: usize,
    built: Option<Arc<BuiltTables>>,
    syzygy: Option<SyzygyFiles>,
    /// The most work, in placements of pieces.
    most_work: usize,
    /// Placements before the solver looks at single positions, unless something demands it earlier.
    small_work: usize,
    /// `None` for the result of the position and of each move.
    question: Option<Question>,
}

/// Syzygy files to ask.
#[derive(Clone, Debug)]
struct SyzygyFiles {
    files: Arc<Syzygy>,
    /// Files of more men are not asked.
    most_men: usize,
}

impl Solver {
    /// A solver with these limits that uses all embedded tables.
    pub fn new(limits: SolveLimits) -> Solver {
        Solver {
            limits,
            table_men: EMBEDDED_MEN,
            built: None,
            syzygy: None,
            most_work: usize::MAX,
            small_work: SMALL_WORK,
            question: None,
        }
    }

    /// Limits the embedded tables to at most `men` men; more than four count as four.
    #[must_use]
    pub fn with_table_men(self, men: usize) -> Solver {
        Solver { table_men: men.min(EMBEDDED_MEN), ..self }
    }

    /// Adds built tables of more men.
    #[must_use]
    pub fn with_built_tables(self, built: Arc<BuiltTables>) -> Solver {
        Solver { built: Some(built), ..self }
    }

    /// Adds the Syzygy files with at most `most_men` men. Their results count without the 50-move rule.
    #[must_use]
    pub fn with_syzygy(self, files: Arc<Syzygy>, most_men: usize) -> Solver {
        Solver { syzygy: Some(SyzygyFiles { files, most_men }), ..self }
    }

    /// Limits the work, in placements of pieces (some hundred thousand a second). On one thread it ends at the same point every time,
    /// on every machine.
    #[must_use]
    pub fn with_most_work(self, placements: usize) -> Solver {
        Solver { most_work: placements, ..self }
    }

    /// Works only on the answer to a question, and ends as soon as it is known. The solution then has what else was proven on
    /// the way.
    #[must_use]
    pub fn with_question(self, question: Question) -> Solver {
        Solver { question: Some(question), ..self }
    }

    /// Proves the results of a position and of each of its moves within the limits, without the 50-move rule. `cancel` ends the
    /// work within milliseconds; the solution then has what is proven by then.
    ///
    /// # Errors
    /// If the position has castling rights, or more than two pieces and neither tables nor Syzygy files know it.
    pub fn solve(
        &self,
        board: &Board,
        cancel: &AtomicBool,
        progress: &mut dyn FnMut(&SolveProgress),
    ) -> Result<(Solution, SolvedGraph), SolveError> {
        let nothing = SolvedGraph { graph: Graph::new(self.table_men) };
        self.go_on(board, nothing, cancel, progress)
    }

    /// Continues with a graph that is solved already, of this position or of others.
    ///
    /// # Errors
    /// If the position has castling rights, or more than two pieces and neither tables nor Syzygy files know it.
    pub fn go_on(
        &self,
        board: &Board,
        mut solved: SolvedGraph,
        cancel: &AtomicBool,
        progress: &mut dyn FnMut(&SolveProgress),
    ) -> Result<(Solution, SolvedGraph), SolveError> {
        let begin = Instant::now();
        self.check_domain(board)?;
        self.prepare(&mut solved.graph);
        let stop = Stop::at(self.limits.time.map(|time| begin + time), cancel);
        let mut work = Work::new(solved, board, &stop, progress, self.limits);
        work.limit(self.most_work, self.small_work);
        if let Some(question) = self.question {
            work.ask(question);
        }
        let (done, is_done) = bounded::<()>(0);
        std::thread::scope(|scope| {
            // If the system gives no thread to watch, the work checks the clock itself.
            let _ = Builder::new().name("watch".to_owned()).spawn_scoped(scope, || stop.watch(&is_done));
            work.run();
            drop(done);
        });
        let stopped_by = work.stopped_by();
        let mut solved = work.into_solved();
        solved.graph.complete_file(self.limits.threads);
        let solution = Report { solved: &solved, root: board, stop: &stop }.solution(stopped_by, begin);
        Ok((solution, solved))
    }

    /// Estimates what solving a position will take.
    ///
    /// # Errors
    /// If the position has castling rights, or more than two pieces and no Syzygy file knows it.
    pub fn estimate(&self, board: &Board) -> Result<Estimate, SolveError> {
        self.check_domain(board)?;
        let mut solved = SolvedGraph { graph: Graph::new(self.table_men) };
        self.prepare(&mut solved.graph);
        let (stop, mut ignore) = (Stop::never(), |_: &SolveProgress| {});
        let mut work = Work::new(solved, board, &stop, &mut ignore, self.limits);
        if let Some(question) = self.question {
            work.ask(question);
        }
        work.open_at_first(board);
        Ok(Estimate::of(work.into_solved().graph, self.limits.threads))
    }

    /// Gives a graph the memory and the tables that it may use.
    fn prepare(&self, graph: &mut Graph) {
        graph.limit(self.limits.bytes);
        if let Some(built) = &self.built {
            graph.use_tables(Arc::clone(built));
        }
        if let Some(SyzygyFiles { files, most_men }) = &self.syzygy {
            let bytes = self.limits.bytes / SYZYGY_MEMORY_PART;
            graph.use_syzygy(SyzygyTables::new(Arc::clone(files), *most_men, bytes));
        }
    }

    /// Returns at once whether the solver takes a position.
    ///
    /// # Errors
    /// If the position has castling rights, or more than two pieces and neither tables nor Syzygy files know it.
    pub fn check_domain(&self, board: &Board) -> Result<(), SolveError> {
        let is_in_file = |files: &SyzygyFiles| {
            board.men() <= files.most_men && files.files.has_material(board.keys().material)
        };
        check_domain(board).or_else(|error| match error {
            SolveError::Pieces { .. } if self.syzygy.as_ref().is_some_and(is_in_file) => Ok(()),
            SolveError::Pieces { .. } if self.built.as_ref().is_some_and(|built| built.can_know(board)) => {
                Ok(())
            }
            error => Err(error),
        })
    }
}

/// Returns whether the solver takes a position that neither tables nor Syzygy files know.
///
/// # Errors
/// If a side may still castle, or there are too many pieces.
pub fn check_domain(board: &Board) -> Result<(), SolveError> {
    if board.position().castles().any() {
        return Err(SolveError::Castling);
    }
    let pieces = board.all_pieces().count();
    if pieces > MOST_SOLVED_PIECES { Err(SolveError::Pieces { pieces }) } else { Ok(()) }
}
