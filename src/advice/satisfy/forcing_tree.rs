//! What advice returns: a move, and the forcing tree with every admitted reply to it.

use crate::advice::position::step::Step;

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
    /// Returns our move at the top; `None` if the tree does not begin with one.
    pub fn step(&self) -> Option<Step> {
        match self {
            Tree::Ours(step, _) => Some(*step),
            _ => None,
        }
    }

    /// Returns the tree below a move; `None` if the tree does not contain the move.
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
    /// Index of the rule in `rules` of the table.
    pub rule: usize,
    /// Index of the advice in `advice` of the table.
    pub advice: usize,
    /// Our move.
    pub step: Step,
    /// What follows it.
    pub tree: Tree,
}
