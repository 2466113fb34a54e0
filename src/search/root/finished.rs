//! The interface of a search that has ended, for the caller who chooses the answer.

use super::root_moves::RootMoves;
use crate::search::node::rules::Rules;
use crate::search::proof::ProvenMate;
use crate::search::threads::worker::Worker;

/// A search that has ended. Helper threads may still be running.
pub trait FinishedSearch {
    /// Returns the root moves, best first.
    fn root(&self) -> &RootMoves;

    /// Moves the root move at `place` to the front.
    fn prefer(&mut self, place: usize);

    /// Takes the mate that a proof has found, if it is shorter than the score of the best move says. It has then been
    /// reported as the best line.
    fn take_shorter_mate(&mut self) -> Option<ProvenMate>;

    /// Reports the current lines, unless that has just been done.
    fn report_lines(&mut self);
}

impl<R: Rules> FinishedSearch for Worker<'_, R> {
    fn root(&self) -> &RootMoves {
        &self.tree.root
    }

    fn prefer(&mut self, place: usize) {
        if place > 0 {
            self.tree.root.moves.swap(0, place);
            self.reported.at_nodes = None;
        }
    }

    fn take_shorter_mate(&mut self) -> Option<ProvenMate> {
        let score = self.tree.root.moves.first()?.score;
        let mate = self.shared.mates.take_shorter_than(score)?;
        if self.shared.mates.is_asked() {
            self.report_mate_before_other_lines(&mate.line);
        }
        Some(mate)
    }

    fn report_lines(&mut self) {
        self.report_final_lines();
    }
}
