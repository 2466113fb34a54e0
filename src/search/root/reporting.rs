//! Reports a thread's search: lines, mates, and the move that it is searching.

use std::time::Duration;

use shakmaty::Move;

use super::report::{Bound, CurrentMove, Effort, LineReport, Report};
use super::root_moves::{RootMove, agreeing_with};
use crate::board::{Board, History};
use crate::evaluation::EVALUATION_LIMIT;
use crate::score::{MAX_PLY, Score};
use crate::search::node::rules::Rules;
use crate::search::tablebase_probe::completed;
use crate::search::threads::worker::Worker;
use crate::tablebase::Wdl;

/// The current move is reported only after the search has run for this long.
const CURRENT_MOVE_AFTER: Duration = Duration::from_secs(3);

/// Lines that repeat an earlier report are held back for this many nodes. Where tables or the hash know the rest,
/// hundreds of iterations take a millisecond, and a slow reader would spend seconds of its clock on their reports.
const REPEATED_AFTER_NODES: u64 = 1000;

impl<R: Rules> Worker<'_, R> {
    /// Reports the lines of an iteration. Lines that say nothing new wait for the next that do, or for the end.
    pub(in crate::search) fn report_lines(&mut self, count: usize) {
        if self.thread > 0 {
            return;
        }
        let best = self.tree.root.moves.iter().take(count);
        let said: Vec<_> = best.map(|root| (root.score, root.bound, root.line.clone())).collect();
        let is_soon =
            self.reported.at_nodes.is_some_and(|nodes| self.budget.nodes < nodes + REPEATED_AFTER_NODES);
        if is_soon && said == self.reported.said {
            return;
        }
        for index in 0..said.len() {
            self.report_line(index);
        }
        self.reported.said = said;
    }

    /// Reports the final lines, unless that has just been done.
    pub(in crate::search) fn report_final_lines(&mut self) {
        if self.reported.at_nodes != Some(self.budget.nodes) {
            for index in 0..self.reported.lines.reported {
                self.report_line(index);
            }
        }
    }

    /// Reports one line, from the main thread only.
    pub(in crate::search) fn report_line(&mut self, index: usize) {
        if self.thread > 0 {
            return;
        }
        let Some(root) = self.tree.root.moves.get(index) else { return };
        if self.shared.mates.have_reported_shorter_than(root.score) {
            // That line has been reported, and nothing better is known.
            return;
        }
        let report = self.line_report(root, index);
        self.reported.at_nodes = Some(self.budget.nodes);
        self.shared.sink.accept(Report::Line(report));
    }

    fn line_report(&self, root: &RootMove, index: usize) -> LineReport {
        let (score, bound) = self.score_to_report(root);
        let line = self.whole_line(root);
        let drawn_after = moves_to_draw(&self.tree.history, &self.tree.root_board, &line);
        // A mate that the rules of the game prevent is none, but even its appearance says much.
        let score = if drawn_after.is_some() && score.is_mate() { unproven(score) } else { score };
        let (score, bound) = agreeing_with(root.result, score, bound);
        let line = line.into_iter().take(drawn_after.unwrap_or(MAX_PLY)).collect();
        LineReport {
            depth: root.depth.max(1) as u32,
            selective_depth: root.selective_depth.max(1) as u32,
            multi_pv: index + 1,
            bound,
            is_proven_draw: root.result == Some(Wdl::Draw) || self.tree.root_board.is_dead_material(),
            ..LineReport::new(score, line, self.effort())
        }
    }

    /// Returns the score to report for a move. If the search was stopped before it reached the move, that is the static
    /// value, or the score of the better move before it if that is lower.
    fn score_to_report(&self, root: &RootMove) -> (Score, Bound) {
        if root.score > -Score::INFINITE {
            return (root.score, root.bound);
        }
        let static_value = self.data.stack[0].static_value.unwrap_or_default();
        let best = self.tree.root.moves.first().map(|best| best.score);
        match best.filter(|best| *best > -Score::INFINITE && *best < static_value) {
            Some(best) => (best, Bound::Upper),
            None => (static_value, Bound::Exact),
        }
    }

    /// Returns the line, with the tables' moves to mate if it ends in one of their mates.
    fn whole_line(&self, root: &RootMove) -> Vec<Move> {
        match &self.shared.exact {
            Some(exact) if root.score.is_mate() && root.bound == Bound::Exact => {
                completed(exact, &self.tree.root_board, &root.line)
            }
            _ => root.line.to_vec(),
        }
    }

    /// Reports a proof's line as the best, followed by the other lines that were asked for.
    pub(in crate::search) fn report_mate_before_other_lines(&mut self, line: &[Move]) {
        let place = self.tree.root.moves.iter().position(|root| Some(&root.played) == line.first());
        let Some(place) = place.filter(|_| self.reported.lines.reported > 1) else {
            return self.report_mate(line);
        };
        let mate = &mut self.tree.root.moves[place];
        mate.score = Score::mate_in(line.len());
        mate.bound = Bound::Exact;
        mate.depth = line.len() as i32;
        mate.line = line.iter().copied().collect();
        self.tree.root.moves[..=place].rotate_right(1);
        self.reported.at_nodes = None;
        self.report_final_lines();
    }

    /// Reports a proof's line.
    pub(in crate::search) fn report_mate(&self, line: &[Move]) {
        self.shared.sink.accept(Report::Line(LineReport::mate(line, self.effort())));
    }

    /// Reports the root move that is being searched.
    pub(in crate::search) fn report_current_move(&self, depth: i32, played: Move, index: usize) {
        if self.thread == 0 && self.shared.started.elapsed() >= CURRENT_MOVE_AFTER {
            let current = CurrentMove { depth: depth as u32, played, number: index + 1 };
            self.shared.sink.accept(Report::CurrentMove(current));
        }
    }

    fn effort(&self) -> Effort {
        Effort {
            nodes: self.total_nodes(),
            table_hits: self.reported.table_hits,
            hash_permille: self.shared.table.permille_used(),
            elapsed: self.shared.started.elapsed(),
        }
    }
}

/// Returns after how many moves of a line the game is drawn; `None` if it never is.
fn moves_to_draw(history: &History, board: &Board, line: &[Move]) -> Option<usize> {
    let mut history = history.clone();
    let mut board = board.clone();
    let is_drawn = |played: &Move| {
        history.push(&board);
        board = board.after(*played);
        history.is_third_occurrence(&board) || board.is_drawn_by_clock() || board.is_dead_material()
    };
    line.iter().position(is_drawn).map(|place| place + 1)
}

/// Returns the value of a mate that is not forced.
fn unproven(mate: Score) -> Score {
    let most = EVALUATION_LIMIT - 1;
    Score::centipawns(if mate.is_win() { most } else { -most })
}
