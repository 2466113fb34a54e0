//! Asks a table in one position after another, as one of several threads, and packs what it plays.

use super::super::policy::{Chosen, Leaf, Leaves, Nodes, PackedPlan};
use super::super::truth::Standing;
use super::super::walk::{Below, Surveyed, Trees, Walk};
use crate::advice::position::step::Steps;
use crate::advice::position::view::Position;
use crate::advice::satisfy::context::{Context, Memory};
use crate::advice::satisfy::evaluate::Goals;
use crate::advice::satisfy::forcing_tree::Tree;
use crate::advice::satisfy::interpreter::Planned;
use crate::advice::satisfy::refutation_cache::RefutationCache;
use crate::advice::satisfy::subgoals::Subgoals;
use crate::advice::vocabulary::Node;

/// One thread's work.
pub(super) struct Planner<'a> {
    walk: Walk<'a>,
    subgoals: Subgoals<'a>,
    refuted: RefutationCache,
    trees: Trees,
    /// Whether a tree without a second move of ours is packed as a move alone: smaller, and its replies are found anew.
    is_lean: bool,
}

impl<'a> Planner<'a> {
    /// Returns a planner that keeps every tree.
    pub fn new(walk: Walk<'a>, subgoals: Subgoals<'a>) -> Planner<'a> {
        let refuted = RefutationCache::new(walk.table);
        Planner { walk, subgoals, refuted, trees: Trees::default(), is_lean: false }
    }

    /// Returns a planner that keeps only trees with a second move of ours.
    pub fn lean(walk: Walk<'a>, subgoals: Subgoals<'a>) -> Planner<'a> {
        Planner { is_lean: true, ..Planner::new(walk, subgoals) }
    }

    /// Returns the nodes of the trees that the plans so far need.
    pub fn nodes(&self) -> &Nodes {
        &self.trees.nodes
    }

    /// Ends the work, and returns these nodes.
    pub fn into_nodes(self) -> Nodes {
        self.trees.nodes
    }

    /// Returns what the table plays in the position at a place, if there is one, and whether the promise covers it.
    pub fn plan_at(&mut self, place: usize) -> (PackedPlan, Chosen) {
        match self.walk.positions.position(place) {
            None => (PackedPlan::ABSENT, Chosen::default()),
            Some(position) => self.plan(&position),
        }
    }

    fn plan(&mut self, position: &Position) -> (PackedPlan, Chosen) {
        match self.walk.truth.standing(position) {
            Standing::Broken => (PackedPlan::BROKEN, Chosen::default()),
            Standing::Exceeded => (PackedPlan::KEPT, Chosen::default()),
            Standing::Asked => {
                let claimed = self.walk.table.claims(position, &self.subgoals);
                let (plan, chosen) = self.asked(position);
                (plan, Chosen { claimed, ..chosen })
            }
        }
    }

    fn asked(&mut self, position: &Position) -> (PackedPlan, Chosen) {
        match self.walk.table.plan_among(position, &self.subgoals, &mut self.refuted) {
            // We are stalemated, so the draw is held.
            None if !position.has_legal_step() => (PackedPlan::KEPT, Chosen::default()),
            None => {
                let rule = self.walk.table.applying_rule(position, &self.subgoals).unwrap_or_default();
                let advice =
                    self.reached_already(rule, position).map_or(Chosen::NO_ADVICE, |advice| advice as u8);
                (PackedPlan::NO_ADVICE, Chosen { rule: rule as u8, advice, ..Chosen::default() })
            }
            Some(planned) => (self.packed(position, &planned), chosen_of(position, &planned)),
        }
    }

    /// Returns the first advice of a rule whose goal holds in a position already, so that there is nothing to play.
    fn reached_already(&self, rule: usize, position: &Position) -> Option<usize> {
        let memory = Memory::new(&self.subgoals);
        let context = Context::root(position, &memory);
        let table = self.walk.table;
        let is_reached = |advice: &usize| table.advice[*advice].goals(&context) == Goals::Reached;
        table.rules.get(rule)?.advice.iter().copied().find(is_reached)
    }

    fn packed(&mut self, position: &Position, planned: &Planned) -> PackedPlan {
        let memory = Memory::new(&self.subgoals);
        let after = position.after(planned.step);
        let context = Context { node: Node { position: &after, root: position, depth: 1 }, memory: &memory };
        let advice = &self.walk.table.advice[planned.advice];
        let below = match &planned.tree {
            Some(tree) => Below::Tree(tree),
            None if advice.better.holds(&context) => Below::Tree(&Tree::Reached),
            None => Below::Surveyed(Surveyed { advice: planned.advice, subgoals: &self.subgoals }),
        };
        if matches!(below, Below::Tree(Tree::Reached)) {
            return PackedPlan::step(planned.step);
        }
        let mut leaves = Leaves::new();
        self.walk.replies(&context, below, &mut self.trees, &mut leaves);
        if self.is_lean && !leaves.iter().any(|leaf| matches!(leaf, Leaf::GoesOn(_))) {
            return PackedPlan::step(planned.step);
        }
        PackedPlan::tree(self.trees.nodes.add(&leaves))
    }
}

fn chosen_of(position: &Position, planned: &Planned) -> Chosen {
    let mut steps = Steps::new();
    position.legal_steps(&mut steps);
    let step = steps.iter().position(|step| *step == planned.step).unwrap_or_default();
    let (rule, advice, step) = (planned.rule as u8, planned.advice as u8, step as u8);
    Chosen { rule, advice, step, claimed: false }
}
