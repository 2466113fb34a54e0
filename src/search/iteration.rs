//! Iterative deepening with aspiration windows: ever deeper searches, each ordering the next.

use std::time::{Duration, Instant};

use super::report::Bound;
use super::root_moves::RootMove;
use super::rules::Rules;
use super::task::LineCounts;
use super::window::Window;
use super::worker::{Stopped, Worker};
use crate::score::{MAX_PLY, Score, ScoreKind};

/// Bounds are told only when the search has run for so long: they are soon replaced.
const TELL_BOUNDS_AFTER: Duration = Duration::from_secs(3);
/// A window this wide (centipawns) is opened completely.
const WIDEST: i32 = 800;
/// The deepest iteration.
const DEEPEST: i32 = MAX_PLY as i32;

impl<R: Rules> Worker<'_, R> {
    /// Searches deeper and deeper until a limit is reached.
    pub(super) fn iterate(&mut self, lines: LineCounts) {
        let board = self.root_board.clone();
        let table_move = self.shared.table.probe(Self::table_key(&board), 0);
        let table_move = table_move.and_then(|entry| entry.best.unpack(board.position()));
        let table_move =
            table_move.filter(|played| self.root.moves.iter().any(|root| root.played == *played));
        let context = self.context(&board, 0);
        self.root.order(&board, table_move, &self.memory.histories, context);
        self.memory.stack[0].static_value =
            if board.is_check() { None } else { Some(self.memory.evaluator.evaluate(&board)) };
        let possible = self.root.moves.len().max(1);
        let lines =
            LineCounts { searched: lines.searched.clamp(1, possible), told: lines.told.clamp(1, possible) };
        self.lines = lines;
        let deepest = self.shared.limits.depth.map_or(DEEPEST, |depth| DEEPEST.min(depth as i32)).max(1);
        let first = self.answer_expected_reply().min(deepest);
        let mut depth = first;
        while depth <= deepest {
            if depth == deepest || !self.is_skipped(depth) {
                let finished = self.iterate_once(depth, lines).is_ok();
                let Some(reached) = (if finished { Some(depth) } else { self.catch_up() }) else { break };
                self.may_stop = true;
                depth = reached;
                if self.is_enough(depth) {
                    break;
                }
            }
            depth += 1;
        }
    }

    /// Takes over what a faster thread has found, where that is why the iteration was left. Answers its depth.
    fn catch_up(&mut self) -> Option<i32> {
        let (best, depth) = self.shared.race.best().filter(|_| self.is_overtaken())?;
        for root in &mut self.root.moves {
            root.score = -Score::INFINITE;
        }
        let own = self.root.moves.iter_mut().find(|root| root.played == best.played)?;
        *own = RootMove { nodes: own.nodes, ..best };
        self.root.sort_from(0);
        self.conclude(LineCounts { searched: 1, told: 1 });
        Some(depth)
    }

    /// Where the opponent played the expected reply, the kept answer is told at once, and the search goes on at
    /// its depth. Answers the depth to begin with.
    fn answer_expected_reply(&mut self) -> i32 {
        // It is one line: where several are asked for, they have to be searched.
        if !self.shared.parameters.pv_tree || self.lines.searched > 1 {
            return 1;
        }
        let Some(expected) = self.memory.pv_tree.expected_at(&self.root_board) else { return 1 };
        let place = self.root.moves.iter().position(|root| Some(&root.played) == expected.line.first());
        let Some(place) = place else { return 1 };
        self.root.moves.swap(0, place);
        let best = &mut self.root.moves[0];
        best.score = expected.score;
        best.depth = expected.depth;
        best.line = expected.line.iter().copied().collect();
        self.may_stop = true;
        self.tell_line(0);
        expected.depth
    }

    /// Helper threads run ahead of the main one, each by another distance: they neither repeat its work nor each
    /// other's, and fill the table with deeper results than it asks for yet. The last depth is everybody's. Fails where
    /// the iterations left out would have ordered the moves; leads of four depths were no better in games.
    fn is_skipped(&self, depth: i32) -> bool {
        const LEADS: [i32; 3] = [2, 3, 4];
        let Some(helper) = self.thread.checked_sub(1) else { return false };
        depth < self.shared.race.depth_of_main() + LEADS[helper % LEADS.len()]
    }

    fn iterate_once(&mut self, depth: i32, lines: LineCounts) -> Result<(), Stopped> {
        self.root.begin_iteration();
        self.iteration = depth.max(0) as usize;
        self.iteration_started = Instant::now();
        if self.thread == 0 {
            self.shared.race.begin(depth);
        }
        let before = if lines.searched > 1 { self.root.moves.clone() } else { Vec::new() };
        for first in 0..lines.searched {
            let result = self.search_within_aspiration(depth, first);
            self.root.sort_from(first);
            if result.is_err() && (first > 0 || self.may_stop) {
                self.root.fall_back(first, &before, lines.searched);
            }
            result?;
        }
        if self.shared.parameters.pv_tree {
            for root in &self.root.moves[..lines.searched] {
                self.memory.pv_tree.remember(&self.root_board, &root.line);
            }
            let best = &self.root.moves[0];
            if best.bound == Bound::Exact {
                self.memory.pv_tree.expect(&self.root_board, &best.line, best.score, depth);
            }
        }
        self.shared.race.finish(depth, &self.root.moves[0]);
        self.conclude(lines);
        Ok(())
    }

    /// Notes and tells what an iteration has found.
    fn conclude(&mut self, lines: LineCounts) {
        let best = &self.root.moves[0];
        self.confidence.note_iteration(best, self.nodes);
        self.root.sort_lines(lines.searched);
        for index in 0..lines.told {
            self.tell_line(index);
        }
    }

    /// Bets that the value changes little from one iteration to the next; where it does, the window opens on
    /// the side where the value fell out.
    fn search_within_aspiration(&mut self, depth: i32, first: usize) -> Result<(), Stopped> {
        let parameters = self.shared.parameters;
        let previous = self.root.moves[first..].iter().map(|root| root.previous).max();
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
            let bound = if score <= window.alpha && window.alpha > Window::FULL.alpha {
                Bound::Upper
            } else if score >= window.beta && window.beta < Window::FULL.beta {
                Bound::Lower
            } else {
                return Ok(());
            };
            self.root.sort_from(first);
            if self.shared.started.elapsed() >= TELL_BOUNDS_AFTER && first == 0 {
                self.tell_line(0);
            }
            width *= 2;
            let opened = width > WIDEST || score.is_decisive();
            match bound {
                Bound::Upper => {
                    window.alpha =
                        if opened { Window::FULL.alpha } else { (score - width).max(Window::FULL.alpha) };
                }
                _ => {
                    window.beta =
                        if opened { Window::FULL.beta } else { (score + width).min(Window::FULL.beta) }
                }
            }
        }
    }

    /// Whether the search can end between two iterations.
    fn is_enough(&self, depth: i32) -> bool {
        if self.thread > 0 {
            return false;
        }
        let shared = self.shared;
        if shared.is_stopped() {
            return true;
        }
        let best = self.root.moves.first();
        if let (Some(limit), Some(best)) = (shared.limits.mate, best)
            && is_mate_within(best.score, limit)
        {
            // Where a proof is looked for as well, it gets a chance to show a shorter mate.
            let Some(hunt) = &shared.hunt else { return true };
            hunt.note_mate(shared.started);
        }
        if shared.control.is_pondering() {
            return false;
        }
        if shared.limits.nodes.is_some_and(|limit| self.total_nodes() >= limit) {
            return true;
        }
        let Some(soft) = shared.allotment.soft else {
            return shared.is_clock_out();
        };
        // On the clock: a forced move needs no thought, and a mate is not found shorter by looking much deeper.
        self.root.moves.len() == 1
            || shared.started.elapsed() >= self.confidence.scale(soft, shared.parameters)
            || best.is_some_and(|best| is_mate_settled(best.score, depth))
    }
}

fn is_mate_within(score: Score, moves: u32) -> bool {
    match score.kind() {
        ScoreKind::Mate { plies } => plies > 0 && (plies as u32).div_ceil(2) <= moves,
        _ => false,
    }
}

/// A mate found by a search deeper than the mate is long is the shortest, or nearly so.
fn is_mate_settled(score: Score, depth: i32) -> bool {
    match score.kind() {
        ScoreKind::Mate { plies } => depth > plies.abs() + 2,
        _ => false,
    }
}
