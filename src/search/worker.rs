//! One search thread: its memory between searches, and its state during one.

use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use crossbeam_utils::CachePadded;
use shakmaty::Move;

use super::clock::{Allotment, Confidence};
use super::continuation::Landing;
use super::correction::CorrectionHistory;
use super::exact::Exact;
use super::histories::{Context, Histories};
use super::iteration::LineCounts;
use super::line::Lines;
use super::mate_hunt::MateHunt;
use super::near_mate::NearMate;
use super::pv_tree::PvTree;
use super::race::Race;
use super::reductions::Reductions;
use super::root::RootMoves;
use super::rules::Rules;
use super::table::{Entry, Table};
use super::window::Window;
use super::{Control, Limits, ReportSink, SearchParameters};
use crate::board::{Board, Game, History};
use crate::evaluation::{Evaluator, Parameters as EvaluationParameters};
use crate::score::{MAX_PLY, Score};
use crate::tablebase::Wdl;

/// The search has to end: unwinds through every node by `?`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// Nodes between two looks at clock and stop flag; about half a millisecond.
const NODES_BETWEEN_CHECKS: u64 = 512;

/// After so many nodes a search ends even without a scored move: quiescence can explode in freak positions.
const NODES_OF_GRACE: u64 = 50_000;

/// What a thread keeps from search to search.
pub(super) struct Memory {
    pub evaluator: Evaluator,
    pub histories: Histories,
    pub corrections: CorrectionHistory,
    pub lines: Lines,
    pub pv_tree: PvTree,
    pub stack: Box<[Ply]>,
}

/// What a node leaves for its descendants, by ply.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ply {
    /// Nothing in check.
    pub static_value: Option<Score>,
    /// The move being searched; nothing for a null move.
    pub current: Option<Move>,
}

/// What a position is worth without a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct StaticValue {
    /// As the evaluation has it: what the table keeps.
    pub bare: Score,
    /// Corrected by what was learned of positions like this one.
    pub corrected: Score,
}

impl Memory {
    pub fn new(evaluation: &Arc<EvaluationParameters>) -> Memory {
        Memory {
            evaluator: Evaluator::new(Arc::clone(evaluation)),
            histories: Histories::new(),
            corrections: CorrectionHistory::new(),
            lines: Lines::new(),
            pv_tree: PvTree::default(),
            stack: vec![Ply::default(); MAX_PLY + 2].into_boxed_slice(),
        }
    }
}

/// What all threads of a search see.
pub(super) struct Shared<'a> {
    pub table: &'a Table,
    pub parameters: &'a SearchParameters,
    pub reductions: &'a Reductions,
    pub limits: &'a Limits,
    pub control: &'a Control,
    pub allotment: Allotment,
    pub started: Instant,
    /// The main thread has ended its search.
    pub ended: AtomicBool,
    pub race: Race,
    /// Nodes of each thread, as of its last look.
    pub nodes: Vec<CachePadded<AtomicU64>>,
    /// The exact result of the root, where it is known and the 50-move rule is far.
    pub root_result: Option<Wdl>,
    /// The exact tables, unless they are not wanted.
    pub exact: Option<Exact<'a>>,
    /// Where a mate is asked for.
    pub hunt: Option<MateHunt>,
    pub sink: &'a dyn ReportSink,
}

impl Shared<'_> {
    /// Whether a search's time is up, or a stop was asked for.
    pub fn is_time_up(&self) -> bool {
        self.is_stopped() || !self.control.is_pondering() && self.is_clock_out()
    }

    /// Whether a stop was asked for, or nobody reads what the search tells.
    pub fn is_stopped(&self) -> bool {
        self.control.is_stopped() || self.sink.is_closed()
    }

    /// Whether the hard limit has been reached.
    fn is_clock_out(&self) -> bool {
        self.allotment.hard.is_some_and(|hard| self.control.clock_started().elapsed() >= hard)
    }

    fn nodes_of_others(&self, thread: usize) -> u64 {
        let others = self.nodes.iter().enumerate().filter(|(index, _)| *index != thread);
        others.map(|(_, nodes)| nodes.load(Ordering::Relaxed)).sum()
    }
}

/// One thread's search.
pub(super) struct Worker<'a, R: Rules> {
    pub memory: &'a mut Memory,
    pub shared: &'a Shared<'a>,
    /// 0 is the main thread: it alone watches the limits and reports.
    pub thread: usize,
    pub history: History,
    pub root_board: Board,
    pub root: RootMoves,
    pub nodes: u64,
    /// Positions whose exact value a table gave.
    pub table_hits: u64,
    next_check: u64,
    /// Nodes when the quiescence at hand began.
    pub quiescence_began: u64,
    /// Lines that are searched and told.
    pub lines: LineCounts,
    /// Depth of the iteration.
    pub iteration: usize,
    pub iteration_started: Instant,
    pub confidence: Confidence,
    pub selective_depth: usize,
    /// Until the first move is searched the search goes on whatever happens, so that there is a score.
    pub may_stop: bool,
    /// The most men of a position that some exact table may know, 0 where none is asked.
    pub most_table_men: usize,
    /// Of the main thread only.
    pub near_mate: NearMate<'a>,
    rules: PhantomData<R>,
    /// Nodes when the last line was told.
    pub told_at_nodes: Option<u64>,
}

impl<'a, R: Rules> Worker<'a, R> {
    pub fn new(
        memory: &'a mut Memory,
        shared: &'a Shared<'a>,
        thread: usize,
        game: &Game,
        root: RootMoves,
    ) -> Self {
        memory.histories.fade();
        memory.stack.fill(Ply::default());
        Worker {
            memory,
            shared,
            thread,
            history: game.history().clone(),
            root_board: game.board().clone(),
            root,
            nodes: 0,
            table_hits: 0,
            next_check: 0,
            quiescence_began: 0,
            lines: LineCounts { searched: 1, told: 1 },
            iteration: 0,
            iteration_started: shared.started,
            confidence: Confidence::default(),
            selective_depth: 0,
            may_stop: false,
            most_table_men: shared.exact.as_ref().map_or(0, Exact::most_men),
            near_mate: NearMate::default(),
            rules: PhantomData,
            told_at_nodes: None,
        }
    }

    /// Counts a node and ends the search when it is due.
    pub fn enter(&mut self, ply: usize) -> Result<(), Stopped> {
        self.nodes += 1;
        self.memory.lines.clear(ply);
        self.selective_depth = self.selective_depth.max(ply);
        if self.nodes >= self.next_check { self.check() } else { Ok(()) }
    }

    fn check(&mut self) -> Result<(), Stopped> {
        self.shared.nodes[self.thread].store(self.nodes, Ordering::Relaxed);
        self.next_check = self.nodes + NODES_BETWEEN_CHECKS;
        if !self.may_stop && self.nodes < NODES_OF_GRACE {
            return Ok(());
        }
        let is_over = if self.thread == 0 {
            R::MATE_PROOFS && self.has_near_mate() || self.is_limit_reached()
        } else {
            self.shared.ended.load(Ordering::Relaxed)
        };
        if is_over || self.is_overtaken() { Err(Stopped) } else { Ok(()) }
    }

    /// Whether another thread has finished the iteration that this one is at.
    pub fn is_overtaken(&self) -> bool {
        self.shared.race.is_finished(self.iteration as i32)
    }

    fn is_limit_reached(&mut self) -> bool {
        let shared = self.shared;
        if shared.is_stopped() {
            return true;
        }
        if shared.hunt.as_ref().is_some_and(|hunt| hunt.is_over(shared.control)) {
            return true;
        }
        if shared.control.is_pondering() {
            return false;
        }
        if let Some(limit) = shared.limits.nodes {
            let total = self.total_nodes();
            if total >= limit {
                return true;
            }
            self.next_check = self.next_check.min(self.nodes + (limit - total));
        }
        shared.is_clock_out() || self.has_thought_enough()
    }

    /// Whether the iteration need not be finished: its move stands, and the time after which no iteration begins is over by
    /// so much that this one takes too long, or was so before it began and only pondering let it begin.
    fn has_thought_enough(&self) -> bool {
        let shared = self.shared;
        let Some(soft) = shared.allotment.soft else { return false };
        let due = self.confidence.scale(soft, shared.parameters);
        let share = if shared.control.clock_started() > self.iteration_started {
            100
        } else {
            shared.parameters.time_iteration_share
        };
        shared.started.elapsed() >= due * share / 100 && self.confidence.stands(&self.root)
    }

    /// Nodes of all threads, and what looking for a mate has cost; exact for this one.
    pub fn total_nodes(&self) -> u64 {
        self.nodes + self.near_mate.cost + self.shared.nodes_of_others(self.thread)
    }

    /// The child after a move, with the move noted for repetition and for the child's own decisions.
    pub fn play(&mut self, board: &Board, played: Move, ply: usize) -> Board {
        self.history.push(board);
        self.memory.stack[ply].current = Some(played);
        let child = board.after(played);
        self.shared.table.prefetch(Self::table_key(&child));
        child
    }

    /// Takes back what [`Worker::play`] noted.
    pub fn take_back(&mut self) {
        self.history.pop();
    }

    /// What the evaluation says, from the table where that has been asked before, and what history makes of it.
    /// Not to be asked in check.
    pub fn static_value(&mut self, board: &Board, entry: Option<&Entry>) -> StaticValue {
        let kept = entry.and_then(|entry| entry.static_value);
        let bare = kept.unwrap_or_else(|| self.memory.evaluator.evaluate(board));
        let correction = if R::CORRECTION { self.memory.corrections.of(board) } else { 0 };
        StaticValue { bare, corrected: Score::centipawns(bare.value() + correction) }
    }

    /// What led to a node.
    pub fn context(&self, board: &Board, ply: usize) -> Context {
        let side = board.turn();
        let played = |back| ply.checked_sub(back).and_then(|before| self.memory.stack[before].current);
        let last = played(1);
        Context {
            side,
            killers: self.memory.histories.killers(ply),
            last_target: last.map(Move::to),
            earlier: [
                last.map(|played| Landing::new(!side, played)),
                played(2).map(|played| Landing::new(side, played)),
            ],
            pawns: board.keys().pawns,
        }
    }

    /// Whether the rules end the game at a node below the root: repetition, 50-move rule, dead material.
    pub fn is_drawn(&self, board: &Board, ply: usize) -> bool {
        self.history.is_repetition(board, ply) || board.is_drawn_by_clock() || board.is_dead_material()
    }

    /// The window of a node whose side to move can at least repeat a position: nothing below a draw matters.
    /// Nothing is left where beta is not above it. Bets that who can go back once can do so again, and sees a
    /// drawn shuffle a ply or two before it is played (van Kervinck's upcoming repetition).
    pub fn window_with_repetition(&self, board: &Board, window: Window, ply: usize) -> Option<Window> {
        if !R::UPCOMING_REPETITION || window.alpha >= Score::DRAW || !self.history.can_repeat(board, ply) {
            return Some(window);
        }
        (window.beta > Score::DRAW).then_some(Window { alpha: Score::DRAW, ..window })
    }

    /// The key under which the table knows a position. The clock takes part in steps: the nearer the 50-move
    /// rule, the less two positions with different clocks are the same.
    pub fn table_key(board: &Board) -> u64 {
        const FREE: u32 = 16;
        const STEP: u32 = 8;
        /// An odd constant with well-mixed bits (the golden ratio's fraction).
        const MIX: u64 = 0x9e37_79b9_7f4a_7c15;
        let steps = board.clock().saturating_sub(FREE - STEP) / STEP;
        board.keys().position ^ u64::from(steps).wrapping_mul(MIX)
    }
}
