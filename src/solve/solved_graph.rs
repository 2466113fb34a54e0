//! A solved graph as others ask it: the bounds of any of its positions.

use shakmaty::Color;

use super::arrangement::Arrangement;
use super::bound::Bound;
use super::graph::{Graph, GraphSize};
use super::solution::Proven;
use crate::board::Board;
use crate::tablebase::Wdl;

/// Results of all positions that a solved one can come to, as far as they were needed.
#[derive(Debug)]
pub struct SolvedGraph {
    pub(super) graph: Graph,
}

impl SolvedGraph {
    /// What was looked at.
    pub fn size(&self) -> GraphSize {
        self.graph.size()
    }

    /// Whether a position's arrangement was solved, for one side at least, or stands in tables.
    pub fn knows(&self, board: &Board) -> bool {
        let is_solved = Color::ALL.into_iter().any(|attacker| {
            let node = Arrangement::locate(board, attacker)
                .and_then(|located| self.graph.find(&located.arrangement));
            node.is_some_and(|node| self.graph.is_solved(node))
        });
        is_solved || board.men() <= self.graph.table_men()
    }

    /// Returns what is proven of a position, without the 50-move rule. Cheap: a few table look-ups.
    pub fn proven(&self, board: &Board) -> Proven {
        let (us, them) = (board.turn(), !board.turn());
        if self.graph.is_won(board, us, Bound::Least) {
            return Proven { least: Wdl::Win, most: Wdl::Win };
        }
        if self.graph.is_won(board, them, Bound::Least) {
            return Proven { least: Wdl::Loss, most: Wdl::Loss };
        }
        let most = if self.graph.is_won(board, us, Bound::Most) { Wdl::Win } else { Wdl::Draw };
        let least = if self.graph.is_won(board, them, Bound::Most) { Wdl::Loss } else { Wdl::Draw };
        Proven { least, most }
    }
}
