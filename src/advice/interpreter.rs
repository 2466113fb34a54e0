//! Finds the advice for a position: the first rule that applies, its first satisfiable advice, the forcing tree.
//!
//! It knows nothing of any ending. The semantics are Bratko and Michie's; see the reference in the repository.

use super::language::{Advice, Table};
use super::position::{Position, Side};
use super::step::{Step, Steps};
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

/// Advice that would look further than this many plies is taken as not satisfiable: no table needs it, and the
/// stack is finite.
const DEEPEST: u32 = 64;
/// Nodes after which a piece of advice is given up as not satisfiable, so that no table can hold up a game.
const MOST_NODES: u64 = 20_000_000;

impl Table {
    /// The rule that applies: the first whose condition holds.
    pub fn rule_for(&self, position: &Position) -> Option<usize> {
        let node = Node::root(position);
        self.rules.iter().position(|rule| rule.condition.holds(&node))
    }

    /// The advice for a position with our side to move; nothing where none is satisfiable.
    ///
    /// Advice whose better goal holds at the root already has nothing to do, and is passed over.
    pub fn advise(&self, position: &Position) -> Option<Advised> {
        if position.turn() == Side::Them {
            return None;
        }
        let rule = self.rule_for(position)?;
        for &advice in &self.rules[rule].advice {
            if let Some(Tree::Ours(step, subtree)) = self.advice[advice].satisfy(position) {
                return Some(Advised { rule, advice, step, tree: *subtree });
            }
        }
        None
    }

    /// The same, given up with nothing after this many nodes of search: for those who have a clock running.
    pub fn advise_within(&self, position: &Position, nodes: u64) -> Option<Advised> {
        if position.turn() == Side::Them {
            return None;
        }
        let rule = self.rule_for(position)?;
        let mut looked_at = 0;
        for &advice in &self.rules[rule].advice {
            let mut search =
                Search { advice: &self.advice[advice], root: position, nodes: looked_at, most: nodes };
            let tree = search.satisfy(position, 0);
            looked_at = search.nodes;
            if looked_at > nodes {
                return None;
            }
            if let Some(Tree::Ours(step, subtree)) = tree {
                return Some(Advised { rule, advice, step, tree: *subtree });
            }
        }
        None
    }

    /// The same where rule, advice and move are known already: only the forcing tree below the move is looked for.
    pub fn advise_as(&self, position: &Position, rule: usize, advice: usize, step: Step) -> Option<Advised> {
        let tree = self.advice.get(advice)?.satisfy_with(position, step)?;
        Some(Advised { rule, advice, step, tree })
    }
}

impl Advice {
    /// The forcing tree from a root, where the advice is satisfiable there.
    pub fn satisfy(&self, root: &Position) -> Option<Tree> {
        Search { advice: self, root, nodes: 0, most: MOST_NODES }.satisfy(root, 0)
    }

    /// The forcing tree below a first move, where the advice is satisfiable with it.
    fn satisfy_with(&self, root: &Position, step: Step) -> Option<Tree> {
        Search { advice: self, root, nodes: 0, most: MOST_NODES }.satisfy(&root.after(step), 1)
    }
}

struct Search<'a> {
    advice: &'a Advice,
    root: &'a Position,
    nodes: u64,
    /// Nodes after which nothing is satisfiable any more.
    most: u64,
}

impl Search<'_> {
    fn satisfy(&mut self, position: &Position, depth: u32) -> Option<Tree> {
        let node = Node { position, root: self.root, depth };
        self.nodes += 1;
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
