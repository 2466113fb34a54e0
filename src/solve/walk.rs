//! Which closed arrangements have to be opened to prove, or to refute, that one side wins a position.
//!
//! What the graph assumes is followed as if it were known: to prove a win, one assumed win of the attacker against every
//! reply; to refute it, every move of the attacker against one reply that is assumed to hold. What is proven already is not
//! followed further. The closed arrangements met on the way are all that the proof lacks; where opening them shows that
//! an assumption was wrong, the next walk goes another way.

use std::collections::{HashMap, HashSet};

use shakmaty::{Color, Move};

use super::arrangement::{Arrangement, Located, MOST_SOLVED_PIECES, Side};
use super::bound::{Bound, Wanted};
use super::graph::{Graph, NodeId, is_followed};
use super::reach::{Met, Reach};
use super::retrograde::Layers;
use super::stop::Stop;
use crate::board::Board;

/// Positions of one walk, if it has met anything that is lacking by then.
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

impl Found {
    fn is_anything_lacking(&self) -> bool {
        !(self.closed.is_empty() && self.missing.is_empty() && self.costly.is_empty())
    }

    /// Takes in what another walk has found, or the same one later.
    pub fn add(&mut self, more: Found) {
        for (node, met) in more.closed {
            self.closed.entry(node).or_default().add(met);
        }
        self.stale.extend(more.stale);
        for (arrangement, met) in more.missing {
            self.missing.entry(arrangement).or_default().add(met);
        }
        self.is_outside |= more.is_outside;
        self.costly.extend(more.costly);
    }
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

/// Where a walk has been, and where it goes on: of use as long as nothing is solved again.
#[derive(Debug)]
pub(super) struct Trail {
    attacker: Color,
    is_win_assumed: bool,
    visited: HashSet<u64>,
    left: Vec<Board>,
    layers: HashMap<NodeId, Option<Layers>>,
    layers_kept: usize,
    /// A walk halts after so many positions if it has met anything that is lacking by then: that comes first.
    most_at_once: usize,
}

impl Trail {
    /// The beginning of a walk from a position in which it is not proven whether the attacker wins.
    pub fn from(graph: &Graph, board: &Board, attacker: Color) -> Trail {
        Trail {
            attacker,
            is_win_assumed: graph.is_won(board, attacker, Bound::Assumed),
            visited: HashSet::from([board.keys().position]),
            left: vec![board.clone()],
            layers: HashMap::new(),
            layers_kept: 0,
            most_at_once: MOST_POSITIONS,
        }
    }

    /// Positions that were met.
    pub fn length(&self) -> usize {
        self.visited.len()
    }
}

/// A walk on its way.
pub(super) struct Walk<'a> {
    graph: &'a Graph,
    trail: &'a mut Trail,
    /// Positions visited before.
    begin: usize,
    found: Found,
    stop: &'a Stop<'a>,
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
    /// Goes on with a walk until enough is found, or all of it is.
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
        let goes_on = match (self.trail.is_win_assumed, located.mover) {
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
        let is_sought = |choice: &Choice| match (self.trail.is_win_assumed, located.mover) {
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
        if !self.trail.layers.contains_key(&node) {
            let placements = self.graph.arrangement(node).placements();
            if self.trail.layers_kept + placements > MOST_LAYERS {
                self.trail.layers.clear();
                self.trail.layers_kept = 0;
            }
            self.trail.layers_kept += placements;
            let layers = self.graph.layers(node, Bound::Assumed, false, self.stop);
            self.trail.layers.insert(node, layers.ok().flatten());
        }
        self.trail.layers.get(&node)?.as_ref()
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
        if self.trail.visited.contains(&choice.board.keys().position) {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// "CET" of supertorpe's suite: two pawns against two, 102. Both sides come to a queen.
    const RACE: &str = "8/8/6K1/6P1/6pk/p7/P7/8 w - - 0 1";

    /// The arrangements that walks of so many positions at once find to be lacking.
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
