//! The node that searches the root's moves.

use super::node::{Node, NodeKind};
use super::pv_tree::TreeMoves;
use super::reductions::ONE_PLY;
use super::report::Bound;
use super::rules::Rules;
use super::table::Entry;
use super::window::Window;
use super::worker::{Stopped, Worker};
use crate::board::{Board, PackedMove};
use crate::score::Score;

/// A late root move is searched so many plies deeper than a late move elsewhere would be.
const DEEPER_AT_ROOT: i32 = 2;

impl<R: Rules> Worker<'_, R> {
    /// Searches the root's moves from the given place on (those before it are the better lines of MultiPV).
    pub(super) fn search_root(&mut self, window: Window, depth: i32, first: usize) -> Result<Score, Stopped> {
        let board = self.root_board.clone();
        let tree =
            if self.shared.parameters.pv_tree { self.memory.pv_tree.moves(&board) } else { TreeMoves::new() };
        let mut alpha = window.alpha;
        let mut best = -Score::INFINITE;
        for index in first..self.root.moves.len() {
            let played = self.root.moves[index].played;
            self.tell_current_move(depth, played, index);
            self.selective_depth = 0;
            let child = self.play(&board, played, 0);
            let on_tree = tree.iter().any(|kept| kept.is(played));
            let window_left = Window { alpha, beta: window.beta };
            let nodes_before = self.nodes;
            let searched = self.search_root_move(&child, window_left, depth, index - first, on_tree);
            self.take_back();
            self.root.moves[index].nodes += self.nodes - nodes_before;
            let score = searched?;
            if score > best {
                best = score;
            }
            if score > alpha || index == first {
                self.note_root_move(index, score, window, depth);
                // From now on there is a scored move to answer with. Of several lines all are wanted.
                self.may_stop |= self.lines.searched == 1;
            } else {
                self.root.moves[index].score = -Score::INFINITE;
            }
            alpha = alpha.max(score);
            if alpha >= window.beta {
                break;
            }
        }
        self.keep_root(&board, window, depth, best, first);
        Ok(best)
    }

    fn search_root_move(
        &mut self,
        child: &Board,
        window: Window,
        depth: i32,
        number: usize,
        on_tree: bool,
    ) -> Result<Score, Stopped> {
        let open = Node {
            window: window.opposed(),
            depth: depth - 1,
            ply: 1,
            kind: NodeKind::Principal,
            on_tree,
            excluded: PackedMove::NONE,
        };
        if number == 0 || on_tree {
            return Ok(-self.search(child, open)?);
        }
        let scout = Node { window: Window::null_above(window.alpha).opposed(), kind: NodeKind::Cut, ..open };
        let reduction = self.root_reduction(child, depth, number);
        let mut score = -self.search(child, Node { depth: scout.depth - reduction, ..scout })?;
        if score > window.alpha && reduction > 0 {
            score = -self.search(child, scout)?;
        }
        if score > window.alpha {
            score = -self.search(child, open)?;
        }
        Ok(score)
    }

    /// Late root moves are reduced like others, but two plies less: what is missed here no later node makes good. Bets
    /// that the more nodes here are well spent where the best move is a surprise; wasted where it is not, so that in games
    /// it makes no difference.
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
        let line_below = self.memory.lines.at(1);
        let selective_depth = self.selective_depth;
        let root = &mut self.root.moves[index];
        root.bound = if score >= window.beta {
            Bound::Lower
        } else if score <= window.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        };
        // Of a bound no more is claimed than what was asked: a mate is shown only when its line is known.
        root.score = match root.bound {
            Bound::Lower => window.beta,
            Bound::Upper => window.alpha,
            Bound::Exact => score,
        };
        root.depth = depth;
        root.selective_depth = selective_depth;
        if root.bound != Bound::Upper {
            root.line.truncate(1);
            let room = root.line.remaining_capacity();
            root.line.extend(line_below.iter().take(room).copied());
        }
    }

    fn keep_root(&self, board: &Board, window: Window, depth: i32, best: Score, first: usize) {
        // With better lines or moves left out the best of the rest is not the position's value.
        if first > 0 || !self.shared.limits.search_moves.is_empty() {
            return;
        }
        let known = self.root.moves.iter().max_by_key(|root| root.score).filter(|_| best > window.alpha);
        let entry = Entry {
            best: known.map_or(PackedMove::NONE, |root| PackedMove::new(root.played)),
            score: best,
            static_value: self.memory.stack[0].static_value,
            depth,
            bound: if best >= window.beta {
                Bound::Lower
            } else if best > window.alpha {
                Bound::Exact
            } else {
                Bound::Upper
            },
        };
        self.shared.table.store(Self::table_key(board), 0, &entry);
    }
}
