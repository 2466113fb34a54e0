//! The values that the exact tables give inside the tree.
//!
//! A table is trusted where a capture or promotion enters it: the 50-move clock is then at zero, and no win of up to
//! four men takes longer than the rule allows. A drawn position is trusted anywhere.

use super::node_state::Node;
use super::rules::Rules;
use crate::board::Board;
use crate::score::{MAX_PLY, Score};
use crate::search::threads::worker::Worker;
use crate::tablebase::{EMBEDDED_MEN, Wdl};

impl<R: Rules> Worker<'_, R> {
    /// Returns the value of a node by Syzygy files or built results, if the last move has set the clock to zero, because only
    /// then is their result the game's.
    #[inline]
    pub(in crate::search) fn larger_table_value(&mut self, board: &Board, node: &Node) -> Option<Score> {
        let men = board.men();
        if !R::TABLEBASE || men > self.most_table_men || men <= EMBEDDED_MEN || board.halfmove_clock() > 0 {
            return None;
        }
        let exact = self.shared.exact?;
        let result = exact.larger_result(board, node.depth)?;
        self.reported.table_hits += 1;
        Some(match result {
            Wdl::Win => Score::table_win(node.ply),
            Wdl::Draw => Score::DRAW,
            Wdl::Loss => Score::table_loss(node.ply),
        })
    }

    /// Returns the exact value of a node below the root, if one of lucena's own tables knows it and can be trusted.
    #[inline]
    pub(in crate::search) fn exact_value(&mut self, board: &Board, ply: usize) -> Option<Score> {
        if !R::TABLEBASE || board.men() > EMBEDDED_MEN.min(self.most_table_men) {
            return None;
        }
        self.value_of_few_men(board, ply)
    }

    fn value_of_few_men(&mut self, board: &Board, ply: usize) -> Option<Score> {
        let exact = self.shared.exact?;
        let wdl = exact.embedded.result(board)?;
        self.reported.table_hits += 1;
        if wdl == Wdl::Draw {
            return Some(Score::DRAW);
        }
        let is_entered =
            board.halfmove_clock() == 0 && board.keys().material != self.tree.root_board.keys().material;
        if !is_entered {
            return None;
        }
        let unknown = if wdl == Wdl::Win { Score::table_win(ply) } else { Score::table_loss(ply) };
        let Some(outcome) = exact.distance(board).filter(|outcome| ply + outcome.plies as usize <= MAX_PLY)
        else {
            return Some(unknown);
        };
        let plies = ply + outcome.plies as usize;
        Some(if wdl == Wdl::Win { Score::mate_in(plies) } else { Score::mated_in(plies) })
    }
}
