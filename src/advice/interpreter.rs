//! Finds the advice for a position: the first rule that applies, its first satisfiable advice, the forcing tree.
//!
//! It knows nothing of any ending. The semantics are Bratko and Michie's; see the reference in the repository.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::rc::Rc;

use super::ability::{Abilities, Ability};
use super::language::{Advice, Table};
use super::memory::{Memory, PositionHasher};
use super::position::{Position, Side};
use super::refuted::{FromRoot, Refuted};
use super::step::{Step, Steps};
use super::symmetry::Turning;
use super::vocabulary::Node;

/// A forcing tree: one move at our nodes, every admitted reply at theirs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tree {
    /// The better goal holds here.
    Reached,
    /// Our move, and what follows.
    Ours(Step, Box<Tree>),
    /// Their replies, each with what follows.
    Theirs(Vec<(Step, Tree)>),
}

impl Tree {
    /// Our move at the top, where the tree begins with one.
    pub fn step(&self) -> Option<Step> {
        match self {
            Tree::Ours(step, _) => Some(*step),
            _ => None,
        }
    }

    /// The tree below a move; nothing where the tree does not know it.
    #[must_use]
    pub fn after(&self, played: Step) -> Option<&Tree> {
        match self {
            Tree::Reached => None,
            Tree::Ours(step, subtree) => (*step == played).then_some(subtree),
            Tree::Theirs(replies) => {
                replies.iter().find(|(reply, _)| *reply == played).map(|(_, subtree)| subtree)
            }
        }
    }
}

/// The advice that fired in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advised {
    /// Index of the rule in [`Table::rules`].
    pub rule: usize,
    /// Index of the advice in [`Table::advice`].
    pub advice: usize,
    /// Our move.
    pub step: Step,
    /// What follows it.
    pub tree: Tree,
}

/// What is played in one of many positions.
pub(super) struct Planned {
    pub(super) rule: usize,
    pub(super) advice: usize,
    pub(super) step: Step,
    /// What follows it; nothing where the advice was surveyed, which can be asked for it.
    pub(super) tree: Option<Tree>,
}

/// Advice that would look further than this many plies is taken as not satisfiable: no table needs it, and the
/// stack is finite.
pub(super) const DEEPEST: u32 = 64;
/// Nodes after which a piece of advice is given up as not satisfiable, so that no table can hold up a game.
const MOST_NODES: u64 = 20_000_000;

impl Table {
    /// The rule that applies: the first whose condition holds.
    pub fn rule_for(&self, position: &Position) -> Option<usize> {
        self.rule_among(position, &Memory::default())
    }

    fn rule_among(&self, position: &Position, memory: &Memory) -> Option<usize> {
        let node = Node::root(position, memory);
        self.rules.iter().position(|rule| rule.condition.holds(&node))
    }

    /// The advice for a position with our side to move; nothing where none is satisfiable.
    ///
    /// Advice whose better goal holds at the root already has nothing to do, and is passed over.
    pub fn advise(&self, position: &Position) -> Option<Advised> {
        let (seen, turning) = self.seen(position);
        Some(turning.back().advised(self.advise_on(&seen, Budget::EachAdvice)?))
    }

    /// The same, given up with nothing after this many nodes of search: for those who have a clock running.
    pub fn advise_within(&self, position: &Position, nodes: u64) -> Option<Advised> {
        let (seen, turning) = self.seen(position);
        Some(turning.back().advised(self.advise_on(&seen, Budget::All(nodes))?))
    }

    /// The same where rule, advice and move are known already: only the forcing tree below the move is looked for.
    pub fn advise_as(&self, position: &Position, rule: usize, advice: usize, step: Step) -> Option<Advised> {
        let known = self.advice.get(advice)?;
        let (seen, turning) = self.seen(position);
        let step = turning.step(step);
        let tree = known.satisfy_with(&seen, step, self.lasting_ability(advice))?;
        Some(turning.back().advised(Advised { rule, advice, step, tree }))
    }

    /// The forcing tree of one piece of advice from a root, where it is satisfiable there.
    pub fn satisfy(&self, advice: usize, root: &Position) -> Option<Tree> {
        self.satisfy_knowing(advice, root, &Rc::default())
    }

    /// The same, with what has been found out about other advice already.
    pub(super) fn satisfy_knowing(
        &self,
        advice: usize,
        root: &Position,
        abilities: &Rc<Abilities>,
    ) -> Option<Tree> {
        let known = self.advice.get(advice)?;
        let (seen, turning) = self.seen(root);
        let memory = Memory::sharing(abilities);
        let search = Search::new(known, &seen, &memory, MOST_NODES);
        let tree = Search { ability: self.lasting_ability(advice), ..search }.satisfy(&seen, 0)?;
        Some(turning.back().tree(tree))
    }

    /// What is remembered of a piece of advice, where that is of use: then only satisfiable nodes need be looked at.
    pub(super) fn lasting_ability(&self, advice: usize) -> Option<&Ability> {
        self.abilities.get(advice).map(|ability| &**ability).filter(|ability| ability.is_lasting())
    }

    /// The position as the table sees it, and the turning that leads there.
    fn seen(&self, position: &Position) -> (Position, Turning) {
        if self.symmetric { position.canonical() } else { (*position, Turning::NONE) }
    }

    /// What is played in one of many positions of the table's material, as it stands: what is refuted from one root need
    /// not be looked at from the next, and what was surveyed need not be searched for.
    pub(super) fn plan_among(&self, position: &Position, refuted: &mut Refuted) -> Option<Planned> {
        let memory = refuted.memory();
        let root = Node::root(position, &memory);
        let rule = self.rule_among(position, &memory)?;
        self.rules[rule].advice.iter().find_map(|&advice| {
            if self.lasting_ability(advice).is_some() {
                let step = self.surveyed_step(advice, &root)?;
                return Some(Planned { rule, advice, step, tree: None });
            }
            let search = Search::new(&self.advice[advice], position, &memory, MOST_NODES);
            let mut search = Search { refuted: refuted.seen_from(advice, &root), ..search };
            match search.satisfy(position, 0) {
                Some(Tree::Ours(step, subtree)) => Some(Planned { rule, advice, step, tree: Some(*subtree) }),
                _ => None,
            }
        })
    }

    /// Our move at a node of a forcing tree, for advice about which answers are remembered; nothing where there is no
    /// such tree, or its goal is reached.
    pub(super) fn surveyed_step(&self, advice: usize, node: &Node<'_>) -> Option<Step> {
        let ability = self.lasting_ability(advice)?;
        let works = |position: &Position, depth| node.memory.satisfiable(ability, node.root, position, depth);
        let advice = &self.advice[advice];
        if !works(node.position, node.depth) || advice.better.holds(node) {
            return None;
        }
        let mut steps = Steps::new();
        advice.us.steps(node, &mut steps);
        steps.into_iter().find(|step| works(&node.position.after(*step), node.depth + 1))
    }

    /// The advice for a position as it stands.
    fn advise_on(&self, position: &Position, budget: Budget) -> Option<Advised> {
        if position.turn() == Side::Them {
            return None;
        }
        let memory = budget.memory();
        let rule = self.rule_among(position, &memory)?;
        let mut left = budget.nodes();
        for &advice in &self.rules[rule].advice {
            let search = Search::new(&self.advice[advice], position, &memory, left);
            let mut search = Search { ability: self.lasting_ability(advice), ..search };
            let tree = search.satisfy(position, 0);
            if let Budget::All(_) = budget {
                // What was found beyond the last node was found too late.
                left = left.checked_sub(search.nodes).filter(|_| !memory.is_exhausted())?;
            }
            if let Some(Tree::Ours(step, subtree)) = tree {
                return Some(Advised { rule, advice, step, tree: *subtree });
            }
        }
        None
    }
}

/// How much may be looked at before nothing is found.
#[derive(Clone, Copy)]
enum Budget {
    /// So many nodes in all.
    All(u64),
    /// As many for each piece of advice as no table needs.
    EachAdvice,
}

impl Budget {
    fn memory(self) -> Memory {
        match self {
            Budget::All(nodes) => Memory::within(nodes),
            Budget::EachAdvice => Memory::default(),
        }
    }

    const fn nodes(self) -> u64 {
        match self {
            Budget::All(nodes) => nodes,
            Budget::EachAdvice => MOST_NODES,
        }
    }
}

impl Advice {
    /// The forcing tree below a first move, where the advice is satisfiable with it.
    fn satisfy_with(&self, root: &Position, step: Step, ability: Option<&Ability>) -> Option<Tree> {
        let memory = Memory::default();
        Search { ability, ..Search::new(self, root, &memory, MOST_NODES) }.satisfy(&root.after(step), 1)
    }
}

/// Nodes whose outcome is known already: moves in another order lead to the same position.
type Known = HashMap<(Position, u32), Option<Rc<Tree>>, BuildHasherDefault<PositionHasher>>;

/// The first plies at which two orders of moves can have led to one position.
const FIRST_MEETING: u32 = 3;

struct Search<'a> {
    advice: &'a Advice,
    root: &'a Position,
    memory: &'a Memory,
    nodes: u64,
    /// Nodes after which nothing is satisfiable any more.
    most: u64,
    known: Known,
    /// What other searches have refuted, where it is of use.
    refuted: Option<FromRoot<'a>>,
    /// What is remembered of the advice, where it is of use.
    ability: Option<&'a Ability>,
}

impl<'a> Search<'a> {
    fn new(advice: &'a Advice, root: &'a Position, memory: &'a Memory, most: u64) -> Search<'a> {
        Search { advice, root, memory, nodes: 0, most, known: Known::default(), refuted: None, ability: None }
    }

    fn satisfy(&mut self, position: &Position, depth: u32) -> Option<Tree> {
        let key = self.refuted.as_ref().and_then(|refuted| refuted.key(position, depth));
        let (Some(key), Some(refuted)) = (key, &self.refuted) else {
            return self.satisfy_anew(position, depth);
        };
        if refuted.contains(key) {
            return None;
        }
        let tree = self.satisfy_anew(position, depth);
        // What was given up for lack of nodes is not refuted.
        if let Some(refuted) = &mut self.refuted
            && tree.is_none()
            && self.nodes <= self.most
        {
            refuted.insert(key);
        }
        tree
    }

    /// Whether other searches have been here is not asked.
    fn satisfy_anew(&mut self, position: &Position, depth: u32) -> Option<Tree> {
        if depth < FIRST_MEETING {
            return self.look(position, depth);
        }
        if let Some(known) = self.known.get(&(*position, depth)) {
            return known.as_deref().cloned();
        }
        let tree = self.look(position, depth);
        if tree.is_some() || self.refuted.is_none() {
            self.known.insert((*position, depth), tree.clone().map(Rc::new));
        }
        tree
    }

    fn look(&mut self, position: &Position, depth: u32) -> Option<Tree> {
        let node = Node { position, root: self.root, depth, memory: self.memory };
        self.nodes += 1;
        if let Some(ability) = self.ability
            && !self.memory.satisfiable(ability, self.root, position, depth)
        {
            return None;
        }
        if depth > DEEPEST || self.nodes > self.most || !self.advice.holding.holds(&node) {
            return None;
        }
        if self.advice.better.holds(&node) {
            return Some(Tree::Reached);
        }
        let mut steps = Steps::new();
        match position.turn() {
            Side::Us => {
                let first = self.advice.us.first_step(&node);
                let tree = first.and_then(|first| self.our_move(position, &[first], depth));
                if tree.is_some() {
                    return tree;
                }
                self.advice.us.steps(&node, &mut steps);
                // Putting moves in order looks at positions too.
                self.nodes += steps.len() as u64;
                steps.retain(|step| Some(*step) != first);
                self.our_move(position, &steps, depth)
            }
            Side::Them => {
                self.advice.them.steps(&node, &mut steps);
                self.their_replies(position, &steps, depth)
            }
        }
    }

    /// The first move after which the advice is satisfiable.
    fn our_move(&mut self, position: &Position, steps: &[Step], depth: u32) -> Option<Tree> {
        for step in steps {
            if let Some(subtree) = self.satisfy(&position.after(*step), depth + 1) {
                return Some(Tree::Ours(*step, Box::new(subtree)));
            }
        }
        None
    }

    /// Every reply must be answered, and there must be one: a stalemate is no success.
    fn their_replies(&mut self, position: &Position, steps: &Steps, depth: u32) -> Option<Tree> {
        if steps.is_empty() {
            return None;
        }
        let mut replies = Vec::new();
        for step in steps {
            replies.push((*step, self.satisfy(&position.after(*step), depth + 1)?));
        }
        Some(Tree::Theirs(replies))
    }
}
