//! A word of the vocabulary: its name, its description, and what it computes.

use std::ops::RangeInclusive;

use shakmaty::Role;

use super::node::Node;
use crate::advice::position::step::Steps;
use crate::advice::position::view::Position;

/// What a predicate computes.
pub type Predicate = fn(&Node<'_>) -> bool;
/// What a number computes.
pub type Number = fn(&Node<'_>) -> i32;
/// Adds the legal moves of a class in the order of the class.
pub type MoveClass = fn(&Position, &mut Steps);

/// A word of the vocabulary.
#[derive(Clone, Copy, Debug)]
pub struct Word {
    /// The word as tables write it.
    pub name: &'static str,
    /// What it means, in a sentence or two.
    pub description: &'static str,
    /// Its kind, and the function behind it.
    pub meaning: Meaning,
    /// Whether it compares the node with the root, other than by the men on the board.
    pub compares: bool,
    /// The least and the greatest value of a number; 0 and 1 for other words.
    pub bounds: (i32, i32),
    /// The man that the word is about; `None` if its theme says so, or it is about no single kind.
    pub man: Option<Role>,
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
    Word { name, description, meaning: Meaning::Predicate(holds), compares: false, bounds: (0, 1), man: None }
}

/// Returns a predicate that compares the node with the root.
pub(super) const fn comparing(name: &'static str, description: &'static str, holds: Predicate) -> Word {
    Word { compares: true, ..predicate(name, description, holds) }
}

/// Returns a number that is never outside its range.
pub(super) const fn number(
    name: &'static str,
    range: RangeInclusive<i32>,
    description: &'static str,
    value: Number,
) -> Word {
    let bounds = (*range.start(), *range.end());
    Word { name, description, meaning: Meaning::Number(value), compares: false, bounds, man: None }
}

pub(super) const fn class(name: &'static str, description: &'static str, moves: MoveClass) -> Word {
    Word { name, description, meaning: Meaning::Moves(moves), compares: false, bounds: (0, 1), man: None }
}

impl Word {
    /// Returns the same word, about a man that the side must have.
    pub(super) const fn of(self, man: Role) -> Word {
        Word { man: Some(man), ..self }
    }
}
