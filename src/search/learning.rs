//! What a searched node leaves behind: in the table, in the histories of moves, in the corrections of static values.

use super::histories::Context;
use super::moves::Progress;
use super::node::{Assessment, Node, StaticValue};
use super::ordering::is_tactical;
use super::report::Bound;
use super::rules::Rules;
use super::table::Entry;
use super::worker::Worker;
use crate::board::{Board, PackedMove};

impl<R: Rules> Worker<'_, R> {
    /// The move that refuted the position rises; those tried before it in vain sink, quiet ones only where a
    /// quiet one did better.
    pub(super) fn learn_from_cutoff(&mut self, node: &Node, context: &Context, progress: &Progress) {
        let Some(best) = progress.best_move else { return };
        let parameters = self.shared.parameters;
        let bonus = (parameters.history_bonus_factor * node.depth).min(parameters.history_bonus_maximum);
        let histories = &mut self.memory.histories;
        for failed in &progress.failed_captures {
            histories.reward_capture(context.side, *failed, -bonus);
        }
        if is_tactical(best) {
            return histories.reward_capture(context.side, best, bonus);
        }
        histories.add_killer(node.ply, best);
        histories.reward_quiet(context, best, bonus);
        for failed in &progress.failed_quiet {
            histories.reward_quiet(context, *failed, -bonus);
        }
    }

    /// Stores the value with its bound, and learns from it how far the static value was off.
    pub(super) fn keep(&mut self, board: &Board, node: &Node, known: &Assessment, progress: &Progress) {
        let bound = if progress.best >= node.window.beta {
            Bound::Lower
        } else if progress.best_move.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let entry = Entry {
            best: progress.best_move.map_or(PackedMove::NONE, PackedMove::new),
            score: progress.best,
            static_value: known.bare_and_corrected.map(|known| known.bare),
            depth: node.depth,
            bound,
        };
        self.shared.table.store(Self::table_key(board), node.ply, &entry);
        self.learn_correction(board, known, &entry, progress);
    }

    /// What the search found says how far the static value was off, unless a capture or a mate made the
    /// difference, or a bound leaves its direction open.
    fn learn_correction(&mut self, board: &Board, known: &Assessment, found: &Entry, progress: &Progress) {
        let Some(StaticValue { bare, corrected }) = known.bare_and_corrected else {
            return;
        };
        let is_silent = match found.bound {
            Bound::Lower => found.score <= corrected,
            Bound::Upper => found.score >= corrected,
            Bound::Exact => false,
        };
        let is_tactical = progress.best_move.is_some_and(is_tactical);
        if R::CORRECTION && !is_silent && !is_tactical && !found.score.is_decisive() {
            let parameters = self.shared.parameters;
            self.memory.corrections.learn(parameters, board, found.score, bare, found.depth);
        }
    }
}
