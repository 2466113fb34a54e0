//! Quiescence: resolves captures, promotions and, in its first plies, checks, until a static value can be trusted.

use shakmaty::{Position, Square};

use super::node_state::{StaticValue, answers, best_guess};
use super::ordering::{MovePicker, Pick, Wanted};
use super::rules::Rules;
use super::window::Window;
use crate::board::{Board, PackedMove, piece_value};
use crate::score::{MAX_PLY, Score};
use crate::search::table::transposition_table::Entry;
use crate::search::threads::worker::{Stopped, Worker};

impl<R: Rules> Worker<'_, R> {
    /// Returns the value of a position once it is quiet. `plies` counts the plies of quiescence so far.
    pub(in crate::search) fn quiescence(
        &mut self,
        board: &Board,
        window: Window,
        ply: usize,
        plies: i32,
    ) -> Result<Score, Stopped> {
        if plies == 0 {
            self.tree.quiescence_began = self.budget.nodes;
        }
        self.enter(ply)?;
        if self.is_drawn(board, ply) {
            return Ok(Score::DRAW);
        }
        if let Some(score) = self.exact_value(board, ply) {
            return Ok(score);
        }
        let Some(window) = self.window_with_repetition(board, window, ply) else {
            return Ok(Score::DRAW);
        };
        if ply >= MAX_PLY - 1 {
            return Ok(self.data.evaluator.evaluate(board));
        }
        let entry = self.shared.table.probe(Self::table_key(board), ply);
        let trusted =
            entry.as_ref().filter(|_| board.halfmove_clock() < self.shared.parameters.table_clock_limit);
        if let Some(entry) = trusted.filter(|entry| !window.is_open() && answers(entry, window)) {
            return Ok(entry.score);
        }
        let in_check = board.is_check();
        let known = (!in_check).then(|| {
            let known = self.static_value(board, entry.as_ref());
            StaticValue { corrected: stand_pat(known.corrected, trusted), ..known }
        });
        if let Some(known) = known.filter(|known| known.corrected >= window.beta) {
            return Ok(known.corrected);
        }
        self.resolve(board, window, ply, plies, known, entry.as_ref())
    }

    fn resolve(
        &mut self,
        board: &Board,
        window: Window,
        ply: usize,
        plies: i32,
        known: Option<StaticValue>,
        entry: Option<&Entry>,
    ) -> Result<Score, Stopped> {
        let static_value = known.map(|known| known.corrected);
        let mut best = static_value.unwrap_or(-Score::INFINITE);
        let mut alpha = window.alpha.max(best);
        let mut best_move = None;
        let wanted = match static_value {
            None => Wanted::All,
            Some(_) if plies < self.shared.parameters.quiescence_check_plies => Wanted::CapturesAndChecks,
            Some(_) => Wanted::Captures,
        };
        let table_move = entry
            .and_then(|entry| entry.best.unpack(board.position()))
            .filter(|played| wanted == Wanted::All || super::ordering::is_tactical(*played));
        let context = self.context(board, ply);
        let last_target = context.last_target;
        let mut picker = MovePicker::new(table_move, wanted, context);
        while let Some(pick) = picker.next(board, &self.data.histories) {
            if let Some(value) = static_value
                && (self.cannot_reach(board, pick, value, alpha) || self.is_another_fight(pick, last_target))
            {
                continue;
            }
            let child = self.play(board, pick.played, ply);
            let searched =
                self.quiescence(&child, Window { alpha, beta: window.beta }.opposed(), ply + 1, plies + 1);
            self.take_back();
            let score = -searched?;
            if score <= best {
                continue;
            }
            best = score;
            if score > alpha {
                alpha = score;
                best_move = Some(pick.played);
                if window.is_open() {
                    self.data.lines.extend(ply, pick.played);
                }
                if alpha >= window.beta {
                    break;
                }
            }
        }
        if !picker.has_legal_moves() {
            return Ok(if static_value.is_none() { Score::mated_in(ply) } else { Score::DRAW });
        }
        let entry = Entry {
            best: best_move.map_or(PackedMove::NONE, PackedMove::new),
            score: best,
            static_value: known.map(|known| known.raw),
            depth: 0,
            bound: window.bound_of(best),
        };
        self.shared.table.store(Self::table_key(board), ply, &entry);
        Ok(best)
    }

    /// Returns whether a move captures elsewhere than on the last move's square after quiescence has become a large
    /// search of its own.
    ///
    /// Bets that by then the exchange at hand decides, and that the side that dislikes it has had other captures to
    /// choose from. Ordinary positions hardly ever get that far; boards full of men that all attack each other would
    /// never end.
    fn is_another_fight(&self, pick: Pick, last_target: Option<Square>) -> bool {
        self.budget.nodes - self.tree.quiescence_began > self.shared.parameters.quiescence_nodes
            && last_target.is_some_and(|target| target != pick.played.to())
    }

    /// Returns whether a capture leaves us below alpha even if it costs nothing (delta pruning). Never true for a
    /// promotion or a check, or while alpha is a proven loss.
    fn cannot_reach(&self, board: &Board, pick: Pick, static_value: Score, alpha: Score) -> bool {
        if alpha.is_decisive() || pick.is_quiet || pick.played.is_promotion() {
            return false;
        }
        let gain = pick.played.capture().map_or(0, piece_value);
        static_value + gain + self.shared.parameters.quiescence_margin <= alpha
            // The margin does not know that capturing the last piece may be a draw or a win by material.
            && board.position().them().count() > 2
    }
}

/// Returns the value without a capture: the static value, or an earlier search's value if it says more. Bets that any
/// search sees further than an estimate; its bound holds whatever its depth. It does not take over a mate, because its
/// line would be missing.
fn stand_pat(corrected: Score, entry: Option<&Entry>) -> Score {
    best_guess(corrected, entry.filter(|entry| !entry.score.is_decisive()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::root::report::Bound;

    #[test]
    fn standing_pat_believes_a_search_where_its_bound_says_more_but_takes_over_no_mate() {
        let value = Score::centipawns(40);
        let found =
            |score, bound| Entry { best: PackedMove::NONE, score, static_value: None, depth: 3, bound };
        let high = Score::centipawns(90);
        let low = Score::centipawns(-10);
        assert_eq!(stand_pat(value, None), value);
        assert_eq!(stand_pat(value, Some(&found(high, Bound::Lower))), high);
        assert_eq!(stand_pat(value, Some(&found(low, Bound::Lower))), value);
        assert_eq!(stand_pat(value, Some(&found(low, Bound::Upper))), low);
        assert_eq!(stand_pat(value, Some(&found(high, Bound::Upper))), value);
        assert_eq!(stand_pat(value, Some(&found(low, Bound::Exact))), low);
        assert_eq!(stand_pat(value, Some(&found(Score::mate_in(5), Bound::Lower))), value);
    }
}
