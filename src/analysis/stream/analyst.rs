//! One worker of a stream, with its own search; it treats every position as if there had been none before.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use parking_lot::Mutex;

use super::answer::{Advice, Answer, result_word};
use super::question::Asked;
use crate::advice::{Registry, choose};
use crate::analysis::shown_line::ShownLine;
use crate::analysis::shown_score::ShownScore;
use crate::analysis::solved::words::stopped_in_words;
use crate::board::{Board, Game};
use crate::config::Config;
use crate::engine::{BestMove, DirectEngine, Question, SearchSettings, Solved};
use crate::exact::{Exact, KnownBy, Shown, by_rules, is_for_the_solver, prove_reported_mate, solver_of_many};
use crate::search::{
    Bound, Control, Limits, LineReport, Report, ReportSink, SpareHash, SyzygySettings, TableError,
};
use crate::solve::StoppedBy;
use crate::tablebase::{EMBEDDED_MEN, Wdl};

/// The most pieces of a position for the solver, which itself refuses more than it can hold.
const SOLVED_PIECES: usize = usize::MAX;

/// What to find for every position.
#[derive(Clone)]
pub struct Task {
    /// The settings; only the search parameters matter.
    pub config: Config,
    /// Positions to analyse at the same time, each by its own search.
    pub workers: usize,
    /// What ends each search.
    pub limits: Limits,
    /// How many best lines to find.
    pub multi_pv: usize,
    /// The transposition table of each worker, in MiB.
    pub table_mebibytes: usize,
    /// The memory of each worker's solver, in MiB; `None` to use no solver.
    pub solver_mebibytes: Option<usize>,
    /// The Syzygy files to probe.
    pub syzygy: SyzygySettings,
    /// The tables of advice; `None` if their moves are not wanted.
    pub advice: Option<Arc<Registry>>,
    /// Whether the objects include the time of each search.
    pub shows_time: bool,
    /// Set once nobody wants the answers any more: searches then end soon.
    pub cancel: Arc<AtomicBool>,
}

impl Task {
    fn engine(&self) -> Result<DirectEngine, TableError> {
        DirectEngine::built_in(self.config.search.clone(), self.table_mebibytes)
    }
}

/// Answers questions.
pub(super) struct Analyst {
    task: Task,
    engine: DirectEngine,
}

/// A question with its answer.
pub(super) struct Answered {
    pub asked: Asked,
    pub answer: Option<Answer>,
    /// Whether the search failed, which is a bug in lucena.
    pub has_failed: bool,
}

impl Analyst {
    /// Makes a worker with its own table.
    ///
    /// # Errors
    /// If it does not fit into memory.
    pub fn new(task: Task) -> Result<Analyst, TableError> {
        let engine = task.engine()?;
        Ok(Analyst { task, engine })
    }

    /// Answers a question. A bug in a search costs only this position.
    pub fn answer(&mut self, asked: Asked) -> Answered {
        let Some(board) = &asked.board else { return Answered { asked, answer: None, has_failed: false } };
        if let Ok(answer) = catch_unwind(AssertUnwindSafe(|| self.analyse(board))) {
            return Answered { answer: Some(answer), asked, has_failed: false };
        }
        // The state that a failed search leaves must not be used.
        if let Ok(engine) = self.task.engine() {
            self.engine = engine;
        }
        let fen = asked.question.fen.clone();
        let mut asked = Asked::wrong("the search failed; this is a bug in lucena", asked.question);
        asked.question.fen = fen;
        Answered { asked, answer: None, has_failed: true }
    }

    fn analyse(&mut self, board: &Board) -> Answer {
        let started = Instant::now();
        let (solved, stopped_by) = self.solve(board).unzip();
        let (best, mut lines) = self.search(board, solved.as_ref());
        lines.sort_by_key(|line| line.multi_pv);
        let game = Game::new(board.clone());
        let mut known = by_rules(&game).or(best.known);
        let nodes = lines.iter().map(|line| line.nodes).max().unwrap_or(0);
        let selective_depth = lines.first().map_or(0, |line| line.selective_depth.max(line.depth));
        let mut shown: Vec<ShownLine> = lines.iter().map(|line| line_of(board, line)).collect();
        if known.is_none()
            && let Some(score) = lines.first().map(|line| line.score)
            && let Some(proof) = prove_reported_mate(&game, score, nodes)
        {
            known = Some(known_by(&proof));
            if let Shown::Win(mate) = proof {
                put_first(&mut shown, with_mate(board, &mate));
            }
        }
        let best =
            shown.first().cloned().unwrap_or_else(|| ShownLine::new(board, &[], None, Bound::Exact, 0));
        Answer {
            result: known.map(|known| result_word(known.counted())),
            known_by: known.map(|known| known.known_by.word()),
            syzygy: known.and_then(|known| self.file_of(board, known)),
            unsolved: stopped_by.flatten().map(stopped_in_words),
            best,
            lines: if self.task.multi_pv > 1 { shown } else { Vec::new() },
            advice: self.advice(board),
            selective_depth,
            nodes,
            time_ms: self.task.shows_time.then(|| started.elapsed().as_millis() as u64),
        }
    }

    /// Returns the name of the Syzygy file that knows a result; `None` if something else does.
    fn file_of(&self, board: &Board, known: Exact) -> Option<String> {
        let is_asked = board.men() > EMBEDDED_MEN && board.men() <= self.task.syzygy.largest();
        let is_by_file = is_asked && known.known_by == KnownBy::Tables;
        is_by_file.then(|| self.task.syzygy.tables.table_of(board)).flatten().map(str::to_owned)
    }

    /// Returns what the solver proves of a position that no table holds, and what ended it before all was proven. Only memory and
    /// work limit it, so every run is the same.
    fn solve(&self, board: &Board) -> Option<(Solved, Option<StoppedBy>)> {
        let mebibytes = self.task.solver_mebibytes.filter(|_| is_for_the_solver(board, SOLVED_PIECES))?;
        let solver = solver_of_many(mebibytes, &self.task.syzygy);
        let (solution, graph) = solver.solve(board, &self.task.cancel, &mut |_| {}).ok()?;
        let is_open = solution.proven.value().is_none();
        Some((Solved::from(graph), solution.stopped_by.filter(|_| is_open)))
    }

    /// Returns the best move, and the last report of each of the best lines.
    fn search(&mut self, board: &Board, solved: Option<&Solved>) -> (BestMove, Vec<LineReport>) {
        self.engine.forget(SpareHash::default());
        let collect = Collector { reported: Mutex::default(), cancel: &self.task.cancel };
        let settings = SearchSettings::at_full_strength(self.task.multi_pv, self.task.syzygy.clone());
        let (game, control) = (Game::new(board.clone()), Control::new(false));
        let limits = &self.task.limits;
        let question =
            Question { game: &game, limits, settings: &settings, control: &control, solved, sink: &collect };
        let best = Cell::new(BestMove::default());
        self.engine.answer(&question, &|found| best.set(found));
        (best.get(), collect.reported.into_inner())
    }

    fn advice(&self, board: &Board) -> Option<Advice> {
        let registry = self.task.advice.as_ref()?;
        registry.for_board(board).find_map(|table| {
            let choice = choose(table, board)?;
            Some(Advice {
                table: table.name.clone(),
                rule: choice.rule.to_owned(),
                advice: choice.advice.to_owned(),
                purpose: table.advice[choice.advised.advice].purpose.clone(),
                best: board.uci(choice.played),
                best_san: board.notation(choice.played).to_string(),
            })
        })
    }
}

/// Keeps the last report of each line, until nobody wants them any more.
struct Collector<'a> {
    reported: Mutex<Vec<LineReport>>,
    cancel: &'a AtomicBool,
}

impl ReportSink for Collector<'_> {
    fn accept(&self, report: Report) {
        if let Report::Line(line) = report {
            let mut reported = self.reported.lock();
            reported.retain(|other| other.multi_pv != line.multi_pv);
            reported.push(line);
        }
    }

    fn is_closed(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }
}

fn line_of(board: &Board, line: &LineReport) -> ShownLine {
    ShownLine::new(board, &line.line, Some(line.score), line.bound, line.depth)
}

fn known_by(proof: &Shown) -> Exact {
    let result = match proof {
        Shown::Win(_) => Wdl::Win,
        Shown::Loss => Wdl::Loss,
    };
    Exact::result_alone(result, KnownBy::MateProof)
}

/// Returns a proven mate as a line.
fn with_mate(board: &Board, moves: &[shakmaty::Move]) -> ShownLine {
    let score = crate::score::Score::mate_in(moves.len());
    ShownLine::new(board, moves, Some(score), Bound::Exact, moves.len() as u32)
}

/// Puts a proven mate first if it is shorter than the search's; it replaces the line of the same move.
fn put_first(lines: &mut Vec<ShownLine>, mate: ShownLine) {
    let moves = |line: &ShownLine| match line.score {
        Some(ShownScore::Mate(moves)) if moves > 0 => Some(moves),
        _ => None,
    };
    let reported = lines.first().and_then(moves);
    if reported.is_none_or(|reported| moves(&mate).is_some_and(|proven| proven < reported)) {
        let count = lines.len();
        lines.retain(|line| line.best != mate.best);
        lines.insert(0, mate);
        lines.truncate(count);
    }
}
