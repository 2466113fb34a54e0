//! Walks down a forcing tree, over every reply, to where it ends: there the table is asked anew, or the game is over for it.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use super::distance_table::{Ending, HELD};
use super::escape::Escape;
use super::handovers::Handovers;
use super::policy::{Leaf, Leaves, Nodes};
use super::positions::Positions;
use super::truth::Truth;
use crate::advice::language::{AdviceTable, Aim};
use crate::advice::position::position_hash::PositionHasher;
use crate::advice::position::step::{Step, Steps};
use crate::advice::position::symmetry::Turning;
use crate::advice::position::view::Position;
use crate::advice::satisfy::context::Context;
use crate::advice::satisfy::forcing_tree::Tree;
use crate::advice::satisfy::subgoals::Subgoals;

/// Walks down a forcing tree to where it ends.
#[derive(Clone, Copy)]
pub(super) struct Walk<'a> {
    pub(super) handovers: &'a Handovers<'a>,
    pub(super) table: &'a AdviceTable,
    pub(super) positions: &'a Positions,
    pub(super) truth: Truth<'a>,
}

/// What is known about the forcing tree below a node with their side to move.
#[derive(Clone, Copy)]
pub(super) enum Below<'a> {
    /// The tree.
    Tree(&'a Tree),
    /// The survey gives it.
    Surveyed(Surveyed<'a>),
}

/// A piece of advice that has been surveyed, and the subgoals to ask about it.
#[derive(Clone, Copy)]
pub(super) struct Surveyed<'a> {
    pub(super) advice: usize,
    pub(super) subgoals: &'a Subgoals<'a>,
}

/// The forcing trees of one thread.
#[derive(Default)]
pub(super) struct Trees {
    pub(super) nodes: Nodes,
    /// Nodes of trees from the survey, which are the same from every root; `None` if the tree ends.
    known: HashMap<u64, Option<u32>, BuildHasherDefault<PositionHasher>>,
}

impl Walk<'_> {
    /// Adds the positions after all replies, where the plan ends with the last move.
    pub(super) fn replies_asking(&self, position: &Position, leaves: &mut Vec<Leaf>) {
        let mut replies = Steps::new();
        position.legal_steps(&mut replies);
        leaves.extend(self.over(position, &replies).map(Leaf::Over));
        leaves.extend(replies.iter().map(|reply| self.leaf(&position.after(*reply))));
    }

    /// Adds what all replies lead to at a node with their side to move.
    pub(super) fn replies(
        &self,
        context: &Context<'_>,
        below: Below<'_>,
        trees: &mut Trees,
        leaves: &mut Leaves,
    ) {
        let mut replies = Steps::new();
        context.node.position.legal_steps(&mut replies);
        leaves.extend(self.over(context.node.position, &replies).map(Leaf::Over));
        let admitted = self.admitted(context, below);
        for reply in replies {
            let position = context.node.position.after(reply);
            let next = context.next(&position);
            let goes_on = match below {
                Below::Tree(tree) => self.in_tree(&next, tree.after(reply), trees),
                Below::Surveyed(surveyed) if admitted.contains(&reply) => {
                    self.in_survey(&next, surveyed, trees)
                }
                Below::Surveyed(_) => None,
            };
            leaves.push(goes_on.map_or_else(|| self.leaf(&position), Leaf::GoesOn));
        }
    }

    /// Returns the replies that a tree from the survey has an answer to.
    fn admitted(&self, context: &Context<'_>, below: Below<'_>) -> Steps {
        let mut admitted = Steps::new();
        if let Below::Surveyed(Surveyed { advice, .. }) = below
            && !self.table.advice[advice].better.holds(context)
        {
            self.table.advice[advice].them.steps(context, &mut admitted);
        }
        admitted
    }

    /// Returns the node of a tree that was built, with our side to move; `None` if it ends.
    fn in_tree(&self, context: &Context<'_>, tree: Option<&Tree>, trees: &mut Trees) -> Option<u32> {
        let Some(Tree::Ours(step, subtree)) = tree else { return None };
        Some(self.after(context, *step, Below::Tree(subtree), trees))
    }

    /// Returns the node of a tree from the survey, with our side to move; `None` if it ends.
    fn in_survey(&self, context: &Context<'_>, surveyed: Surveyed<'_>, trees: &mut Trees) -> Option<u32> {
        let Surveyed { advice, subgoals } = surveyed;
        let key = self.positions.space().contains(context.node.position).then(|| self.key(context, advice));
        if let Some(known) = key.and_then(|key| trees.known.get(&key)) {
            return *known;
        }
        let found = self
            .table
            .surveyed_step(advice, context, subgoals)
            .map(|step| self.after(context, step, Below::Surveyed(surveyed), trees));
        if let Some(key) = key {
            trees.known.insert(key, found);
        }
        found
    }

    /// Returns the key of a node: the position without turning the board, because the order of moves is not symmetric.
    fn key(&self, context: &Context<'_>, advice: usize) -> u64 {
        let number = self.positions.space().number(context.node.position, Turning::NONE) as u64;
        (advice as u64) << 48 | u64::from(context.node.depth) << 40 | number
    }

    fn after(&self, context: &Context<'_>, step: Step, below: Below<'_>, trees: &mut Trees) -> u32 {
        let position = context.node.position.after(step);
        let mut leaves = Leaves::new();
        self.replies(&context.next(&position), below, trees, &mut leaves);
        trees.nodes.add(&leaves)
    }

    /// Returns the leaf for a position with our side to move.
    pub(super) fn leaf(&self, position: &Position) -> Leaf {
        // Only a capture, or a promotion of ours, can have changed the material.
        if self.positions.space().contains(position) {
            // A game from a position of the proof leads to no other.
            let place = self.positions.place(position);
            return place.map_or(Leaf::Over(Err(Escape::NoAdvice)), |place| Leaf::Asks(place as u32));
        }
        match self.handovers.followed_later(self.truth, self.table, position) {
            Some((handover, number)) => Leaf::HandedOver { handover, number },
            None => Leaf::Over(self.handovers.ending(self.truth, self.table, position)),
        }
    }

    /// Returns how the game ends after a handover to a table for as many men, from the position with this number.
    pub(super) fn ending_after(&self, handover: u8, number: u32) -> Ending {
        self.handovers.ending_after(self.table, handover, number)
    }

    /// Returns how it ends if there is no reply; `None` if there is one.
    fn over(&self, position: &Position, replies: &Steps) -> Option<Ending> {
        let end = || match self.truth.aim() {
            Aim::Wins if position.is_check() => Ok(0),
            Aim::Wins => Err(Escape::Stalemate),
            Aim::Holds => Ok(HELD),
        };
        replies.is_empty().then(end)
    }
}
