//! The principal variation search node, step by step.

use super::extensions::Alternatives;
use super::node_state::{Assessment, Node, NodeKind, answers, best_guess};
use super::pruning;
use super::rules::Rules;
use crate::board::{Board, PackedMove};
use crate::score::{MAX_PLY, Score};
use crate::search::table::transposition_table::Entry;
use crate::search::threads::worker::{Stopped, Worker};

impl<R: Rules> Worker<'_, R> {
    /// Returns the value of a position to a depth: exact inside the window, otherwise a bound.
    pub(in crate::search) fn search(&mut self, board: &Board, node: Node) -> Result<Score, Stopped> {
        // 1. At depth zero, resolve the position until its static value can be trusted.
        if node.depth <= 0 {
            return if R::QUIESCENCE {
                self.quiescence(board, node.window, node.ply, 0)
            } else {
                self.static_leaf(board, node.ply)
            };
        }
        // 2. Count the node; the search ends here if it has to.
        self.enter(node.ply)?;
        // 3. The rules may end the game.
        if self.is_drawn(board, node.ply) {
            return Ok(Score::DRAW);
        }
        // 4. The exact tables may know the result.
        if let Some(score) = self.exact_value(board, node.ply) {
            return Ok(score);
        }
        if let Some(score) = self.larger_table_value(board, &node) {
            return Ok(score);
        }
        // 5. Cut off what cannot happen any more: less than a draw if a position can be repeated, and a mate later than
        // one already known.
        let Some(window) = self.window_with_repetition(board, node.window, node.ply) else {
            return Ok(Score::DRAW);
        };
        let Some(window) = window.within_mate_distance(node.ply) else {
            return Ok(node.window.alpha.max(Score::mated_in(node.ply)));
        };
        // 6. The line may have reached its greatest length.
        if node.ply >= MAX_PLY - 1 {
            return Ok(self.data.evaluator.evaluate(board));
        }
        let node = Node { window, ..node };
        // 7. An earlier search may have answered the question.
        let entry = self.shared.table.probe(Self::table_key(board), node.ply);
        if let Some(score) = self.table_cutoff(board, &node, entry.as_ref()) {
            return Ok(score);
        }
        // 8. Gather the facts that need no search.
        let assessment = self.assess(board, &node, entry);
        // 9. The static value may suffice, or even a pass.
        if let Some(score) = self.prune_node(board, &node, &assessment)? {
            return Ok(score);
        }
        // 10. Without a table move, a shallower search has to do.
        let node = self.reduce_without_table_move(node, &assessment);
        // 11. The strength of the other moves decides how deep the table's move is searched.
        let extension = match self.search_alternatives(board, &node, &assessment)? {
            Alternatives::Refute(score) => return Ok(score),
            Alternatives::Extend(extension) => extension,
        };
        // 12. Search the moves and store what was learned.
        self.search_moves(board, &node, &assessment, extension)
    }

    /// The value of a leaf without quiescence: the end of the game, or the static value.
    fn static_leaf(&mut self, board: &Board, ply: usize) -> Result<Score, Stopped> {
        self.enter(ply)?;
        if self.is_drawn(board, ply) {
            return Ok(Score::DRAW);
        }
        if board.legal_moves().is_empty() {
            return Ok(if board.is_check() { Score::mated_in(ply) } else { Score::DRAW });
        }
        Ok(self.data.evaluator.evaluate(board))
    }

    /// Returns a stored value if it answers the question. Never on the principal line, which has to be complete, and
    /// never near the 50-move rule, which changes the value of the same position.
    fn table_cutoff(&self, board: &Board, node: &Node, entry: Option<&Entry>) -> Option<Score> {
        let entry = entry?;
        let is_trusted = R::TABLE
            && node.excluded == PackedMove::NONE
            && node.kind != NodeKind::Principal
            && entry.depth >= node.depth
            && board.halfmove_clock() < self.shared.parameters.table_clock_limit;
        (is_trusted && answers(entry, node.window)).then_some(entry.score)
    }

    fn assess(&mut self, board: &Board, node: &Node, entry: Option<Entry>) -> Assessment {
        let in_check = board.is_check();
        let raw_and_corrected = (!in_check).then(|| self.static_value(board, entry.as_ref()));
        let corrected = raw_and_corrected.map(|known| known.corrected);
        self.data.stack[node.ply].static_value = corrected;
        let before = node.ply.checked_sub(2).and_then(|ply| self.data.stack[ply].static_value);
        let static_value = corrected.map(|value| best_guess(value, entry.as_ref()));
        Assessment {
            in_check,
            entry,
            table_move: entry.and_then(|entry| entry.best.unpack(board.position())),
            tree: self.data.pv_tree.moves(board),
            static_value,
            raw_and_corrected,
            context: self.context(board, node.ply),
            opponent_near_zugzwang: pruning::is_near_zugzwang(self.shared.parameters, board, !board.turn()),
            is_improving: corrected.zip(before).is_some_and(|(now, before)| now > before),
        }
    }

    /// Returns a value for a whole node without searching its moves; `None` if they have to be searched.
    fn prune_node(
        &mut self,
        board: &Board,
        node: &Node,
        known: &Assessment,
    ) -> Result<Option<Score>, Stopped> {
        let Some(static_value) = known.static_value else { return Ok(None) };
        let is_open = node.kind == NodeKind::Principal || known.tree.is_on_tree();
        if is_open || node.excluded != PackedMove::NONE {
            return Ok(None);
        }
        let beta = node.window.beta;
        let parameters = self.shared.parameters;
        if R::REVERSE_FUTILITY
            && pruning::stays_above_beta(parameters, static_value, beta, node.depth, known.is_improving)
            && !pruning::is_near_zugzwang(parameters, board, board.turn())
            && !board.has_pinned_piece(board.turn())
        {
            return Ok(Some(static_value));
        }
        self.try_null_move(board, node, static_value)
    }

    /// Without a table move the ordering is poor. A shallower search finds one for the next visit (internal iterative
    /// reduction; Schröder).
    fn reduce_without_table_move(&self, node: Node, known: &Assessment) -> Node {
        let is_due = R::REDUCTIONS
            && known.table_move.is_none()
            && node.kind != NodeKind::All
            && node.depth >= self.shared.parameters.internal_reduction_minimum_depth;
        Node { depth: node.depth - i32::from(is_due), ..node }
    }
}
