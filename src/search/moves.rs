//! A node's moves one by one: which are left out, how deep the others are searched, and what came of them.

use std::cell::OnceCell;

use arrayvec::ArrayVec;
use shakmaty::Move;

use super::node::{Assessment, Node, NodeKind};
use super::ordering::{MovePicker, Pick, Wanted};
use super::pruning;
use super::pv_tree::TreeMoves;
use super::reductions::{self, ONE_PLY};
use super::rules::Rules;
use super::window::Window;
use super::worker::{Stopped, Worker};
use crate::board::{Board, Checks, PackedMove, exchange_reaches};
use crate::score::Score;

/// A move whose turn it is.
#[derive(Clone, Copy)]
struct Tried {
    pick: Pick,
    /// Its place among the node's moves, from 1.
    number: usize,
    on_tree: bool,
    /// Plies that it is searched deeper.
    extension: i32,
}

/// What the moves searched so far gave.
pub(super) struct Progress {
    alpha: Score,
    pub best: Score,
    pub best_move: Option<Move>,
    searched: usize,
    /// Moves that failed, as many as something is learned from.
    pub failed_quiet: ArrayVec<Move, 64>,
    pub failed_captures: ArrayVec<Move, 32>,
    /// How the side to move can give check, once that was asked.
    checks: OnceCell<Option<Checks>>,
}

impl Progress {
    fn gives_check(&self, board: &Board, played: Move) -> bool {
        let checks = self.checks.get_or_init(|| Checks::new(board));
        checks.is_some_and(|checks| checks.gives_check(board, played))
    }
}

impl<R: Rules> Worker<'_, R> {
    /// Searches the moves, the table's move deeper by an extension.
    pub(super) fn search_moves(
        &mut self,
        board: &Board,
        node: &Node,
        known: &Assessment,
        extension: i32,
    ) -> Result<Score, Stopped> {
        let tree = if node.on_tree { self.memory.pv_tree.moves(board) } else { TreeMoves::new() };
        let first = tree.first().and_then(|kept| kept.unpack(board.position())).or(known.table_move);
        let mut picker = MovePicker::new(first, Wanted::All, known.context);
        let mut progress = Progress {
            alpha: node.window.alpha,
            best: -Score::INFINITE,
            best_move: None,
            searched: 0,
            failed_quiet: ArrayVec::new(),
            failed_captures: ArrayVec::new(),
            checks: OnceCell::new(),
        };
        let mut number = 0;
        while let Some(pick) = picker.next(board, &self.memory.histories) {
            if node.excluded.is(pick.played) {
                continue;
            }
            number += 1;
            let on_tree = tree.iter().any(|kept| kept.is(pick.played));
            let extension = if number == 1 { extension } else { 0 };
            let tried = Tried { pick, number, on_tree, extension };
            let Some(child) = self.play_unless_pruned(board, node, known, &progress, tried) else { continue };
            let rest = Node { depth: self.depth_left(node, &progress), ..*node };
            let searched = self.search_child(&child, &rest, known, &progress, tried);
            self.take_back();
            self.note(node, &mut progress, pick, searched?);
            if progress.alpha >= node.window.beta {
                self.learn_from_cutoff(node, &known.context, &progress);
                break;
            }
            // Beyond so many failures nothing more is learned from them.
            let _ = if pick.is_quiet {
                progress.failed_quiet.try_push(pick.played)
            } else {
                progress.failed_captures.try_push(pick.played)
            };
        }
        if !picker.has_legal_moves() {
            return Ok(if known.in_check { Score::mated_in(node.ply) } else { Score::DRAW });
        }
        if node.excluded != PackedMove::NONE {
            // Without any other move the excluded one is as singular as can be.
            return Ok(if progress.searched == 0 { node.window.alpha } else { progress.best });
        }
        self.keep(board, node, known, &progress);
        Ok(progress.best)
    }

    /// Plays a move, or leaves it out by one of the pruning rules.
    fn play_unless_pruned(
        &mut self,
        board: &Board,
        node: &Node,
        known: &Assessment,
        progress: &Progress,
        tried: Tried,
    ) -> Option<Board> {
        let Tried { pick, number, .. } = tried;
        let may_prune = node.ply > 0
            && !node.on_tree
            && !known.in_check
            && !progress.best.is_loss()
            && progress.searched > 0;
        if !may_prune {
            return Some(self.play(board, pick.played, node.ply));
        }
        let is_exempt = !pick.is_quiet
            || known.squeezes
            || pruning::is_advanced_pawn_move(pick.played, board.turn().is_white())
            || progress.gives_check(board, pick.played);
        // The cheapest question first: most moves that are left out are so because they come late.
        if !is_exempt && self.is_too_late(node, known, progress)
            || self.loses_too_much(board, node, progress, pick)
        {
            return None;
        }
        let child = board.after(pick.played);
        self.shared.table.prefetch(Self::table_key(&child));
        if !is_exempt && self.is_hopeless(&child, node, number, progress.alpha) {
            return None;
        }
        self.history.push(board);
        self.memory.stack[node.ply].current = Some(pick.played);
        Some(child)
    }

    /// The node's depth for the moves that are left.
    fn depth_left(&self, node: &Node, progress: &Progress) -> i32 {
        let is_improved = progress.best_move.is_some() && !progress.best.is_decisive();
        node.depth
            - i32::from(
                R::REDUCTIONS && is_improved && reductions::may_settle(self.shared.parameters, node.depth),
            )
    }

    fn is_too_late(&self, node: &Node, known: &Assessment, progress: &Progress) -> bool {
        let failed = progress.failed_quiet.len();
        R::LATE_MOVE_PRUNING
            && pruning::is_too_late(self.shared.parameters, node.depth, failed, known.is_improving)
    }

    fn loses_too_much(&self, board: &Board, node: &Node, progress: &Progress, pick: Pick) -> bool {
        R::EXCHANGE_PRUNING
            && !pick.is_good_capture
            && !pruning::is_desperado(board, pick.played, progress.alpha)
            && pruning::acceptable_loss(self.shared.parameters, node.depth)
                .is_some_and(|loss| !exchange_reaches(board, pick.played, loss))
    }

    /// Judged by the depth that a late move would be searched to.
    fn is_hopeless(&mut self, child: &Board, node: &Node, number: usize, alpha: Score) -> bool {
        let parameters = self.shared.parameters;
        let depth = self.shared.reductions.depth_left(node.depth, number);
        R::STATIC_PRUNING && depth <= parameters.static_pruning_maximum_depth && {
            let value_after = -self.static_value(child, None).corrected;
            pruning::stays_below_alpha(parameters, value_after, alpha, depth)
        }
    }

    /// The first move with the whole window, the others only as far as needed to tell whether they are better.
    fn search_child(
        &mut self,
        child: &Board,
        node: &Node,
        known: &Assessment,
        progress: &Progress,
        tried: Tried,
    ) -> Result<Score, Stopped> {
        let depth = node.depth - 1 + tried.extension;
        let ply = node.ply + 1;
        let is_principal = node.kind == NodeKind::Principal;
        let open = Node {
            window: Window { alpha: progress.alpha, beta: node.window.beta }.opposed(),
            depth,
            ply,
            kind: if is_principal { NodeKind::Principal } else { node.kind.opposed() },
            on_tree: tried.on_tree,
            excluded: PackedMove::NONE,
        };
        if progress.searched == 0 || tried.on_tree && is_principal {
            return Ok(-self.search(child, open)?);
        }
        let scout =
            Node { window: Window::null_above(progress.alpha).opposed(), kind: node.kind.opposed(), ..open };
        let reduction = self.reduction(child, node, known, tried);
        let mut score =
            -self.search(child, Node { depth: depth - reduction, kind: NodeKind::Cut, ..scout })?;
        if score > progress.alpha && reduction > 0 {
            let parameters = self.shared.parameters;
            let more = reductions::is_promising(parameters, score, progress.best, reduction);
            score = -self.search(child, Node { depth: depth + i32::from(more), ..scout })?;
        }
        if score > progress.alpha && is_principal && score < node.window.beta {
            score = -self.search(child, open)?;
        }
        Ok(score)
    }

    /// How many plies shallower a late move is searched first.
    fn reduction(&self, child: &Board, node: &Node, known: &Assessment, tried: Tried) -> i32 {
        let parameters = self.shared.parameters;
        let Tried { pick, number, .. } = tried;
        let is_reducible = R::REDUCTIONS
            && !known.squeezes
            && node.depth >= parameters.reduction_minimum_depth
            && number > parameters.reduction_minimum_moves as usize
            && !pick.is_good_capture;
        if !is_reducible {
            return 0;
        }
        let mut reduction = self.shared.reductions.of(node.depth, number);
        let side = !child.turn();
        if pick.is_quiet {
            let history = self.memory.histories.quiet(&known.context, pick.played);
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
        (reduction / ONE_PLY).clamp(0, node.depth - 2)
    }

    fn note(&mut self, node: &Node, progress: &mut Progress, pick: Pick, score: Score) {
        progress.searched += 1;
        if score <= progress.best {
            return;
        }
        progress.best = score;
        if score > progress.alpha {
            progress.alpha = score;
            progress.best_move = Some(pick.played);
            if node.kind == NodeKind::Principal {
                self.memory.lines.extend(node.ply, pick.played);
            }
        }
    }
}
