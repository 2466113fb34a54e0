//! Searches the root's moves.

use super::report::Bound;
use crate::board::{Board, PackedMove};
use crate::score::Score;
use crate::search::node::node_state::{Node, NodeKind};
use crate::search::node::reductions::ONE_PLY;
use crate::search::node::rules::Rules;
use crate::search::node::scout::LateMove;
use crate::search::node::window::Window;
use crate::search::table::transposition_table::Entry;
use crate::search::threads::worker::{Stopped, Worker};

/// A late root move is searched this many plies deeper than a late move elsewhere.
const DEEPER_AT_ROOT: i32 = 2;

impl<R: Rules> Worker<'_, R> {
    /// Searches the root's moves from index `first` on; those before it are the better lines of MultiPV.
    pub(in crate::search) fn search_root(
        &mut self,
        window: Window,
        depth: i32,
        first: usize,
    ) -> Result<Score, Stopped> {
        let board = self.tree.root_board.clone();
        let tree = self.data.pv_tree.moves(&board);
        let mut alpha = window.alpha;
        let mut best = -Score::INFINITE;
        for index in first..self.tree.root.moves.len() {
            let played = self.tree.root.moves[index].played;
            self.report_current_move(depth, played, index);
            self.reported.selective_depth = 0;
            let child = self.play(&board, played, 0);
            let window_left = Window { alpha, beta: window.beta };
            let nodes_before = self.budget.nodes;
            let is_expected_best = index == first || tree.contains(played);
            let number = (!is_expected_best).then_some(index - first);
            let searched = self.search_root_move(&child, window_left, depth, number);
            self.take_back();
            self.tree.root.moves[index].nodes += self.budget.nodes - nodes_before;
            let score = searched?;
            if score > best {
                best = score;
            }
            if score > alpha || index == first {
                self.note_root_move(index, score, window, depth);
                // From now on there is a scored move to answer with. If several lines are wanted, all are needed first.
                self.budget.may_stop |= self.reported.lines.searched == 1;
            } else {
                self.tree.root.moves[index].score = -Score::INFINITE;
            }
            alpha = alpha.max(score);
            if alpha >= window.beta {
                break;
            }
        }
        self.keep_root(&board, window, depth, best, first);
        Ok(best)
    }

    /// Searches a root move. A move that is not expected to be the best has a number, its place among the searched
    /// moves.
    fn search_root_move(
        &mut self,
        child: &Board,
        window: Window,
        depth: i32,
        late_number: Option<usize>,
    ) -> Result<Score, Stopped> {
        let open = Node {
            window: window.opposed(),
            depth: depth - 1,
            ply: 1,
            kind: NodeKind::Principal,
            excluded: PackedMove::NONE,
        };
        let late = late_number.map(|number| LateMove {
            reduction: self.root_reduction(child, depth, number),
            surprise_above: None,
            confirms_beta: true,
        });
        self.search_move(child, open, late)
    }

    /// Late root moves are reduced by two plies less than others, because no later node makes good what is missed here.
    /// Bets that the extra nodes pay where the best move is a surprise; they are wasted where it is not, so that in
    /// games it makes no difference.
    fn root_reduction(&self, child: &Board, depth: i32, number: usize) -> i32 {
        let parameters = self.shared.parameters;
        if !R::REDUCTIONS
            || depth < parameters.reduction_minimum_depth
            || number < parameters.reduction_minimum_moves as usize
            || child.is_check()
        {
            return 0;
        }
        (self.shared.reductions.of(depth, number) / ONE_PLY - DEEPER_AT_ROOT).clamp(0, depth - 2)
    }

    fn note_root_move(&mut self, index: usize, score: Score, window: Window, depth: i32) {
        let line_below = self.data.lines.at(1);
        let selective_depth = self.reported.selective_depth;
        let root = &mut self.tree.root.moves[index];
        root.bound = window.bound_of(score);
        // A bound claims no more than the window asked: a mate is shown only when its line is known.
        root.score = match root.bound {
            Bound::Lower => window.beta,
            Bound::Upper => window.alpha,
            Bound::Exact => score,
        };
        root.depth = depth;
        root.selective_depth = selective_depth;
        if root.bound != Bound::Upper {
            root.line.truncate(1);
            let space = root.line.remaining_capacity();
            root.line.extend(line_below.iter().take(space).copied());
        }
    }

    fn keep_root(&self, board: &Board, window: Window, depth: i32, best: Score, first: usize) {
        // If better lines or other moves were left out, the best of the rest is not the position's value.
        if first > 0 || !self.shared.limits.search_moves.is_empty() {
            return;
        }
        let known = self.tree.root.moves.iter().max_by_key(|root| root.score).filter(|_| best > window.alpha);
        let entry = Entry {
            best: known.map_or(PackedMove::NONE, |root| PackedMove::new(root.played)),
            score: best,
            static_value: self.data.stack[0].static_value,
            depth,
            bound: window.bound_of(best),
        };
        self.shared.table.store(Self::table_key(board), 0, &entry);
    }
}
