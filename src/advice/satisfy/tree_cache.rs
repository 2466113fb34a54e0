//! Remembers for a search which nodes it has visited, which others have refuted, and which are known not to be satisfiable.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::rc::Rc;

use super::forcing_tree::Tree;
use super::refutation_cache::FromRoot;
use super::satisfaction::{AnswerCache, Recalled, Witness};
use super::subgoals::Subgoals;
use crate::advice::position::position_hash::PositionHasher;
use crate::advice::position::step::Step;
use crate::advice::position::view::Position;

/// Nodes whose outcome is known: moves in another order can lead to the same position.
type KnownNodes = HashMap<(Position, u32), Option<Rc<Tree>>, BuildHasherDefault<PositionHasher>>;

/// The first depth, in plies, at which two orders of moves can lead to one position.
const FIRST_MEETING: u32 = 3;

/// The nodes of one search, whose number is limited.
pub(in crate::advice) struct TreeCache<'a> {
    nodes: u64,
    /// The most nodes; beyond them nothing counts as satisfiable.
    most: u64,
    known: KnownNodes,
    /// What other searches have refuted, if it can be used.
    refuted: Option<FromRoot<'a>>,
    /// What is remembered about the advice, if it can be used.
    filter: Option<Filter<'a>>,
}

/// Decides which nodes are worth looking at.
struct Filter<'a> {
    subgoals: &'a Subgoals<'a>,
    advice: usize,
    root: &'a Position,
}

impl<'a> TreeCache<'a> {
    /// Returns a cache for a single search, which looks only at satisfiable nodes if answers about the advice are remembered.
    pub fn filtered(
        most: u64,
        subgoals: &'a Subgoals<'a>,
        advice: usize,
        root: &'a Position,
    ) -> TreeCache<'a> {
        let filter = subgoals.remembers(advice).then_some(Filter { subgoals, advice, root });
        TreeCache { nodes: 0, most, known: KnownNodes::default(), refuted: None, filter }
    }

    /// Returns a cache for one of many searches, which share refuted nodes.
    pub fn sharing(most: u64, refuted: Option<FromRoot<'a>>) -> TreeCache<'a> {
        TreeCache { nodes: 0, most, known: KnownNodes::default(), refuted, filter: None }
    }

    /// Returns how many nodes have been looked at, sorted moves included.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    #[inline]
    fn is_filtered_out(&self, position: &Position, depth: u32) -> bool {
        self.filter
            .as_ref()
            .is_some_and(|filter| !filter.subgoals.satisfiable(filter.advice, filter.root, position, depth))
    }
}

impl AnswerCache for TreeCache<'_> {
    type Witness = Tree;
    /// The key of the node among the refuted ones.
    type Place = Option<u64>;

    #[inline]
    fn recall(&mut self, position: &Position, depth: u32) -> Recalled<Tree, Option<u64>> {
        let key = self.refuted.as_ref().and_then(|refuted| refuted.key(position, depth));
        if let (Some(refuted), Some(key)) = (&self.refuted, key)
            && refuted.contains(key)
        {
            return Recalled::Known(None);
        }
        if depth >= FIRST_MEETING
            && let Some(known) = self.known.get(&(*position, depth))
        {
            return Recalled::Known(known.as_deref().cloned());
        }
        self.nodes += 1;
        if self.is_filtered_out(position, depth) {
            self.store(key, position, depth, None);
            return Recalled::Known(None);
        }
        if self.nodes > self.most {
            return Recalled::Known(None);
        }
        Recalled::Open { image: None, place: key }
    }

    #[inline]
    fn store(&mut self, key: Option<u64>, position: &Position, depth: u32, found: Option<&Tree>) {
        if depth >= FIRST_MEETING && (found.is_some() || self.refuted.is_none()) {
            self.known.insert((*position, depth), found.cloned().map(Rc::new));
        }
        // What was given up for lack of nodes is not refuted.
        if let (Some(refuted), Some(key)) = (&mut self.refuted, key)
            && found.is_none()
            && self.nodes <= self.most
        {
            refuted.insert(key);
        }
    }

    #[inline]
    fn count_ordered(&mut self, moves: usize) {
        self.nodes += moves as u64;
    }
}

impl Witness for Tree {
    type Replies = Vec<(Step, Tree)>;

    fn reached() -> Tree {
        Tree::Reached
    }

    fn ours(step: Step, below: Tree) -> Tree {
        Tree::Ours(step, Box::new(below))
    }

    fn add_reply(replies: &mut Vec<(Step, Tree)>, reply: Step, below: Tree) {
        replies.push((reply, below));
    }

    fn theirs(replies: Vec<(Step, Tree)>) -> Tree {
        Tree::Theirs(replies)
    }
}
