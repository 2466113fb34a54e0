//! Scout and re-search: how far a move is searched to show whether it is better than those before it.

use super::node_state::{Node, NodeKind};
use super::reductions;
use super::rules::Rules;
use super::window::Window;
use crate::board::Board;
use crate::score::Score;
use crate::search::threads::worker::{Stopped, Worker};

/// A late move's search: the move is not expected to be the best.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct LateMove {
    /// Plies by which its first search is shallower.
    pub reduction: i32,
    /// A value far above this one is a surprise, which gets a search a ply deeper. `None` at the root, because every
    /// iteration searches deeper anyway.
    pub surprise_above: Option<Score>,
    /// Whether even a move that reaches beta is searched with the whole window. At the root it is, because its line is
    /// reported and its value opens the aspiration window.
    pub confirms_beta: bool,
}

impl<R: Rules> Worker<'_, R> {
    /// Returns the value of a move that leads to `child`, for the side that plays it. `open` is the child's node with
    /// the whole window. A late move gets that window only if scouts have shown that it is better:
    ///
    /// 1. shallower, with the null window above alpha;
    /// 2. if a shallower search beat alpha, to full depth or deeper, with the same window;
    /// 3. if that beat alpha on the principal line, with the whole window.
    pub(in crate::search) fn search_move(
        &mut self,
        child: &Board,
        open: Node,
        late: Option<LateMove>,
    ) -> Result<Score, Stopped> {
        let Some(LateMove { reduction, surprise_above, confirms_beta }) = late else {
            return Ok(-self.search(child, open)?);
        };
        let is_principal = open.kind == NodeKind::Principal;
        let Window { alpha, beta } = open.window.opposed();
        let scout = Node {
            window: Window::null_above(alpha).opposed(),
            kind: if is_principal { NodeKind::Cut } else { open.kind },
            ..open
        };
        let shallow = Node { depth: open.depth - reduction, kind: NodeKind::Cut, ..scout };
        let mut score = -self.search(child, shallow)?;
        if score > alpha && reduction > 0 {
            let parameters = self.shared.parameters;
            let is_surprise = surprise_above
                .is_some_and(|best| reductions::is_promising(parameters, score, best, reduction));
            score = -self.search(child, Node { depth: open.depth + i32::from(is_surprise), ..scout })?;
        }
        if score > alpha && is_principal && (confirms_beta || score < beta) {
            score = -self.search(child, open)?;
        }
        Ok(score)
    }
}
