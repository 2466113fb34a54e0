//! The root's moves: their values, their lines, and the node that searches them.

use shakmaty::Move;

use super::exact::agreeing_with;
use super::histories::{Context, Histories};
use super::line::Line;
use super::node::{Node, NodeKind};
use super::ordering::{MovePicker, Wanted};
use super::pv_tree::TreeMoves;
use super::reductions::ONE_PLY;
use super::rules::Rules;
use super::table::Entry;
use super::window::Window;
use super::worker::{Stopped, Worker};
use super::{Bound, Report};
use crate::board::{Board, PackedMove};
use crate::score::Score;
use crate::tablebase::Wdl;

/// Seconds of search after which the current move is told.
const TELL_CURRENT_MOVE_AFTER: u64 = 3;

/// A late root move is searched so many plies deeper than a late move elsewhere would be.
const DEEPER_AT_ROOT: i32 = 2;

/// A root move with what is known of it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub played: Move,
    /// The last value found; minus infinity where it is only known not to be among the best.
    pub score: Score,
    pub bound: Bound,
    /// Depth of the iteration that found it.
    pub depth: i32,
    /// Value at the end of the last iteration.
    pub previous: Score,
    pub line: Line,
    pub selective_depth: usize,
    /// Nodes below it, in this thread.
    pub nodes: u64,
    /// What it leads to by the exact tables, where they know.
    pub result: Option<Wdl>,
}

impl RootMove {
    /// The score as it is told: never against what the exact tables say of the move.
    pub fn told_score(&self) -> Score {
        agreeing_with(self.result, self.score)
    }
}

/// The root's moves, best first once an iteration is done.
#[derive(Clone, Debug, Default)]
pub(super) struct RootMoves {
    pub moves: Vec<RootMove>,
}

impl RootMoves {
    /// All legal moves, or those asked for.
    pub fn new(board: &Board, asked: &[Move]) -> RootMoves {
        let chosen =
            board.all_legal_moves().into_iter().filter(|played| asked.is_empty() || asked.contains(played));
        let moves = chosen.map(|played| RootMove {
            played,
            score: -Score::INFINITE,
            bound: Bound::Exact,
            depth: 0,
            previous: -Score::INFINITE,
            line: Line::from_iter([played]),
            selective_depth: 0,
            nodes: 0,
            result: None,
        });
        RootMoves { moves: moves.collect() }
    }

    /// The first order, before anything is searched: as an inner node would try them.
    pub fn order(
        &mut self,
        board: &Board,
        table_move: Option<Move>,
        histories: &Histories,
        context: Context,
    ) {
        let mut picker = MovePicker::new(table_move, Wanted::All, context);
        let mut order = Vec::new();
        while let Some(pick) = picker.next(board, histories) {
            order.push(pick.played);
        }
        let place = |root: &RootMove| order.iter().position(|played| *played == root.played);
        // What an inner node would not even look at comes last.
        self.moves.sort_by_key(|root| place(root).unwrap_or(order.len()));
    }

    /// Begins an iteration: what was found becomes what was found before.
    pub fn begin_iteration(&mut self) {
        for root in &mut self.moves {
            root.previous = root.score;
        }
    }

    /// After a search that was cut off while it looked for the line at this place: the better lines of this iteration
    /// stand, and behind them come the others as the last iteration left them. None of these can be worth more than
    /// the last line that stands, which was the best of all that were left.
    pub fn fall_back(&mut self, place: usize, finished: &[RootMove], lines: usize) {
        self.sort_lines(place);
        let most = place.checked_sub(1).map(|last| self.moves[last].score);
        let (standing, others) = self.moves.split_at_mut(place);
        let kept = finished.iter().filter(|kept| standing.iter().all(|root| root.played != kept.played));
        for (other, kept) in others.iter_mut().zip(kept) {
            *other = kept.clone();
            let is_unknown = other.score == -Score::INFINITE;
            if let Some(most) = most.filter(|most| is_unknown || other.score > *most) {
                other.score = most;
                other.bound = Bound::Upper;
            }
        }
        self.sort_lines(lines);
    }

    /// Best first, as they are told: later lines may have turned out better than earlier ones.
    pub fn sort_lines(&mut self, lines: usize) {
        self.moves[..lines].sort_by_key(|root| std::cmp::Reverse((root.told_score(), root.score)));
    }

    /// Best first from the given place on; equal ones keep their order.
    pub fn sort_from(&mut self, first: usize) {
        self.moves[first..].sort_by_key(|root| std::cmp::Reverse((root.score, root.previous)));
    }
}

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

    fn tell_current_move(&self, depth: i32, current: Move, index: usize) {
        if self.thread == 0 && self.shared.started.elapsed().as_secs() >= TELL_CURRENT_MOVE_AFTER {
            let report = Report::CurrentMove { depth: depth as u32, current, number: index + 1 };
            self.shared.sink.accept(report);
        }
    }
}
