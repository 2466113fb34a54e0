//! A word of the vocabulary: its name, its description, and what it computes.

use super::node::Node;
use crate::advice::position::Position;
use crate::advice::step::Steps;

/// What a predicate computes.
pub type Predicate = fn(&Node<'_>) -> bool;
/// What a number computes.
pub type Number = fn(&Node<'_>) -> i32;
/// Adds the legal moves of a class in the order of the class.
pub type MoveClass = fn(&Position, &mut Steps);

/// A word of the vocabulary.
#[derive(Clone, Copy, Debug)]
pub struct Word {
    /// What is written in tables.
    pub name: &'static str,
    /// What it means, in a sentence or two.
    pub description: &'static str,
    /// Its kind, and the function behind it.
    pub meaning: Meaning,
    /// Whether it compares the node with the root, other than by what pieces there are.
    pub compares: bool,
}

/// The three kinds of words.
#[derive(Clone, Copy, Debug)]
pub enum Meaning {
    /// True or false at a node.
    Predicate(Predicate),
    /// A whole number at a node.
    Number(Number),
    /// Some of the legal moves, in an order.
    Moves(MoveClass),
}

impl Meaning {
    /// Returns the kind in words.
    pub const fn kind(&self) -> &'static str {
        match self {
            Meaning::Predicate(_) => "predicate",
            Meaning::Number(_) => "number",
            Meaning::Moves(_) => "move class",
        }
    }
}

pub(super) const fn predicate(name: &'static str, description: &'static str, holds: Predicate) -> Word {
    Word { name, description, meaning: Meaning::Predicate(holds), compares: false }
}

/// A predicate that compares the node with the root.
pub(super) const fn comparing(name: &'static str, description: &'static str, holds: Predicate) -> Word {
    Word { compares: true, ..predicate(name, description, holds) }
}

pub(super) const fn number(name: &'static str, description: &'static str, value: Number) -> Word {
    Word { name, description, meaning: Meaning::Number(value), compares: false }
}

pub(super) const fn class(name: &'static str, description: &'static str, moves: MoveClass) -> Word {
    Word { name, description, meaning: Meaning::Moves(moves), compares: false }
}
