//! Iterative deepening with aspiration windows: searches deeper and deeper, each iteration ordering the next.

use std::time::{Duration, Instant};

use super::report::Bound;
use super::root_moves::RootMove;
use crate::score::{MAX_PLY, Score, ScoreKind};
use crate::search::node::rules::Rules;
use crate::search::node::window::Window;
use crate::search::threads::task::LineCounts;
use crate::search::threads::worker::{Stopped, Worker};

/// Bounds are reported only after this long, because new ones soon replace them.
const TELL_BOUNDS_AFTER: Duration = Duration::from_secs(3);
/// A window this wide (centipawns) is opened completely.
const WIDEST: i32 = 800;
/// The deepest iteration.
const DEEPEST: i32 = MAX_PLY as i32;

impl<R: Rules> Worker<'_, R> {
    /// Searches deeper and deeper until a limit is reached.
    pub(in crate::search) fn iterate(&mut self, lines: LineCounts) {
        let board = self.tree.root_board.clone();
        let table_move = self.shared.table.probe(Self::table_key(&board), 0);
        let table_move = table_move.and_then(|entry| entry.best.unpack(board.position()));
        let table_move =
            table_move.filter(|played| self.tree.root.moves.iter().any(|root| root.played == *played));
        let context = self.context(&board, 0);
        self.tree.root.order(&board, table_move, &self.data.histories, context);
        self.data.stack[0].static_value =
            if board.is_check() { None } else { Some(self.data.evaluator.evaluate(&board)) };
        let possible = self.tree.root.moves.len().max(1);
        let lines = LineCounts {
            searched: lines.searched.clamp(1, possible),
            reported: lines.reported.clamp(1, possible),
        };
        self.reported.lines = lines;
        let deepest = self.shared.limits.depth.map_or(DEEPEST, |depth| DEEPEST.min(depth as i32)).max(1);
        let first = self.answer_expected_reply().min(deepest);
        let mut depth = first;
        while depth <= deepest {
            if depth == deepest || !self.is_skipped(depth) {
                let finished = self.iterate_once(depth, lines).is_ok();
                let Some(reached) = (if finished { Some(depth) } else { self.catch_up() }) else { break };
                self.budget.may_stop = true;
                depth = reached;
                if self.is_enough(depth) {
                    break;
                }
            }
            depth += 1;
        }
    }

    /// Takes over the result of a faster thread, if that is why the iteration was left. Returns its depth.
    fn catch_up(&mut self) -> Option<i32> {
        let (best, depth) = self.shared.iteration_sync.best().filter(|_| self.is_overtaken())?;
        for root in &mut self.tree.root.moves {
            root.score = -Score::INFINITE;
        }
        let own = self.tree.root.moves.iter_mut().find(|root| root.played == best.played)?;
        *own = RootMove { nodes: own.nodes, ..best };
        self.tree.root.sort_from(0);
        self.conclude(LineCounts { searched: 1, reported: 1 });
        Some(depth)
    }

    /// If the opponent played the expected reply, reports the stored answer at once and goes on at its depth. Returns
    /// the depth to begin with.
    fn answer_expected_reply(&mut self) -> i32 {
        // The answer is one line. If several are wanted, they have to be searched.
        if self.reported.lines.searched > 1 {
            return 1;
        }
        let Some(depth) = self.data.pv_tree.answer_expected_reply(&self.tree.root_board, &mut self.tree.root)
        else {
            return 1;
        };
        self.budget.may_stop = true;
        self.report_line(0);
        depth
    }

    /// Helper threads run ahead of the main one, each by another distance. So they repeat neither its work nor each
    /// other's, and fill the table with deeper results than it needs yet. No thread skips the last depth. Fails where
    /// the skipped iterations would have ordered the moves; leads of four depths were no better in games.
    fn is_skipped(&self, depth: i32) -> bool {
        const LEADS: [i32; 3] = [2, 3, 4];
        let Some(helper) = self.thread.checked_sub(1) else { return false };
        depth < self.shared.iteration_sync.depth_of_main() + LEADS[helper % LEADS.len()]
    }

    fn iterate_once(&mut self, depth: i32, lines: LineCounts) -> Result<(), Stopped> {
        self.tree.root.begin_iteration();
        self.tree.iteration = depth.max(0) as usize;
        self.budget.iteration_started = Instant::now();
        if self.thread == 0 {
            self.shared.iteration_sync.begin(depth);
        }
        let before = if lines.searched > 1 { self.tree.root.moves.clone() } else { Vec::new() };
        for first in 0..lines.searched {
            let result = self.search_within_aspiration(depth, first);
            self.tree.root.sort_from(first);
            if result.is_err() && (first > 0 || self.budget.may_stop) {
                self.tree.root.fall_back(first, &before, lines.searched);
            }
            result?;
        }
        let best_lines = &self.tree.root.moves[..lines.searched];
        self.data.pv_tree.note_iteration(&self.tree.root_board, best_lines, depth);
        self.shared.iteration_sync.finish(depth, &self.tree.root.moves[0]);
        self.conclude(lines);
        Ok(())
    }

    /// Notes and reports the results of an iteration.
    fn conclude(&mut self, lines: LineCounts) {
        let best = &self.tree.root.moves[0];
        self.budget.stability.note_iteration(best, self.budget.nodes);
        self.tree.root.sort_lines(lines.searched);
        self.report_lines(lines.reported);
    }

    /// Bets that the value changes little from one iteration to the next. If it does, the window opens on the side
    /// where the value fell out.
    fn search_within_aspiration(&mut self, depth: i32, first: usize) -> Result<(), Stopped> {
        let parameters = self.shared.parameters;
        let previous = self.tree.root.moves[first..].iter().map(|root| root.previous).max();
        let previous = previous.filter(|score| !score.is_decisive() && *score > -Score::INFINITE);
        let mut width = parameters.aspiration_window;
        let mut window = match previous {
            Some(score) if depth >= parameters.aspiration_minimum_depth => Window {
                alpha: (score - width).max(Window::FULL.alpha),
                beta: (score + width).min(Window::FULL.beta),
            },
            _ => Window::FULL,
        };
        loop {
            let score = self.search_root(window, depth, first)?;
            let bound = window.bound_of(score);
            if bound == Bound::Exact {
                return Ok(());
            }
            self.tree.root.sort_from(first);
            if self.shared.started.elapsed() >= TELL_BOUNDS_AFTER && first == 0 {
                self.report_line(0);
            }
            width *= 2;
            let opened = width > WIDEST || score.is_decisive();
            if bound == Bound::Upper {
                window.alpha =
                    if opened { Window::FULL.alpha } else { (score - width).max(Window::FULL.alpha) };
            } else {
                window.beta = if opened { Window::FULL.beta } else { (score + width).min(Window::FULL.beta) };
            }
        }
    }

    /// Returns whether the search can end between two iterations.
    fn is_enough(&self, depth: i32) -> bool {
        if self.thread > 0 {
            return false;
        }
        let shared = self.shared;
        if shared.is_stopped() || shared.control.has_notice() {
            return true;
        }
        let best = self.tree.root.moves.first();
        if let (Some(limit), Some(best)) = (shared.limits.mate, best)
            && is_mate_within(best.score, limit)
        {
            // If a proof runs as well, give it a chance to show a shorter mate.
            if !shared.mates.is_asked() {
                return true;
            }
            shared.mates.note_mate(shared.started);
        }
        if shared.control.is_pondering() {
            return false;
        }
        if shared.limits.nodes.is_some_and(|limit| self.total_nodes() >= limit) {
            return true;
        }
        let Some(soft) = shared.time_budget.soft else {
            return shared.is_clock_out();
        };
        // On the clock, a forced move needs no thought, and a much deeper search will not shorten a mate.
        self.tree.root.moves.len() == 1
            || shared.started.elapsed() >= self.budget.stability.scale(soft, shared.parameters)
            || best.is_some_and(|best| is_mate_settled(best.score, depth))
    }
}

fn is_mate_within(score: Score, moves: u32) -> bool {
    match score.kind() {
        ScoreKind::Mate { plies } => plies > 0 && (plies as u32).div_ceil(2) <= moves,
        _ => false,
    }
}

/// If a search was deeper than the mate that it found, the mate is the shortest, or nearly so.
fn is_mate_settled(score: Score, depth: i32) -> bool {
    match score.kind() {
        ScoreKind::Mate { plies } => depth > plies.abs() + 2,
        _ => false,
    }
}
