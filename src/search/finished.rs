//! The end of a search: what it offers to whoever asked for it and chooses the answer.

use super::proof::ProvenMate;
use super::root_moves::RootMoves;
use super::rules::Rules;
use super::worker::Worker;

/// A search that has come to its end. Helpers may still be on their way to theirs.
pub trait FinishedSearch {
    /// The moves, best first.
    fn root(&self) -> &RootMoves;

    /// Lets another move than the best one come first.
    fn prefer(&mut self, place: usize);

    /// The mate that a proof has found, if it is shorter than what the search says of its first move; it has then been told
    /// as the best line.
    fn take_shorter_mate(&mut self) -> Option<ProvenMate>;

    /// Tells the lines as they stand, unless that has just been done.
    fn tell_lines(&mut self);
}

impl<R: Rules> FinishedSearch for Worker<'_, R> {
    fn root(&self) -> &RootMoves {
        &self.tree.root
    }

    fn prefer(&mut self, place: usize) {
        if place > 0 {
            self.tree.root.moves.swap(0, place);
            self.told.at_nodes = None;
        }
    }

    fn take_shorter_mate(&mut self) -> Option<ProvenMate> {
        let score = self.tree.root.moves.first()?.score;
        let mate = self.shared.mates.take_shorter_than(score)?;
        if self.shared.mates.is_asked() {
            self.tell_mate_before_other_lines(&mate.line);
        }
        Some(mate)
    }

    fn tell_lines(&mut self) {
        self.tell_final_lines();
    }
}
