//! One thread's search: where it stands in its tree, and how it goes from node to node.

use std::marker::PhantomData;
use std::time::Instant;

use shakmaty::Move;

use super::clock::Confidence;
use super::continuation::Landing;
use super::histories::Context;
use super::near_mate::NearMate;
use super::node::StaticValue;
use super::root_moves::RootMoves;
use super::rules::Rules;
use super::shared::Shared;
use super::table::Entry;
use super::tablebase_probe::TablebaseProbe;
use super::task::LineCounts;
use super::thread_data::ThreadData;
use super::window::Window;
use crate::board::{Board, Game, History};
use crate::score::Score;

/// The search has to end: unwinds through every node by `?`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// One thread's search.
pub(super) struct Worker<'a, R: Rules> {
    pub memory: &'a mut ThreadData,
    pub shared: &'a Shared<'a>,
    /// 0 is the main thread: it alone watches the limits and reports.
    pub thread: usize,
    pub history: History,
    pub root_board: Board,
    pub root: RootMoves,
    pub nodes: u64,
    /// Positions whose exact value a table gave.
    pub table_hits: u64,
    /// Nodes at which the thread looks up from its tree.
    pub next_check: u64,
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
        memory: &'a mut ThreadData,
        shared: &'a Shared<'a>,
        thread: usize,
        game: &Game,
        root: RootMoves,
    ) -> Self {
        memory.begin_search();
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
            most_table_men: shared.exact.as_ref().map_or(0, TablebaseProbe::most_men),
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
        if self.nodes >= self.next_check { self.look_up() } else { Ok(()) }
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
