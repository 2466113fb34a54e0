//! Finds the closed arrangements that must be opened to prove, or to refute, that one side wins a position.
//!
//! The walk treats what the graph assumes as known. To prove a win, it follows one assumed win of the attacker against every
//! reply; to refute it, every move of the attacker against one reply that is assumed to hold. It does not follow what is
//! already proven. The proof needs no more than the closed arrangements on its way. If opening them shows that an assumption
//! was wrong, the next walk takes another way.

use std::collections::{HashMap, HashSet};

use shakmaty::{Color, Move};

use super::arrangement::bound::{Bound, Wanted};
use super::arrangement::layout::{Arrangement, Located, MOST_SOLVED_PIECES, ProofSide};
use super::arrangement::reach::{Met, Reach, add_met};
use super::arrangement::wins::Layers;
use super::graph::{Graph, NodeId, is_followed};
use super::stop::Stop;
use crate::board::Board;

/// The most positions of one walk that has found something lacking.
const MOST_POSITIONS: usize = 100_000;
/// The most costly positions that one walk collects.
const MOST_COSTLY: usize = 512;
/// The most memory of layers that a walk keeps, in placements.
const MOST_LAYERS: usize = 1 << 20;

/// What a walk found.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// Closed arrangements, and how the walk met them.
    pub closed: HashMap<NodeId, Met>,
    /// Open arrangements whose bounds do not yet follow from those of their neighbours.
    pub stale: HashSet<NodeId>,
    /// Arrangements that are not in the graph yet.
    pub missing: HashMap<Arrangement, Met>,
    /// A way led to more pieces than the solver solves.
    pub is_outside: bool,
    /// Positions in closed arrangements that cost much or cannot be solved, with the side that may win.
    pub costly: Vec<Costly>,
}

impl Found {
    fn is_anything_lacking(&self) -> bool {
        !(self.closed.is_empty() && self.missing.is_empty() && self.costly.is_empty())
    }

    /// Adds what another walk found, or the same one later.
    pub fn add(&mut self, more: Found) {
        add_met(&mut self.closed, more.closed);
        self.stale.extend(more.stale);
        add_met(&mut self.missing, more.missing);
        self.is_outside |= more.is_outside;
        self.costly.extend(more.costly);
    }
}

/// A position in a closed arrangement that costs much or cannot be solved.
#[derive(Clone, Debug)]
pub(super) struct Costly {
    pub board: Board,
    /// The side that may win.
    pub attacker: Color,
    /// The arrangement; `None` if it is not in the graph.
    pub node: Option<NodeId>,
}

/// Where a walk has been and where it continues. Valid until something is solved again.
#[derive(Debug)]
pub(super) struct Trail {
    attacker: Color,
    is_win_assumed: bool,
    visited: HashSet<u64>,
    left: Vec<Board>,
    layers: HashMap<NodeId, Option<Layers>>,
    layers_stored: usize,
    /// A walk pauses after this many positions if it has found something lacking, which then comes first.
    most_at_once: usize,
}

impl Trail {
    /// Starts a walk from a position of which it is not proven whether the attacker wins.
    pub fn from(graph: &Graph, board: &Board, attacker: Color) -> Trail {
        Trail {
            attacker,
            is_win_assumed: graph.is_won(board, attacker, Bound::Assumed),
            visited: HashSet::from([board.keys().position]),
            left: vec![board.clone()],
            layers: HashMap::new(),
            layers_stored: 0,
            most_at_once: MOST_POSITIONS,
        }
    }

    /// The number of positions visited.
    pub fn length(&self) -> usize {
        self.visited.len()
    }
}

/// A walk in progress.
pub(super) struct Walk<'a> {
    graph: &'a Graph,
    trail: &'a mut Trail,
    /// The number of positions visited before.
    begin: usize,
    found: Found,
    stop: &'a Stop<'a>,
}

/// A move and what is known of it.
struct Choice {
    played: Move,
    board: Board,
    least: bool,
    assumed: bool,
    most: bool,
    located: Option<Located>,
}

impl<'a> Walk<'a> {
    /// Continues a walk until it has found enough or reached its end.
    pub fn along(graph: &'a Graph, trail: &'a mut Trail, stop: &'a Stop<'a>) -> Found {
        let begin = trail.visited.len();
        let mut walk = Walk { graph, trail, begin, found: Found::default(), stop };
        while !walk.is_enough()
            && !stop.is_set()
            && let Some(board) = walk.trail.left.pop()
        {
            walk.visit(&board);
        }
        walk.found
    }

    fn is_enough(&self) -> bool {
        let visited = self.trail.length() - self.begin;
        self.found.costly.len() >= MOST_COSTLY
            || (self.found.is_anything_lacking() && visited > self.trail.most_at_once)
    }

    fn go_to(&mut self, board: Board) {
        if self.trail.visited.insert(board.keys().position) {
            self.trail.left.push(board);
        }
    }

    fn visit(&mut self, board: &Board) {
        let Some(located) = Arrangement::locate(board, self.trail.attacker) else {
            self.found.is_outside = true;
            return;
        };
        let node = self.graph.find(&located.arrangement);
        let node = match node {
            _ if located.arrangement.piece_count() > MOST_SOLVED_PIECES => return self.pass(board, &located),
            None => {
                self.found.missing.entry(located.arrangement).or_default().meet(&located);
                return;
            }
            Some(node) if self.graph.is_closed_to(node, Reach::of(&located)) => {
                self.found.closed.entry(node).or_default().meet(&located);
                if located.arrangement.piece_count() > 1 {
                    self.add_costly(board, Some(node));
                }
                return;
            }
            Some(node) => node,
        };
        let choices = self.choices(board);
        let is_crowded = |choice: &Choice| {
            choice.located.is_none_or(|next| next.arrangement.piece_count() > MOST_SOLVED_PIECES)
        };
        if choices.iter().any(is_crowded) {
            // Only solving its neighbours again shows what follows such a position.
            self.found.stale.insert(node);
        }
        let goes_on = match (self.trail.is_win_assumed, located.mover) {
            (true, ProofSide::Attacker) => self.go_to_best_win(&located, node, choices),
            (true, ProofSide::Defender) => {
                self.go_to_all(choices, |choice| !choice.least, |choice| choice.assumed)
            }
            (false, ProofSide::Attacker) => {
                self.go_to_all(choices, |choice| choice.most, |choice| !choice.assumed)
            }
            (false, ProofSide::Defender) => self.go_to_best_hold(&located, choices),
        };
        if !goes_on {
            self.found.stale.insert(node);
        }
    }

    /// Handles a position with too many pieces to solve: a capture can still settle it.
    fn pass(&mut self, board: &Board, located: &Located) {
        let is_sought = |choice: &Choice| match (self.trail.is_win_assumed, located.mover) {
            (true, ProofSide::Attacker) => choice.assumed,
            (false, ProofSide::Defender) => !choice.assumed,
            _ => false,
        };
        let choices = self.choices(board);
        match choices.into_iter().find(|choice| choice.played.is_zeroing() && is_sought(choice)) {
            Some(choice) => self.go_to(choice.board),
            None => {
                self.found.is_outside = true;
                self.add_costly(board, self.graph.find(&located.arrangement));
            }
        }
    }

    fn add_costly(&mut self, board: &Board, node: Option<NodeId>) {
        self.found.costly.push(Costly { board: board.clone(), attacker: self.trail.attacker, node });
    }

    fn choices(&self, board: &Board) -> Vec<Choice> {
        let choice = |played: Move| {
            let next = board.after(played);
            let attacker = self.trail.attacker;
            let located = Arrangement::locate(&next, attacker);
            let won = self.graph.is_won_by_each(&next, attacker, located.as_ref(), Wanted::ALL);
            let least = won.contains(Bound::Least);
            let most = least || won.contains(Bound::Most);
            let assumed = least || (most && won.contains(Bound::Assumed));
            Choice { played, board: next, least, assumed, most, located }
        };
        board.legal_moves().into_iter().map(choice).collect()
    }

    /// Follows every move that is not settled; returns whether all of them are as assumed.
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

    /// Follows the winning move of the attacker that makes progress.
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

    /// Lower is better: by distance, in layers, within the arrangement or to leaving it.
    fn rank_of_win(&mut self, located: &Located, node: NodeId, choice: &Choice) -> (u32, u32) {
        if choice.played.is_zeroing() {
            let (is_closed, is_queen) = self.exit(choice);
            let is_followed =
                choice.located.is_none_or(|next| is_followed(&located.arrangement, &next.arrangement));
            let rank = if is_closed && !is_followed { u32::MAX - 1 } else { 0 };
            return (rank, 2 * u32::from(is_closed) + u32::from(!is_queen));
        }
        let Some(next) = &choice.located else { return (u32::MAX, 0) };
        let number = next.placement.number(located.arrangement.piece_count());
        let layer = self.layers(node).and_then(|layers| layers.of(ProofSide::Defender, number, next.king));
        (layer.map_or(u32::MAX, |layer| layer + 1), 0)
    }

    /// Whether a move leads into a closed arrangement, and whether it is not an underpromotion.
    fn exit(&self, choice: &Choice) -> (bool, bool) {
        let node = choice.located.as_ref().and_then(|next| self.graph.find(&next.arrangement));
        let is_closed = node.is_none_or(|node| self.graph.is_closed(node));
        let is_queen = choice.played.promotion().is_none_or(|role| role == shakmaty::Role::Queen);
        (is_closed, is_queen)
    }

    fn layers(&mut self, node: NodeId) -> Option<&Layers> {
        if !self.trail.layers.contains_key(&node) {
            let placements = self.graph.arrangement(node).placements();
            if self.trail.layers_stored + placements > MOST_LAYERS {
                self.trail.layers.clear();
                self.trail.layers_stored = 0;
            }
            self.trail.layers_stored += placements;
            let layers = self.graph.layers(node, Bound::Assumed, false, self.stop);
            self.trail.layers.insert(node, layers.ok().flatten());
        }
        self.trail.layers.get(&node)?.as_ref()
    }

    /// Follows one move of the defender that is assumed to hold, if possible to a position already visited.
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
        if self.trail.visited.contains(&choice.board.keys().position) {
            return 0;
        }
        let Some(next) = &choice.located else { return u32::MAX };
        if next.arrangement == located.arrangement {
            return 1;
        }
        match self.graph.find(&next.arrangement) {
            Some(node) if !self.graph.is_closed(node) => 2,
            _ => 3 + next.arrangement.piece_count() as u32,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// "CET" of supertorpe's suite, two pawns against two, 102: both sides get a queen.
    const RACE: &str = "8/8/6K1/6P1/6pk/p7/P7/8 w - - 0 1";

    /// The arrangements that walks of this many positions at once find lacking.
    fn lacking(most_at_once: usize) -> (usize, Vec<Arrangement>) {
        let (mut graph, stop) = (Graph::new(4), Stop::never());
        let board = Board::from_fen(RACE, false).unwrap();
        for attacker in Color::ALL {
            let located = Arrangement::locate(&board, attacker).unwrap();
            let node = graph.node(located.arrangement);
            graph.open(&[(node, Reach::of(&located))], usize::MAX, &stop);
        }
        graph.solve(1, &stop, &mut |_| {}).unwrap();
        let (mut walks, mut lacking) = (0, HashSet::new());
        for attacker in Color::ALL {
            let mut trail = Trail { most_at_once, ..Trail::from(&graph, &board, attacker) };
            while !trail.left.is_empty() {
                let found = Walk::along(&graph, &mut trail, &stop);
                let closed = found.closed.keys().map(|node| *graph.arrangement(*node));
                lacking.extend(closed.chain(found.missing.keys().copied()));
                assert!(
                    found.is_anything_lacking() || trail.left.is_empty(),
                    "a walk halted with nothing found"
                );
                walks += 1;
            }
        }
        let mut lacking: Vec<Arrangement> = lacking.into_iter().collect();
        lacking.sort_unstable();
        (walks, lacking)
    }

    #[test]
    fn a_walk_never_halts_before_it_has_met_something_and_goes_on_to_the_rest() {
        let (few, whole) = lacking(usize::MAX);
        let (many, in_steps) = lacking(1);
        assert!(many > few && !whole.is_empty());
        assert_eq!(in_steps, whole);
    }
}
