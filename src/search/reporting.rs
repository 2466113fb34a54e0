//! What a thread tells of its search: lines, mates, the move that it is at.

use std::time::Duration;

use shakmaty::Move;

use super::report::{Bound, CurrentMove, Effort, LineReport, Report};
use super::root_moves::{RootMove, agreeing_with};
use super::rules::Rules;
use super::tablebase_probe::completed;
use super::worker::Worker;
use crate::board::{Board, History};
use crate::evaluation::EVALUATION_LIMIT;
use crate::score::{MAX_PLY, Score};
use crate::tablebase::Wdl;

/// The current move is told only when the search has run for so long.
const TELL_CURRENT_MOVE_AFTER: Duration = Duration::from_secs(3);

/// Lines that say what was said before are held back for so many nodes. Where tables or the hash know the rest, hundreds of
/// iterations take a millisecond, and a slow reader is busy with what they tell for seconds of its clock.
const REPEATED_AFTER_NODES: u64 = 1000;

impl<R: Rules> Worker<'_, R> {
    /// Tells the lines of an iteration. Those that say nothing new wait for the next that do, or for the end.
    pub(super) fn tell_lines(&mut self, count: usize) {
        if self.thread > 0 {
            return;
        }
        let best = self.tree.root.moves.iter().take(count);
        let said: Vec<_> = best.map(|root| (root.score, root.bound, root.line.clone())).collect();
        let is_soon =
            self.told.at_nodes.is_some_and(|nodes| self.budget.nodes < nodes + REPEATED_AFTER_NODES);
        if is_soon && said == self.told.said {
            return;
        }
        for index in 0..said.len() {
            self.tell_line(index);
        }
        self.told.said = said;
    }

    /// Tells the lines as they stand at the end, unless that has just been done.
    pub(super) fn tell_final_lines(&mut self) {
        if self.told.at_nodes != Some(self.budget.nodes) {
            for index in 0..self.told.lines.told {
                self.tell_line(index);
            }
        }
    }

    /// Tells one line, from the main thread only.
    pub(super) fn tell_line(&mut self, index: usize) {
        if self.thread > 0 {
            return;
        }
        let Some(root) = self.tree.root.moves.get(index) else { return };
        if self.shared.mates.have_told_shorter_than(root.score) {
            // That has been told, and nothing better is known.
            return;
        }
        let report = self.line_report(root, index);
        self.told.at_nodes = Some(self.budget.nodes);
        self.shared.sink.accept(Report::Line(report));
    }

    fn line_report(&self, root: &RootMove, index: usize) -> LineReport {
        let (score, bound) = self.score_to_tell(root);
        let line = self.whole_line(root);
        let drawn_after = moves_to_draw(&self.tree.history, &self.tree.root_board, &line);
        // A mate that the rules of the game do not let happen is none; that it seemed to be one still says much.
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

    /// What is said of a move. Where the search was stopped before it looked at the move, that is the static value, or, where
    /// the better move before it is worth less, no more than that one.
    fn score_to_tell(&self, root: &RootMove) -> (Score, Bound) {
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

    /// The line, with the tables' moves to mate where it ends in one of their mates.
    fn whole_line(&self, root: &RootMove) -> Vec<Move> {
        match &self.shared.exact {
            Some(exact) if root.score.is_mate() && root.bound == Bound::Exact => {
                completed(exact, &self.tree.root_board, &root.line)
            }
            _ => root.line.to_vec(),
        }
    }

    /// Tells a proof's line as the best, and behind it the others that are asked for.
    pub(super) fn tell_mate_before_other_lines(&mut self, line: &[Move]) {
        let place = self.tree.root.moves.iter().position(|root| Some(&root.played) == line.first());
        let Some(place) = place.filter(|_| self.told.lines.told > 1) else { return self.tell_mate(line) };
        let mate = &mut self.tree.root.moves[place];
        mate.score = Score::mate_in(line.len());
        mate.bound = Bound::Exact;
        mate.depth = line.len() as i32;
        mate.line = line.iter().copied().collect();
        self.tree.root.moves[..=place].rotate_right(1);
        self.told.at_nodes = None;
        self.tell_final_lines();
    }

    /// Tells a proof's line.
    pub(super) fn tell_mate(&self, line: &[Move]) {
        self.shared.sink.accept(Report::Line(LineReport::mate(line, self.effort())));
    }

    /// Tells the root move whose turn it is.
    pub(super) fn tell_current_move(&self, depth: i32, played: Move, index: usize) {
        if self.thread == 0 && self.shared.started.elapsed() >= TELL_CURRENT_MOVE_AFTER {
            let current = CurrentMove { depth: depth as u32, played, number: index + 1 };
            self.shared.sink.accept(Report::CurrentMove(current));
        }
    }

    fn effort(&self) -> Effort {
        Effort {
            nodes: self.total_nodes(),
            table_hits: self.told.table_hits,
            hash_permille: self.shared.table.permille_used(),
            elapsed: self.shared.started.elapsed(),
        }
    }
}

/// After how many moves of a line the game is drawn; nothing where it never is.
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

/// What is left of a mate that is not forced.
fn unproven(mate: Score) -> Score {
    let most = EVALUATION_LIMIT - 1;
    Score::centipawns(if mate.is_win() { most } else { -most })
}
