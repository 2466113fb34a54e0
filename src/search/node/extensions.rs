//! Singular extensions: searches a table move without an alternative deeper than the others.

use super::node_state::{Assessment, Node, NodeKind};
use super::rules::Rules;
use super::window::Window;
use crate::board::{Board, PackedMove};
use crate::score::Score;
use crate::search::root::report::Bound;
use crate::search::table::transposition_table::Entry;
use crate::search::threads::worker::{Stopped, Worker};

/// The result of a search without the table's move.
pub(in crate::search) enum Alternatives {
    /// Search the table's move this many plies deeper (negative: shallower).
    Extend(i32),
    /// Another move reaches beta, too, so the position needs no further search.
    Refute(Score),
}

impl<R: Rules> Worker<'_, R> {
    /// Searches the other moves, shallower and against a bound below the table move's value. Bets that a move is forced
    /// if all alternatives stay below it, and that its line is worth seeing deeper (Anantharaman, Campbell and Hsu
    /// 1988; in this form Stockfish's). If two moves reach beta, a search to full depth will hardly fail to (multi-cut;
    /// Björnsson and Marsland 1999). Fails where a piece shuffles: each return looks forced, and the tree explodes. It
    /// is therefore off there, and far below the depth of the iteration.
    pub(in crate::search) fn search_alternatives(
        &mut self,
        board: &Board,
        node: &Node,
        known: &Assessment,
    ) -> Result<Alternatives, Stopped> {
        let Some(entry) = known.entry.filter(|entry| self.may_be_singular(board, node, known, entry)) else {
            return Ok(Alternatives::Extend(0));
        };
        let parameters = self.shared.parameters;
        let bound = entry.score - parameters.singular_margin * node.depth / 16;
        let others = Node {
            window: Window::null_below(bound),
            depth: (node.depth - 1) / 2,
            kind: if node.kind == NodeKind::Principal { NodeKind::All } else { node.kind },
            excluded: entry.best,
            ..*node
        };
        let value = self.search(board, others)?;
        let is_principal = node.kind == NodeKind::Principal;
        Ok(if value < bound {
            let is_far = !is_principal && value < bound - parameters.singular_double_margin;
            Alternatives::Extend(1 + i32::from(is_far))
        } else if !is_principal && value >= node.window.beta && !value.is_decisive() {
            Alternatives::Refute(value)
        } else {
            Alternatives::Extend(-i32::from(entry.score >= node.window.beta))
        })
    }

    fn may_be_singular(&self, board: &Board, node: &Node, known: &Assessment, entry: &Entry) -> bool {
        let parameters = self.shared.parameters;
        R::EXTENSIONS
            && node.excluded == PackedMove::NONE
            && !known.tree.is_on_tree()
            && known.table_move.is_some()
            && node.depth >= parameters.singular_minimum_depth
            && node.ply < 2 * self.tree.iteration
            && entry.depth >= node.depth - parameters.singular_entry_gap
            && entry.bound != Bound::Upper
            && !entry.score.is_decisive()
            && !self.is_shuffling(board, node, known)
    }

    /// Returns whether a piece goes back to where it was before its side's last move, after a while without a capture
    /// or pawn move.
    fn is_shuffling(&self, board: &Board, node: &Node, known: &Assessment) -> bool {
        let Some(before) = node.ply.checked_sub(2).and_then(|ply| self.data.stack[ply].current) else {
            return false;
        };
        board.halfmove_clock() >= self.shared.parameters.singular_clock_limit
            && known.table_move.is_some_and(|played| {
                played.from() == Some(before.to()) && before.from() == Some(played.to())
            })
    }
}
