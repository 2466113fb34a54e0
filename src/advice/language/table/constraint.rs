//! Constraints: which moves a piece of advice looks at, and in which order.

use super::condition::Condition;
use super::sum::Sum;
use crate::advice::vocabulary::MoveClass;

/// Which moves to look at, and in which order.
#[derive(Clone, Debug)]
pub enum Constraint {
    /// No move.
    None,
    /// The moves of a class, in its order.
    Class(MoveClass),
    /// The moves of the last part that belong to all the classes, if the conditions hold here.
    Filtered {
        /// What must hold before the move.
        conditions: Vec<Condition>,
        /// The classes that a move must also belong to.
        classes: Vec<Constraint>,
        /// What generates the moves.
        of: Box<Constraint>,
    },
    /// All moves of the first part, then all of the next.
    Then(Vec<Constraint>),
    /// The same moves, put in order by numbers looked at after the move; equals keep their order.
    Ordered {
        /// What generates the moves.
        of: Box<Constraint>,
        /// The first number decides, then the next.
        by: Vec<Ordering>,
    },
}

/// The most numbers in one ordering; the parser allows no more.
pub const MOST_ORDERINGS: usize = 4;

/// A number by which moves are put in order.
#[derive(Clone, Debug)]
pub struct Ordering {
    /// Whether the least or the greatest comes first.
    pub direction: Direction,
    /// The number, after the move.
    pub number: Sum,
    /// Whether it is taken after their reply too: the reply that makes it worst for us.
    pub after_reply: bool,
}

/// Which end of an order comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// The least first.
    Least,
    /// The greatest first.
    Greatest,
}
