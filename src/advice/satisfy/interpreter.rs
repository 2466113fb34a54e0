//! Finds the advice for a position: the first rule that applies, its first satisfiable advice, the forcing tree.
//!
//! It knows nothing about particular endings. The semantics are Bratko and Michie's; docs/advice.md describes them.

use std::convert::Infallible;

use super::context::{Context, Memory};
use super::forcing_tree::{Advised, Tree};
use super::refutation_cache::RefutationCache;
use super::satisfaction::{AnswerCache, Evaluator, Recalled, Witness};
use super::subgoals::Subgoals;
use super::tree_cache::TreeCache;
use crate::advice::language::AdviceTable;
use crate::advice::position::side::Side;
use crate::advice::position::step::Step;
use crate::advice::position::symmetry::Turning;
use crate::advice::position::view::Position;
use crate::advice::vocabulary::Node;

/// What a table plays in one of many positions.
pub(in crate::advice) struct Planned {
    pub(in crate::advice) rule: usize,
    pub(in crate::advice) advice: usize,
    pub(in crate::advice) step: Step,
    /// What follows it; `None` if the advice was surveyed: the survey then has the answer.
    pub(in crate::advice) tree: Option<Tree>,
}

/// A search gives up a piece of advice after this many nodes as not satisfiable, so that no table can hold up a game.
pub(in crate::advice) const MOST_NODES: u64 = 20_000_000;

impl AdviceTable {
    fn rule_among(&self, position: &Position, memory: &Memory<'_>) -> Option<usize> {
        let context = Context::root(position, memory);
        self.rules.iter().position(|rule| rule.condition.holds(&context))
    }

    /// Returns the advice for a position with our side to move; `None` if none is satisfiable.
    ///
    /// It skips advice whose better goal already holds at the root, because there is nothing to do.
    pub fn advise(&self, position: &Position) -> Option<Advised> {
        let (seen, turning) = self.seen(position);
        Some(turning.back().advised(self.advise_on(&seen, Budget::EachAdvice)?))
    }

    /// Returns the same, or `None` after this many nodes of search, for callers whose clock is running.
    pub fn advise_within(&self, position: &Position, nodes: u64) -> Option<Advised> {
        let (seen, turning) = self.seen(position);
        Some(turning.back().advised(self.advise_on(&seen, Budget::All(nodes))?))
    }

    /// Returns the same where rule, advice and move are known; searches only for the forcing tree below the move.
    pub(in crate::advice) fn advise_as(
        &self,
        position: &Position,
        rule: usize,
        advice: usize,
        step: Step,
    ) -> Option<Advised> {
        let tree = self.tree_below(position, advice, step, &Subgoals::new(self))?;
        Some(Advised { rule, advice, step, tree })
    }

    /// Returns the forcing tree below a move that a piece of advice is known to play.
    pub(in crate::advice) fn tree_below(
        &self,
        position: &Position,
        advice: usize,
        step: Step,
        subgoals: &Subgoals<'_>,
    ) -> Option<Tree> {
        if self.is_asked_anew(advice) {
            return Some(Tree::Reached);
        }
        let (seen, turning) = self.seen(position);
        let step = turning.step(step);
        let memory = Memory::new(subgoals);
        let mut search = self.search(advice, &seen, &memory, subgoals, MOST_NODES)?;
        Some(turning.back().tree(search.satisfy(&seen.after(step), 1)?))
    }

    /// Returns the forcing tree of one piece of advice from a root; `None` if it is not satisfiable there.
    pub fn satisfy(&self, advice: usize, root: &Position) -> Option<Tree> {
        self.satisfy_knowing(advice, root, &Subgoals::new(self))
    }

    /// Returns the same, with what is already known about other advice.
    pub(in crate::advice) fn satisfy_knowing(
        &self,
        advice: usize,
        root: &Position,
        subgoals: &Subgoals<'_>,
    ) -> Option<Tree> {
        let (seen, turning) = self.seen(root);
        let memory = Memory::new(subgoals);
        if self.is_asked_anew(advice) {
            let step = self.step_asked_anew(advice, &Context::root(&seen, &memory), subgoals)?;
            return Some(Tree::Ours(turning.back().step(step), Box::new(Tree::Reached)));
        }
        let tree = self.search(advice, &seen, &memory, subgoals, MOST_NODES)?.satisfy(&seen, 0)?;
        Some(turning.back().tree(tree))
    }

    /// Returns whether a piece of advice has no forcing tree, because it is asked anew after every reply.
    fn is_asked_anew(&self, advice: usize) -> bool {
        self.advice.get(advice).is_some_and(|known| known.is_endless() || known.is_soonest())
    }

    /// Returns our move by such advice at the root; `None` if it is not satisfiable, or there is nothing to do.
    fn step_asked_anew(&self, advice: usize, root: &Context<'_>, subgoals: &Subgoals<'_>) -> Option<Step> {
        if self.advice.get(advice)?.is_endless() {
            subgoals.endless_step(advice, root.node.position)
        } else {
            self.surveyed_step(advice, root, subgoals)
        }
    }

    /// Returns a search for the forcing tree of a piece of advice. If answers about it are remembered, the search looks
    /// only at satisfiable nodes.
    fn search<'a>(
        &'a self,
        advice: usize,
        root: &'a Position,
        memory: &'a Memory<'a>,
        subgoals: &'a Subgoals<'a>,
        most_nodes: u64,
    ) -> Option<Evaluator<'a, TreeCache<'a>>> {
        let cache = TreeCache::filtered(most_nodes, subgoals, advice, root);
        Some(Evaluator { advice: self.advice.get(advice)?, root, memory, cache })
    }

    /// Returns the position as the table sees it, and the turning that leads there.
    fn seen(&self, position: &Position) -> (Position, Turning) {
        if self.symmetric { position.canonical() } else { (*position, Turning::NONE) }
    }

    /// Returns whether the promise may cover a position with our side to move, by what it says without asking about advice.
    pub(in crate::advice) fn may_claim(&self, position: &Position, subgoals: &Subgoals<'_>) -> bool {
        let memory = Memory::new(subgoals);
        self.promise.part.as_ref().is_none_or(|part| part.may_hold(&Context::root(position, &memory)))
    }

    /// Returns whether the promise covers a position with our side to move, provided that it can be kept there.
    pub(in crate::advice) fn claims(&self, position: &Position, subgoals: &Subgoals<'_>) -> bool {
        let memory = Memory::new(subgoals);
        self.promise.part.as_ref().is_none_or(|part| part.holds(&Context::root(position, &memory)))
    }

    /// Returns the rule that applies in one of many positions.
    pub(in crate::advice) fn applying_rule(
        &self,
        position: &Position,
        subgoals: &Subgoals<'_>,
    ) -> Option<usize> {
        self.rule_among(position, &Memory::new(subgoals))
    }

    /// Returns what the table plays in one of many positions of its material, without turning the board. It reuses what was
    /// refuted from other roots, and looks up what was surveyed.
    pub(in crate::advice) fn plan_among(
        &self,
        position: &Position,
        subgoals: &Subgoals<'_>,
        refuted: &mut RefutationCache,
    ) -> Option<Planned> {
        let memory = Memory::new(subgoals);
        let root = Context::root(position, &memory);
        let rule = self.rule_among(position, &memory)?;
        let planned = |&advice: &usize| {
            let (step, tree) = match self.source(advice, subgoals) {
                Source::AskedAnew => (self.step_asked_anew(advice, &root, subgoals)?, Some(Tree::Reached)),
                Source::Survey => (self.surveyed_step(advice, &root, subgoals)?, None),
                Source::Search => {
                    let cache = TreeCache::sharing(MOST_NODES, refuted.seen_from(advice, &root));
                    let known = &self.advice[advice];
                    let mut search = Evaluator { advice: known, root: position, memory: &memory, cache };
                    let (step, tree) = first_step(&mut search, position)?;
                    (step, Some(tree))
                }
            };
            Some(Planned { rule, advice, step, tree })
        };
        self.rules[rule].advice.iter().find_map(planned)
    }

    /// Returns where the answers about a piece of advice come from, if subgoals know what a survey found.
    fn source(&self, advice: usize, subgoals: &Subgoals<'_>) -> Source {
        if self.is_asked_anew(advice) {
            Source::AskedAnew
        } else if subgoals.remembers(advice) {
            Source::Survey
        } else {
            Source::Search
        }
    }

    /// Returns our move at a node of a forcing tree, for advice about which answers are remembered; `None` if there is
    /// no such tree, or its goal is reached.
    pub(in crate::advice) fn surveyed_step(
        &self,
        advice: usize,
        context: &Context<'_>,
        subgoals: &Subgoals<'_>,
    ) -> Option<Step> {
        let node = &context.node;
        let known = self.advice.get(advice).filter(|_| subgoals.remembers(advice))?;
        if !subgoals.satisfiable(advice, node.root, node.position, node.depth) || known.better.holds(context)
        {
            return None;
        }
        let depth = if known.is_soonest() { subgoals.deepest(advice, node) } else { node.depth };
        let cache = NextStepCache { subgoals, advice, root: node.root };
        let mut search = Evaluator { advice: known, root: node.root, memory: context.memory, cache };
        search.by_moves(&Context { node: Node { depth, ..*node }, ..*context })?.0
    }

    /// Returns the advice for a position, without turning the board.
    fn advise_on(&self, position: &Position, mut budget: Budget) -> Option<Advised> {
        if position.turn() == Side::Them {
            return None;
        }
        let subgoals = budget.subgoals(self);
        let memory = Memory::new(&subgoals);
        let rule = self.rule_among(position, &memory)?;
        for &advice in &self.rules[rule].advice {
            match self.first_step_of(advice, position, &memory, &subgoals, &mut budget) {
                Err(Exhausted) => return None,
                Ok(Some((step, tree))) => return Some(Advised { rule, advice, step, tree }),
                Ok(None) => {}
            }
        }
        None
    }

    /// Returns our first move by a piece of advice with the forcing tree below it; `None` if the advice is not satisfiable.
    fn first_step_of(
        &self,
        advice: usize,
        position: &Position,
        memory: &Memory<'_>,
        subgoals: &Subgoals<'_>,
        budget: &mut Budget,
    ) -> Result<Option<(Step, Tree)>, Exhausted> {
        let found = if self.is_asked_anew(advice) {
            let step = self.step_asked_anew(advice, &Context::root(position, memory), subgoals);
            step.map(|step| (step, Tree::Reached))
        } else {
            let mut search =
                self.search(advice, position, memory, subgoals, budget.nodes()).ok_or(Exhausted)?;
            let found = first_step(&mut search, position);
            budget.spend(search.cache.nodes())?;
            found
        };
        // What was found beyond the last node was found too late.
        if subgoals.are_exhausted() { Err(Exhausted) } else { Ok(found) }
    }
}

/// Where the answers about a piece of advice come from.
enum Source {
    /// From what is known of advice without a forcing tree.
    AskedAnew,
    /// From a survey of all positions.
    Survey,
    /// From a search.
    Search,
}

/// The nodes of a question are used up.
struct Exhausted;

/// Searches for our first move, and the forcing tree below it; `None` if there is no tree, or nothing to do.
fn first_step(search: &mut Evaluator<'_, TreeCache<'_>>, position: &Position) -> Option<(Step, Tree)> {
    match search.satisfy(position, 0) {
        Some(Tree::Ours(step, subtree)) => Some((step, *subtree)),
        _ => None,
    }
}

/// How many nodes a question may cost before it is given up.
#[derive(Clone, Copy)]
enum Budget {
    /// This many nodes in all.
    All(u64),
    /// [`MOST_NODES`] for each piece of advice, more than any table needs; with many men also for all that goals ask about.
    EachAdvice,
}

impl Budget {
    fn subgoals(self, table: &AdviceTable) -> Subgoals<'_> {
        match self {
            Budget::All(nodes) => Subgoals::within(table, nodes),
            // With many men a long way that nobody has surveyed takes for ever to search.
            Budget::EachAdvice if table.material.has_many_men() => Subgoals::within(table, MOST_NODES),
            Budget::EachAdvice => Subgoals::new(table),
        }
    }

    /// The nodes that are left for the next search.
    const fn nodes(self) -> u64 {
        match self {
            Budget::All(nodes) => nodes,
            Budget::EachAdvice => MOST_NODES,
        }
    }

    /// Spends the nodes of a search.
    fn spend(&mut self, spent: u64) -> Result<(), Exhausted> {
        if let Budget::All(nodes) = self {
            *nodes = nodes.checked_sub(spent).ok_or(Exhausted)?;
        }
        Ok(())
    }
}

/// Our move at the top of a forcing tree, if there is one.
struct NextStep(Option<Step>);

impl Witness for NextStep {
    type Replies = ();

    fn reached() -> NextStep {
        NextStep(None)
    }

    fn ours(step: Step, _: NextStep) -> NextStep {
        NextStep(Some(step))
    }

    fn add_reply((): &mut (), _: Step, _: NextStep) {}

    fn theirs((): ()) -> NextStep {
        NextStep(None)
    }
}

/// A cache that knows of every node below whether it is satisfiable.
struct NextStepCache<'a> {
    subgoals: &'a Subgoals<'a>,
    advice: usize,
    root: &'a Position,
}

impl AnswerCache for NextStepCache<'_> {
    type Witness = NextStep;
    type Place = Infallible;

    #[inline]
    fn recall(&mut self, position: &Position, depth: u32) -> Recalled<NextStep, Infallible> {
        let is_satisfiable = self.subgoals.satisfiable(self.advice, self.root, position, depth);
        Recalled::Known(is_satisfiable.then_some(NextStep(None)))
    }

    fn store(&mut self, place: Infallible, _: &Position, _: u32, _: Option<&NextStep>) {
        match place {}
    }
}
