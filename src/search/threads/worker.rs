//! One thread's search: its place in the tree, and how it goes from node to node.

use std::marker::PhantomData;
use std::time::Instant;

use shakmaty::Move;

use super::shared::Shared;
use super::task::LineCounts;
use super::thread_data::ThreadData;
use crate::board::{Board, Game, History, mixed};
use crate::score::Score;
use crate::search::histories::continuation_history::PieceTo;
use crate::search::histories::move_histories::Context;
use crate::search::node::node_state::StaticValue;
use crate::search::node::rules::Rules;
use crate::search::node::window::Window;
use crate::search::root::line::Line;
use crate::search::root::mate_proof::MateProof;
use crate::search::root::report::Bound;
use crate::search::root::root_moves::RootMoves;
use crate::search::root::time_management::BestMoveStability;
use crate::search::table::transposition_table::Entry;
use crate::search::tablebase_probe::TablebaseProbe;

/// The search has to end. This leaves every node by `?`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) struct Stopped;

/// The tree that a thread searches, and the thread's place in it.
pub(in crate::search) struct Tree {
    /// Positions of the game and on the path from the root.
    pub history: History,
    pub root_board: Board,
    pub root: RootMoves,
    /// Depth of the iteration, in plies.
    pub iteration: usize,
    /// Nodes when the current quiescence began.
    pub quiescence_began: u64,
}

/// The nodes and time that a thread has spent.
pub(in crate::search) struct Budget {
    pub nodes: u64,
    /// The node count at which the thread pauses and checks for interruptions.
    pub next_pause: u64,
    /// Until the first move is searched the search goes on in any case, so that there is a score.
    pub may_stop: bool,
    pub iteration_started: Instant,
    pub stability: BestMoveStability,
}

/// What a thread reports.
pub(in crate::search) struct Reported {
    /// The numbers of lines to search and report.
    pub lines: LineCounts,
    /// The deepest ply of the current line.
    pub selective_depth: usize,
    /// Positions whose exact value a table gave.
    pub table_hits: u64,
    /// Nodes when the last line was reported.
    pub at_nodes: Option<u64>,
    /// The lines of the last reported iteration.
    pub said: Vec<(Score, Bound, Line)>,
}

/// One thread's search.
pub(in crate::search) struct Worker<'a, R: Rules> {
    rules: PhantomData<R>,
    pub shared: &'a Shared<'a>,
    pub data: &'a mut ThreadData,
    /// 0 is the main thread, which alone watches the limits and reports.
    pub thread: usize,
    pub tree: Tree,
    pub budget: Budget,
    pub reported: Reported,
    /// The most men of a position that some exact table may know; 0 if none is used.
    pub most_table_men: usize,
    /// A proof of mate that gets turns; only the main thread has one.
    pub mate_proof: Option<MateProof<'a>>,
}

impl<'a, R: Rules> Worker<'a, R> {
    /// Makes a thread that has searched nothing yet.
    pub fn new(
        data: &'a mut ThreadData,
        shared: &'a Shared<'a>,
        thread: usize,
        game: &Game,
        root: RootMoves,
    ) -> Self {
        data.begin_search();
        Worker {
            rules: PhantomData,
            shared,
            data,
            thread,
            tree: Tree {
                history: game.history().clone(),
                root_board: game.board().clone(),
                root,
                iteration: 0,
                quiescence_began: 0,
            },
            budget: Budget {
                nodes: 0,
                next_pause: 0,
                may_stop: false,
                iteration_started: shared.started,
                stability: BestMoveStability::default(),
            },
            reported: Reported {
                lines: LineCounts { searched: 1, reported: 1 },
                selective_depth: 0,
                table_hits: 0,
                at_nodes: None,
                said: Vec::new(),
            },
            most_table_men: shared.exact.as_ref().map_or(0, TablebaseProbe::most_men),
            mate_proof: None,
        }
    }

    /// Counts a node and pauses if that is due, which may end the search.
    pub fn enter(&mut self, ply: usize) -> Result<(), Stopped> {
        self.budget.nodes += 1;
        self.data.lines.clear(ply);
        self.reported.selective_depth = self.reported.selective_depth.max(ply);
        if self.budget.nodes >= self.budget.next_pause { self.pause() } else { Ok(()) }
    }

    /// Returns the child after a move. Notes the move for repetition and for the child's own decisions.
    pub fn play(&mut self, board: &Board, played: Move, ply: usize) -> Board {
        self.note_played(board, played, ply);
        self.child(board, played)
    }

    /// Returns the child after a move, and has its entry of the table fetched.
    pub fn child(&self, board: &Board, played: Move) -> Board {
        let child = board.after(played);
        self.shared.table.prefetch(Self::table_key(&child));
        child
    }

    /// Notes a move for repetition and for the child's own decisions.
    pub fn note_played(&mut self, board: &Board, played: Move, ply: usize) {
        self.tree.history.push(board);
        self.data.stack[ply].current = Some(played);
    }

    /// Takes back what [`Worker::play`] noted.
    pub fn take_back(&mut self) {
        self.tree.history.pop();
    }

    /// Returns the evaluation's value, from the table if it has one, and the same corrected by history. Must not be
    /// called in check.
    pub fn static_value(&mut self, board: &Board, entry: Option<&Entry>) -> StaticValue {
        let stored = entry.and_then(|entry| entry.static_value);
        let raw = stored.unwrap_or_else(|| self.data.evaluator.evaluate(board));
        let correction = if R::CORRECTION { self.data.corrections.of(board) } else { 0 };
        StaticValue { raw, corrected: Score::centipawns(raw.value() + correction) }
    }

    /// Returns what led to a node.
    pub fn context(&self, board: &Board, ply: usize) -> Context {
        let side = board.turn();
        let played = |back| ply.checked_sub(back).and_then(|before| self.data.stack[before].current);
        let last = played(1);
        Context {
            side,
            killers: self.data.histories.killers(ply),
            last_target: last.map(Move::to),
            earlier: [
                last.map(|played| PieceTo::new(!side, played)),
                played(2).map(|played| PieceTo::new(side, played)),
            ],
            pawns: board.keys().pawns,
        }
    }

    /// Returns whether the rules end the game at a node below the root: repetition, 50-move rule, dead material.
    pub fn is_drawn(&self, board: &Board, ply: usize) -> bool {
        self.tree.history.is_repetition(board, ply) || board.is_drawn_by_clock() || board.is_dead_material()
    }

    /// Returns the window of a node whose side to move may be able to repeat a position; then nothing below a draw
    /// matters. `None` if beta is not above a draw. Bets that whoever can go back once can do so again, and sees a
    /// drawn shuffle a ply or two before it is played (van Kervinck's upcoming repetition).
    pub fn window_with_repetition(&self, board: &Board, window: Window, ply: usize) -> Option<Window> {
        if !R::UPCOMING_REPETITION || window.alpha >= Score::DRAW || !self.tree.history.can_repeat(board, ply)
        {
            return Some(window);
        }
        (window.beta > Score::DRAW).then_some(Window { alpha: Score::DRAW, ..window })
    }

    /// The table's key of a position. The clock changes it in steps, because near the 50-move rule positions with
    /// different clocks are less and less alike.
    pub fn table_key(board: &Board) -> u64 {
        const FREE: u32 = 16;
        const STEP: u32 = 8;
        let steps = board.halfmove_clock().saturating_sub(FREE - STEP) / STEP;
        board.keys().position ^ mixed(u64::from(steps))
    }
}
