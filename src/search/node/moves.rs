//! Searches a node's moves one by one: which it leaves out, how deep it searches the others, and what it notes of each.

use super::expansion::{Expansion, Tried};
use super::node_state::{Assessment, Node, NodeKind};
use super::ordering::{MovePicker, Pick, Wanted};
use super::pruning;
use super::reductions::{self, ONE_PLY};
use super::rules::Rules;
use super::scout::LateMove;
use super::window::Window;
use crate::board::{Board, PackedMove, see_at_least};
use crate::score::Score;
use crate::search::threads::worker::{Stopped, Worker};

/// What the pruning rules say of a move.
enum Pruning {
    Allows,
    LeavesOut,
    /// The position after the move decides.
    AsksOncePlayed,
}

impl<R: Rules> Worker<'_, R> {
    /// Searches the moves; `extension` is the number of plies that the table's move is searched deeper.
    pub(in crate::search) fn search_moves(
        &mut self,
        board: &Board,
        node: &Node,
        known: &Assessment,
        extension: i32,
    ) -> Result<Score, Stopped> {
        let first = known.tree.first(board).or(known.table_move);
        let mut picker = MovePicker::new(first, Wanted::All, known.context);
        let mut at = Expansion::new(board, node, known);
        let mut number = 0;
        while let Some(pick) = picker.next(board, &self.data.histories) {
            if node.excluded.is(pick.played) {
                continue;
            }
            number += 1;
            let tried = Tried { pick, number, extension: if number == 1 { extension } else { 0 } };
            let pruning = self.pruning_before(&at, tried);
            if matches!(pruning, Pruning::LeavesOut) {
                continue;
            }
            let child = self.child(board, pick.played);
            if matches!(pruning, Pruning::AsksOncePlayed)
                && self.fails_futility_when_played(&child, &at, number)
            {
                continue;
            }
            self.note_played(board, pick.played, node.ply);
            let searched = self.search_child(&child, &at, tried);
            self.take_back();
            self.note(&mut at, pick, searched?);
            if at.is_refuted() {
                self.learn_from_cutoff(&at);
                break;
            }
            at.note_failure(pick);
        }
        if !picker.has_legal_moves() {
            return Ok(if known.in_check { Score::mated_in(node.ply) } else { Score::DRAW });
        }
        if node.excluded != PackedMove::NONE {
            // If there is no other move, the excluded one is as singular as can be.
            return Ok(if at.searched == 0 { node.window.alpha } else { at.best });
        }
        self.store(&at);
        Ok(at.best)
    }

    /// Returns what the pruning rules say of a move before it is played.
    fn pruning_before(&self, at: &Expansion<'_>, tried: Tried) -> Pruning {
        let Expansion { board, node, known, .. } = *at;
        let Tried { pick, number, .. } = tried;
        let may_prune = node.ply > 0
            && !known.tree.is_on_tree()
            && !known.in_check
            && !at.best.is_loss()
            && at.searched > 0;
        if !may_prune {
            return Pruning::Allows;
        }
        let is_exempt = !pick.is_quiet
            || known.opponent_near_zugzwang
            || pruning::is_advanced_pawn_move(pick.played, board.turn().is_white())
            || at.gives_check(pick.played);
        // The cheapest test first: most moves that are left out come too late.
        if !is_exempt && (self.is_too_late(at) || self.fails_futility(at, number))
            || self.loses_too_much(at, pick)
        {
            return Pruning::LeavesOut;
        }
        if is_exempt { Pruning::Allows } else { Pruning::AsksOncePlayed }
    }

    /// The node's depth for the remaining moves.
    fn depth_left(&self, at: &Expansion<'_>) -> i32 {
        let is_improved = at.best_move.is_some() && !at.best.is_decisive();
        let is_settled =
            R::REDUCTIONS && is_improved && reductions::may_settle(self.shared.parameters, at.node.depth);
        at.node.depth - i32::from(is_settled)
    }

    fn is_too_late(&self, at: &Expansion<'_>) -> bool {
        let failed = at.failed_quiet.len();
        R::LATE_MOVE_PRUNING
            && pruning::is_too_late(self.shared.parameters, at.node.depth, failed, at.known.is_improving)
    }

    fn loses_too_much(&self, at: &Expansion<'_>, pick: Pick) -> bool {
        R::EXCHANGE_PRUNING
            && !pick.is_good_capture
            && !pruning::is_desperado(at.board, pick.played, at.alpha)
            && pruning::acceptable_loss(self.shared.parameters, at.node.depth)
                .is_some_and(|loss| !see_at_least(at.board, pick.played, loss))
    }

    /// Judges by the value before the move, which costs nothing more.
    fn fails_futility(&self, at: &Expansion<'_>, number: usize) -> bool {
        let parameters = self.shared.parameters;
        let depth = self.shared.reductions.depth_left(at.node.depth, number);
        let value = at.known.raw_and_corrected.map(|value| value.corrected);
        R::STATIC_PRUNING
            && value.is_some_and(|value| pruning::stays_below_alpha(parameters, value, at.alpha, depth))
    }

    /// Judges by the value after the move, and by the depth to which a late move would be searched.
    fn fails_futility_when_played(&mut self, child: &Board, at: &Expansion<'_>, number: usize) -> bool {
        let parameters = self.shared.parameters;
        let depth = self.shared.reductions.depth_left(at.node.depth, number);
        R::STATIC_PRUNING && depth <= parameters.static_pruning_maximum_depth && {
            let value_after = -self.static_value(child, None).corrected;
            pruning::stays_below_alpha(parameters, value_after, at.alpha, depth)
        }
    }

    /// Searches the first move with the whole window, the others only until it is clear whether they are better.
    fn search_child(&mut self, child: &Board, at: &Expansion<'_>, tried: Tried) -> Result<Score, Stopped> {
        let Expansion { node, known, .. } = *at;
        let is_principal = node.kind == NodeKind::Principal;
        let depth = self.depth_left(at);
        let open = Node {
            window: Window { alpha: at.alpha, beta: node.window.beta }.opposed(),
            depth: depth - 1 + tried.extension,
            ply: node.ply + 1,
            kind: if is_principal { NodeKind::Principal } else { node.kind.opposed() },
            excluded: PackedMove::NONE,
        };
        if at.searched == 0 || is_principal && known.tree.contains(tried.pick.played) {
            return self.search_move(child, open, None);
        }
        let late = LateMove {
            reduction: self.reduction(child, at, depth, tried),
            surprise_above: Some(at.best),
            confirms_beta: false,
        };
        self.search_move(child, open, Some(late))
    }

    /// How many plies shallower the first search of a late move is, if the node's moves are searched to `depth`.
    fn reduction(&self, child: &Board, at: &Expansion<'_>, depth: i32, tried: Tried) -> i32 {
        let Expansion { node, known, .. } = *at;
        let parameters = self.shared.parameters;
        let Tried { pick, number, .. } = tried;
        let is_reducible = R::REDUCTIONS
            && !known.opponent_near_zugzwang
            && depth >= parameters.reduction_minimum_depth
            && number > parameters.reduction_minimum_moves as usize
            && !pick.is_good_capture;
        if !is_reducible {
            return 0;
        }
        let mut reduction = self.shared.reductions.of(depth, number);
        let side = !child.turn();
        if pick.is_quiet {
            let history = self.data.histories.quiet(&known.context, pick.played);
            reduction -= history * ONE_PLY / parameters.reduction_history_divisor;
        }
        if node.kind == NodeKind::Principal {
            reduction -= ONE_PLY;
        }
        if node.kind == NodeKind::Cut {
            reduction += ONE_PLY;
        }
        if !known.is_improving {
            reduction += ONE_PLY / 2;
        }
        let is_urgent = child.is_check() || pruning::is_advanced_pawn_move(pick.played, side.is_white());
        if is_urgent {
            reduction -= ONE_PLY;
        }
        (reduction / ONE_PLY).clamp(0, depth - 2)
    }

    fn note(&mut self, at: &mut Expansion<'_>, pick: Pick, score: Score) {
        at.searched += 1;
        if score <= at.best {
            return;
        }
        at.best = score;
        if score > at.alpha {
            at.alpha = score;
            at.best_move = Some(pick.played);
            if at.node.kind == NodeKind::Principal {
                self.data.lines.extend(at.node.ply, pick.played);
            }
        }
    }
}
