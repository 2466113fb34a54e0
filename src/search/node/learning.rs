//! What a searched node leaves behind in the table, the move histories and the corrections of static values.

use super::expansion::Expansion;
use super::node_state::StaticValue;
use super::ordering::is_tactical;
use super::rules::Rules;
use crate::board::PackedMove;
use crate::search::root::report::Bound;
use crate::search::table::transposition_table::Entry;
use crate::search::threads::worker::Worker;

impl<R: Rules> Worker<'_, R> {
    /// Rewards the move that refuted the position. Moves tried before it in vain lose, quiet ones only if a quiet move
    /// did better.
    pub(in crate::search) fn learn_from_cutoff(&mut self, at: &Expansion<'_>) {
        let Some(best) = at.best_move else { return };
        let Expansion { node, known, .. } = *at;
        let context = &known.context;
        let parameters = self.shared.parameters;
        let bonus = (parameters.history_bonus_factor * node.depth).min(parameters.history_bonus_maximum);
        let histories = &mut self.data.histories;
        for failed in &at.failed_captures {
            histories.reward_capture(context.side, *failed, -bonus);
        }
        if is_tactical(best) {
            return histories.reward_capture(context.side, best, bonus);
        }
        histories.add_killer(node.ply, best);
        histories.reward_quiet(context, best, bonus);
        for failed in &at.failed_quiet {
            histories.reward_quiet(context, *failed, -bonus);
        }
    }

    /// Stores the value with its bound, and learns from it how far the static value was off.
    pub(in crate::search) fn store(&mut self, at: &Expansion<'_>) {
        let Expansion { board, node, known, .. } = *at;
        let entry = Entry {
            best: at.best_move.map_or(PackedMove::NONE, PackedMove::new),
            score: at.best,
            static_value: known.raw_and_corrected.map(|known| known.raw),
            depth: node.depth,
            bound: node.window.bound_of(at.best),
        };
        self.shared.table.store(Self::table_key(board), node.ply, &entry);
        self.learn_correction(at, &entry);
    }

    /// Learns how far the static value was off, unless a capture or a mate made the difference, or a bound leaves its
    /// direction open.
    fn learn_correction(&mut self, at: &Expansion<'_>, found: &Entry) {
        let Some(StaticValue { raw, corrected }) = at.known.raw_and_corrected else {
            return;
        };
        let is_silent = match found.bound {
            Bound::Lower => found.score <= corrected,
            Bound::Upper => found.score >= corrected,
            Bound::Exact => false,
        };
        let is_tactical = at.best_move.is_some_and(is_tactical);
        if R::CORRECTION && !is_silent && !is_tactical && !found.score.is_decisive() {
            let parameters = self.shared.parameters;
            self.data.corrections.learn(parameters, at.board, found.score, raw, found.depth);
        }
    }
}
