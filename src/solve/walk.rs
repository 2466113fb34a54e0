//! Which closed arrangements have to be opened to prove, or to refute, that one side wins a position.
//!
//! What the graph assumes is followed as if it were known: to prove a win, one assumed win of the attacker against every
//! reply; to refute it, every move of the attacker against one reply that is assumed to hold. What is proven already is not
//! followed further. The closed arrangements met on the way are all that the proof lacks; where opening them shows that
//! an assumption was wrong, the next walk goes another way.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::AtomicBool;

use shakmaty::{Color, Move};

use super::arrangement::{Arrangement, Located, MOST_SOLVED_PIECES, Side};
use super::bound::Bound;
use super::graph::{Graph, NodeId, is_followed};
use super::reach::{Met, Reach};
use super::retrograde::Layers;
use crate::board::Board;

/// A walk ends after so many positions: what was met by then comes first.
const MOST_POSITIONS: usize = 100_000;
/// Or when so many costly positions were met.
const MOST_COSTLY: usize = 512;
/// The most memory of layers that are kept while walking, in placements.
const MOST_LAYERS: usize = 1 << 20;

/// What a walk found.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// Closed arrangements, as they were met.
    pub closed: HashMap<NodeId, Met>,
    /// Open arrangements whose bounds do not yet follow from their neighbours'.
    pub stale: HashSet<NodeId>,
    /// Arrangements that are not in the graph yet.
    pub missing: HashMap<Arrangement, Met>,
    /// A way led to more pieces than are solved.
    pub is_outside: bool,
    /// Positions in arrangements that are closed and cost much, or cannot be solved, with the side that may win.
    pub costly: Vec<Costly>,
}

/// A position in an arrangement that is closed and costs much, or that cannot be solved.
#[derive(Clone, Debug)]
pub(super) struct Costly {
    pub board: Board,
    /// The side that may win.
    pub attacker: Color,
    /// The arrangement, where it is in the graph.
    pub node: Option<NodeId>,
}

/// A walk on its way.
pub(super) struct Walk<'a> {
    graph: &'a Graph,
    attacker: Color,
    is_win_assumed: bool,
    visited: HashSet<u64>,
    left: Vec<Board>,
    layers: HashMap<NodeId, Option<Layers>>,
    layers_kept: usize,
    found: Found,
    stop: &'a AtomicBool,
}

/// A move with what is known of it.
struct Choice {
    played: Move,
    board: Board,
    least: bool,
    assumed: bool,
    most: bool,
    located: Option<Located>,
}

impl<'a> Walk<'a> {
    /// Walks from a position in which it is not proven whether the attacker wins.
    pub fn from(graph: &'a Graph, board: &Board, attacker: Color, stop: &'a AtomicBool) -> Found {
        let mut walk = Walk {
            graph,
            attacker,
            is_win_assumed: graph.is_won(board, attacker, Bound::Assumed),
            visited: HashSet::new(),
            left: Vec::new(),
            layers: HashMap::new(),
            layers_kept: 0,
            found: Found::default(),
            stop,
        };
        walk.go_to(board.clone());
        while let Some(board) = walk.left.pop() {
            let is_enough = walk.visited.len() > MOST_POSITIONS || walk.found.costly.len() >= MOST_COSTLY;
            if is_enough || stop.load(std::sync::atomic::Ordering::Relaxed) {
                break;
            }
            walk.visit(&board);
        }
        walk.found
    }

    fn go_to(&mut self, board: Board) {
        if self.visited.insert(board.keys().position) {
            self.left.push(board);
        }
    }

    fn visit(&mut self, board: &Board) {
        let Some(located) = Arrangement::locate(board, self.attacker) else {
            self.found.is_outside = true;
            return;
        };
        let node = self.graph.find(&located.arrangement);
        let node = match node {
            _ if located.arrangement.pieces() > MOST_SOLVED_PIECES => return self.pass(board, &located),
            None => {
                self.found.missing.entry(located.arrangement).or_default().meet(&located);
                return;
            }
            Some(node) if self.graph.is_closed_to(node, Reach::of(&located)) => {
                self.found.closed.entry(node).or_default().meet(&located);
                if located.arrangement.pieces() > 1 {
                    self.keep_costly(board, Some(node));
                }
                return;
            }
            Some(node) => node,
        };
        let choices = self.choices(board);
        let is_crowded = |choice: &Choice| {
            choice.located.is_none_or(|next| next.arrangement.pieces() > MOST_SOLVED_PIECES)
        };
        if choices.iter().any(is_crowded) {
            // What lies behind such a position shows only when its neighbours are solved again.
            self.found.stale.insert(node);
        }
        let goes_on = match (self.is_win_assumed, located.mover) {
            (true, Side::Attacker) => self.go_to_best_win(&located, node, choices),
            (true, Side::Defender) => {
                self.go_to_all(choices, |choice| !choice.least, |choice| choice.assumed)
            }
            (false, Side::Attacker) => {
                self.go_to_all(choices, |choice| choice.most, |choice| !choice.assumed)
            }
            (false, Side::Defender) => self.go_to_best_hold(&located, choices),
        };
        if !goes_on {
            self.found.stale.insert(node);
        }
    }

    /// Too many pieces to be solved: what follows can still be settled by a capture.
    fn pass(&mut self, board: &Board, located: &Located) {
        let is_sought = |choice: &Choice| match (self.is_win_assumed, located.mover) {
            (true, Side::Attacker) => choice.assumed,
            (false, Side::Defender) => !choice.assumed,
            _ => false,
        };
        let choices = self.choices(board);
        match choices.into_iter().find(|choice| choice.played.is_zeroing() && is_sought(choice)) {
            Some(choice) => self.go_to(choice.board),
            None => {
                self.found.is_outside = true;
                self.keep_costly(board, self.graph.find(&located.arrangement));
            }
        }
    }

    fn keep_costly(&mut self, board: &Board, node: Option<NodeId>) {
        self.found.costly.push(Costly { board: board.clone(), attacker: self.attacker, node });
    }

    fn choices(&self, board: &Board) -> Vec<Choice> {
        let choice = |played: Move| {
            let next = board.after(played);
            let is_won = |bound| self.graph.is_won(&next, self.attacker, bound);
            let least = is_won(Bound::Least);
            let most = least || is_won(Bound::Most);
            let assumed = least || (most && is_won(Bound::Assumed));
            let located = Arrangement::locate(&next, self.attacker);
            Choice { played, board: next, least, assumed, most, located }
        };
        board.legal_moves().into_iter().map(choice).collect()
    }

    /// Every move that is not settled is followed. Answers whether all of them are as assumed.
    fn go_to_all(
        &mut self,
        choices: Vec<Choice>,
        is_open: impl Fn(&Choice) -> bool,
        is_as_assumed: impl Fn(&Choice) -> bool,
    ) -> bool {
        let mut all = true;
        for choice in choices.into_iter().filter(|choice| is_open(choice)) {
            all &= is_as_assumed(&choice);
            self.go_to(choice.board);
        }
        all
    }

    /// Follows one winning move of the attacker, the one that makes progress.
    fn go_to_best_win(&mut self, located: &Located, node: NodeId, choices: Vec<Choice>) -> bool {
        if choices.iter().any(|choice| choice.least) {
            return false;
        }
        let best = choices
            .into_iter()
            .filter(|choice| choice.assumed)
            .min_by_key(|choice| self.rank_of_win(located, node, choice));
        best.map(|best| self.go_to(best.board)).is_some()
    }

    /// Lower is better: first the nearest within the arrangement, as its layers tell, or what leaves it.
    fn rank_of_win(&mut self, located: &Located, node: NodeId, choice: &Choice) -> (u32, u32) {
        if choice.played.is_zeroing() {
            let (is_closed, is_queen) = self.exit(choice);
            let is_followed =
                choice.located.is_none_or(|next| is_followed(&located.arrangement, &next.arrangement));
            let rank = if is_closed && !is_followed { u32::MAX - 1 } else { 0 };
            return (rank, 2 * u32::from(is_closed) + u32::from(!is_queen));
        }
        let Some(next) = &choice.located else { return (u32::MAX, 0) };
        let number = next.placement.number(located.arrangement.pieces());
        let layer = self.layers(node).and_then(|layers| layers.of(Side::Defender, number, next.king));
        (layer.map_or(u32::MAX, |layer| layer + 1), 0)
    }

    /// Whether a move leads into a closed arrangement, and whether it does without an underpromotion.
    fn exit(&self, choice: &Choice) -> (bool, bool) {
        let node = choice.located.as_ref().and_then(|next| self.graph.find(&next.arrangement));
        let is_closed = node.is_none_or(|node| self.graph.is_closed(node));
        let is_queen = choice.played.promotion().is_none_or(|role| role == shakmaty::Role::Queen);
        (is_closed, is_queen)
    }

    fn layers(&mut self, node: NodeId) -> Option<&Layers> {
        if !self.layers.contains_key(&node) {
            let placements = self.graph.arrangement(node).placements();
            if self.layers_kept + placements > MOST_LAYERS {
                self.layers.clear();
                self.layers_kept = 0;
            }
            self.layers_kept += placements;
            let layers = self.graph.layers(node, Bound::Assumed, false, self.stop);
            self.layers.insert(node, layers.ok().flatten());
        }
        self.layers.get(&node)?.as_ref()
    }

    /// Follows one move of the defender that is assumed to hold, where it has been already if possible.
    fn go_to_best_hold(&mut self, located: &Located, choices: Vec<Choice>) -> bool {
        if choices.iter().any(|choice| !choice.most) {
            return false;
        }
        let best = choices
            .into_iter()
            .filter(|choice| !choice.assumed)
            .min_by_key(|choice| self.rank_of_hold(located, choice));
        best.map(|best| self.go_to(best.board)).is_some()
    }

    fn rank_of_hold(&self, located: &Located, choice: &Choice) -> u32 {
        if self.visited.contains(&choice.board.keys().position) {
            return 0;
        }
        let Some(next) = &choice.located else { return u32::MAX };
        if next.arrangement == located.arrangement {
            return 1;
        }
        match self.graph.find(&next.arrangement) {
            Some(node) if !self.graph.is_closed(node) => 2,
            _ => 3 + next.arrangement.pieces() as u32,
        }
    }
}
