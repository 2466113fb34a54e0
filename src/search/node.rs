//! The principal variation search node, as an outline of named steps.

use std::cell::OnceCell;

use arrayvec::ArrayVec;
use shakmaty::Move;

use super::Bound;
use super::extensions::Alternatives;
use super::histories::Context;
use super::ordering::{MovePicker, Pick, Wanted};
use super::pruning;
use super::pv_tree::TreeMoves;
use super::reductions::{self, ONE_PLY};
use super::rules::Rules;
use super::table::Entry;
use super::window::Window;
use super::worker::{StaticValue, Stopped, Worker};
use crate::board::{Board, Checks, PackedMove, exchange_reaches};
use crate::score::{MAX_PLY, Score};

/// What a node is asked: a window, a depth, and what kind of answer is expected.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub window: Window,
    /// Plies still to be searched.
    pub depth: i32,
    /// Plies from the root.
    pub ply: usize,
    pub kind: NodeKind,
    /// Whether the moves so far follow the tree of principal lines.
    pub on_tree: bool,
    /// A move that is left out, to see what the others are worth; usually none.
    pub excluded: PackedMove,
}

/// What is expected of a node (Knuth and Moore's types 1, 2 and 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NodeKind {
    /// On the line of best play: neither a static nor a table value ends it, the whole line comes back.
    Principal,
    /// One move should refute the position.
    Cut,
    /// No move should do better than alpha.
    All,
}

impl NodeKind {
    /// What is expected after a move that is not the principal one.
    fn opposed(self) -> NodeKind {
        if self == NodeKind::Cut { NodeKind::All } else { NodeKind::Cut }
    }
}

/// A node with what is known of it before its moves are searched.
pub(super) struct Assessment {
    in_check: bool,
    /// What the table knows of the position.
    pub entry: Option<Entry>,
    pub table_move: Option<Move>,
    /// The best guess of the static value, by the table's value where that says more; nothing in check.
    static_value: Option<Score>,
    /// The static value alone; nothing in check.
    bare_and_corrected: Option<StaticValue>,
    context: Context,
    is_improving: bool,
    /// Whether the opponent may soon be in zugzwang: then a quiet move can be the strongest.
    squeezes: bool,
}

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
struct Progress {
    alpha: Score,
    best: Score,
    best_move: Option<Move>,
    searched: usize,
    /// Moves that failed, as many as something is learned from.
    failed_quiet: ArrayVec<Move, 64>,
    failed_captures: ArrayVec<Move, 32>,
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
    /// The value of a position to a depth: exact inside the window, else a bound.
    pub(super) fn search(&mut self, board: &Board, node: Node) -> Result<Score, Stopped> {
        if node.depth <= 0 {
            return if R::QUIESCENCE {
                self.quiescence(board, node.window, node.ply, 0)
            } else {
                self.static_leaf(board, node.ply)
            };
        }
        self.enter(node.ply)?;
        if self.is_drawn(board, node.ply) {
            return Ok(Score::DRAW);
        }
        if let Some(score) = self.exact_value(board, node.ply) {
            return Ok(score);
        }
        if let Some(score) = self.syzygy_value(board, &node) {
            return Ok(score);
        }
        let Some(window) = self.window_with_repetition(board, node.window, node.ply) else {
            return Ok(Score::DRAW);
        };
        let Some(window) = window.within_mate_distance(node.ply) else {
            return Ok(node.window.alpha.max(Score::mated_in(node.ply)));
        };
        if node.ply >= MAX_PLY - 1 {
            return Ok(self.memory.evaluator.evaluate(board));
        }
        let node = Node { window, ..node };
        let entry = self.shared.table.probe(Self::table_key(board), node.ply);
        if let Some(score) = self.table_cutoff(board, &node, entry.as_ref()) {
            return Ok(score);
        }
        let assessment = self.assess(board, &node, entry);
        if let Some(score) = self.prune_node(board, &node, &assessment)? {
            return Ok(score);
        }
        let node = self.reduce_without_table_move(node, &assessment);
        match self.search_alternatives(board, &node, &assessment)? {
            Alternatives::Refute(score) => Ok(score),
            Alternatives::Extend(extension) => self.search_moves(board, &node, &assessment, extension),
        }
    }

    /// A leaf without quiescence: the end of the game, or the static value.
    fn static_leaf(&mut self, board: &Board, ply: usize) -> Result<Score, Stopped> {
        self.enter(ply)?;
        if self.is_drawn(board, ply) {
            return Ok(Score::DRAW);
        }
        if board.legal_moves().is_empty() {
            return Ok(if board.is_check() { Score::mated_in(ply) } else { Score::DRAW });
        }
        Ok(self.memory.evaluator.evaluate(board))
    }

    /// A value found before, where it answers the question. Never on the principal line, which has to come
    /// whole, and never near the 50-move rule, where the same position is worth something else.
    fn table_cutoff(&self, board: &Board, node: &Node, entry: Option<&Entry>) -> Option<Score> {
        let entry = entry?;
        let is_trusted = R::TABLE
            && node.excluded == PackedMove::NONE
            && node.kind != NodeKind::Principal
            && entry.depth >= node.depth
            && board.clock() < self.shared.parameters.table_clock_limit;
        (is_trusted && answers(entry, node.window)).then_some(entry.score)
    }

    fn assess(&mut self, board: &Board, node: &Node, entry: Option<Entry>) -> Assessment {
        let in_check = board.is_check();
        let bare_and_corrected = (!in_check).then(|| self.static_value(board, entry.as_ref()));
        let corrected = bare_and_corrected.map(|known| known.corrected);
        self.memory.stack[node.ply].static_value = corrected;
        let before = node.ply.checked_sub(2).and_then(|ply| self.memory.stack[ply].static_value);
        let static_value = corrected.map(|value| match entry {
            Some(entry) if says_more(&entry, value) => entry.score,
            _ => value,
        });
        Assessment {
            in_check,
            entry,
            table_move: entry.and_then(|entry| entry.best.unpack(board.position())),
            static_value,
            bare_and_corrected,
            context: self.context(board, node.ply),
            squeezes: pruning::is_near_zugzwang(self.shared.parameters, board, !board.turn()),
            is_improving: corrected.zip(before).is_some_and(|(now, before)| now > before),
        }
    }

    /// What can be said of a whole node without searching its moves.
    fn prune_node(
        &mut self,
        board: &Board,
        node: &Node,
        known: &Assessment,
    ) -> Result<Option<Score>, Stopped> {
        let Some(static_value) = known.static_value else { return Ok(None) };
        let is_open = node.kind == NodeKind::Principal || node.on_tree;
        if is_open || node.excluded != PackedMove::NONE {
            return Ok(None);
        }
        let beta = node.window.beta;
        let parameters = self.shared.parameters;
        if R::REVERSE_FUTILITY
            && pruning::stays_above_beta(parameters, static_value, beta, node.depth, known.is_improving)
            && !pruning::is_near_zugzwang(parameters, board, board.turn())
        {
            return Ok(Some(static_value));
        }
        self.try_null_move(board, node, static_value)
    }

    /// If even passing reaches beta, a real move will (null move; Donninger 1993). Fails in zugzwang, so it is off
    /// with few pieces and where nothing can move freely, all but shallow successes are verified by a search without
    /// null moves, and a mate that it finds is not believed. With one or two pieces what it misses outweighs what it
    /// saves: 52.8 % without it there (+19 ± 17 Elo, 400 games at 25,000 nodes a move).
    fn try_null_move(
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

    /// Without a table move the ordering is poor; a shallower search finds one for the next visit (internal
    /// iterative reduction; Schröder).
    fn reduce_without_table_move(&self, node: Node, known: &Assessment) -> Node {
        let is_due = R::REDUCTIONS
            && known.table_move.is_none()
            && node.kind != NodeKind::All
            && node.depth >= self.shared.parameters.internal_reduction_minimum_depth;
        Node { depth: node.depth - i32::from(is_due), ..node }
    }

    /// Searches the moves, the table's move deeper by an extension.
    fn search_moves(
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
            let searched = self.search_child(&child, node, known, &progress, tried);
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

    /// The move that refuted the position rises; those tried before it in vain sink, quiet ones only where a
    /// quiet one did better.
    fn learn_from_cutoff(&mut self, node: &Node, context: &Context, progress: &Progress) {
        let Some(best) = progress.best_move else { return };
        let parameters = self.shared.parameters;
        let bonus = (parameters.history_bonus_factor * node.depth).min(parameters.history_bonus_maximum);
        let histories = &mut self.memory.histories;
        for failed in &progress.failed_captures {
            histories.reward_capture(context.side, *failed, -bonus);
        }
        if super::ordering::is_tactical(best) {
            return histories.reward_capture(context.side, best, bonus);
        }
        histories.add_killer(node.ply, best);
        histories.reward_quiet(context, best, bonus);
        for failed in &progress.failed_quiet {
            histories.reward_quiet(context, *failed, -bonus);
        }
    }

    fn keep(&mut self, board: &Board, node: &Node, known: &Assessment, progress: &Progress) {
        let bound = if progress.best >= node.window.beta {
            Bound::Lower
        } else if progress.best_move.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let entry = Entry {
            best: progress.best_move.map_or(PackedMove::NONE, PackedMove::new),
            score: progress.best,
            static_value: known.bare_and_corrected.map(|known| known.bare),
            depth: node.depth,
            bound,
        };
        self.shared.table.store(Self::table_key(board), node.ply, &entry);
        self.learn_correction(board, known, &entry, progress);
    }
}

impl<R: Rules> Worker<'_, R> {
    /// What the search found says how far the static value was off, unless a capture or a mate made the
    /// difference, or a bound leaves its direction open.
    fn learn_correction(&mut self, board: &Board, known: &Assessment, found: &Entry, progress: &Progress) {
        let Some(StaticValue { bare, corrected }) = known.bare_and_corrected else {
            return;
        };
        let is_silent = match found.bound {
            Bound::Lower => found.score <= corrected,
            Bound::Upper => found.score >= corrected,
            Bound::Exact => false,
        };
        let is_tactical = progress.best_move.is_some_and(super::ordering::is_tactical);
        if R::CORRECTION && !is_silent && !is_tactical && !found.score.is_decisive() {
            let parameters = self.shared.parameters;
            self.memory.corrections.learn(parameters, board, found.score, bare, found.depth);
        }
    }
}

/// Whether a table entry's bound settles a window.
pub(super) fn answers(entry: &Entry, window: Window) -> bool {
    match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.score >= window.beta,
        Bound::Upper => entry.score <= window.alpha,
    }
}

/// Whether a table entry's score is a better guess than a static value.
fn says_more(entry: &Entry, static_value: Score) -> bool {
    match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.score > static_value,
        Bound::Upper => entry.score < static_value,
    }
}
