//! Null move: if even passing is good enough, a real move will be.

use super::node::Node;
use super::pruning;
use super::rules::Rules;
use super::window::Window;
use super::worker::{Stopped, Worker};
use crate::board::{Board, PackedMove};
use crate::score::Score;

impl<R: Rules> Worker<'_, R> {
    /// If even passing reaches beta, a real move will (null move; Donninger 1993). Fails in zugzwang, so it is off
    /// with few pieces and where nothing can move freely, all but shallow successes are verified by a search without
    /// null moves, and a mate that it finds is not believed. With one or two pieces what it misses outweighs what it
    /// saves: 52.8 % without it there (+19 ± 17 Elo, 400 games at 25,000 nodes a move).
    pub(super) fn try_null_move(
        &mut self,
        board: &Board,
        node: &Node,
        static_value: Score,
    ) -> Result<Option<Score>, Stopped> {
        let parameters = self.shared.parameters;
        let beta = node.window.beta;
        let passed_just_now = node.ply > 0 && self.memory.stack[node.ply - 1].current.is_none();
        if !R::NULL_MOVE
            || node.depth < parameters.null_move_minimum_depth
            || static_value < beta
            || beta.is_loss()
            || passed_just_now
            || node.ply < self.null_moves_from_ply
            || (board.pieces(board.turn()).count() as i32) < parameters.null_move_minimum_pieces
            || pruning::is_near_zugzwang(parameters, board, board.turn())
        {
            return Ok(None);
        }
        let Some(passed) = board.after_null_move() else { return Ok(None) };
        let depth = node.depth - pruning::null_move_reduction(parameters, node.depth, static_value, beta);
        self.history.push(board);
        self.memory.stack[node.ply].current = None;
        let reply = Node {
            window: Window::null_below(beta).opposed(),
            depth,
            ply: node.ply + 1,
            kind: node.kind.opposed(),
            on_tree: false,
            excluded: PackedMove::NONE,
        };
        let searched = self.search(&passed, reply);
        self.take_back();
        let score = -searched?;
        if score < beta {
            return Ok(None);
        }
        let score = if score.is_win() { beta } else { score };
        if node.depth < parameters.null_move_verification_depth || self.null_moves_from_ply > 0 {
            return Ok(Some(score));
        }
        let is_confirmed = self.verify_null_move(board, node, depth)?;
        Ok(is_confirmed.then_some(score))
    }

    /// Searches the node itself without null moves in the upper part of its tree.
    fn verify_null_move(&mut self, board: &Board, node: &Node, depth: i32) -> Result<bool, Stopped> {
        self.null_moves_from_ply = node.ply + 1 + 3 * usize::try_from(depth).unwrap_or(0) / 4;
        let window = Window::null_below(node.window.beta);
        let result = self.search(board, Node { window, depth, ..*node });
        self.null_moves_from_ply = 0;
        Ok(result? >= window.beta)
    }
}
