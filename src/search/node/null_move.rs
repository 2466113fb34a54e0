//! Null move: if even passing is good enough, a real move will be.

use super::node_state::Node;
use super::pruning;
use super::rules::Rules;
use super::window::Window;
use crate::board::{Board, PackedMove};
use crate::score::Score;
use crate::search::threads::worker::{Stopped, Worker};

impl<R: Rules> Worker<'_, R> {
    /// If even passing reaches beta, a real move will (null move; Donninger 1993). Fails in zugzwang, so it is off with
    /// few pieces and where no man can move freely, and mates that it finds are not trusted. With one or two pieces it
    /// misses more than it saves: 52.8 % without it there (+19 ± 17 Elo, 400 games at 25,000 nodes a move). Under these
    /// conditions a verification search finds nothing more (781 games: equal within 6 Elo).
    pub(in crate::search) fn try_null_move(
        &mut self,
        board: &Board,
        node: &Node,
        static_value: Score,
    ) -> Result<Option<Score>, Stopped> {
        let parameters = self.shared.parameters;
        let beta = node.window.beta;
        let passed_just_now = node.ply > 0 && self.data.stack[node.ply - 1].current.is_none();
        if !R::NULL_MOVE
            || node.depth < parameters.null_move_minimum_depth
            || static_value < beta
            || beta.is_loss()
            || passed_just_now
            || (board.pieces(board.turn()).count() as i32) < parameters.null_move_minimum_pieces
            || pruning::is_near_zugzwang(parameters, board, board.turn())
        {
            return Ok(None);
        }
        let Some(passed) = board.after_null_move() else { return Ok(None) };
        let depth = node.depth - pruning::null_move_reduction(parameters, node.depth, static_value, beta);
        self.tree.history.push(board);
        self.data.stack[node.ply].current = None;
        let reply = Node {
            window: Window::null_below(beta).opposed(),
            depth,
            ply: node.ply + 1,
            kind: node.kind.opposed(),
            excluded: PackedMove::NONE,
        };
        let searched = self.search(&passed, reply);
        self.take_back();
        let score = -searched?;
        let proven = if score.is_win() { beta } else { score };
        Ok((score >= beta).then_some(proven))
    }
}
