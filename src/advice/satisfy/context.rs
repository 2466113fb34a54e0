//! A node with the memory of its search; conditions, sums and constraints are evaluated at it.

use std::cell::Cell;

use crate::advice::position::view::Position;
use crate::advice::vocabulary::Node;

/// A search remembers this many measures of a table, and computes further ones again.
const MEASURES: usize = 8;

/// Answers what goals ask about other advice of the table.
pub(in crate::advice) trait SubgoalOracle {
    /// Returns whether we are to move and the piece of advice with this index is satisfiable with this position as its root.
    fn can(&self, advice: usize, position: &Position) -> bool;
}

/// What one search remembers: the measures at its root that were asked for, and the oracle for other advice.
pub(in crate::advice) struct Memory<'a> {
    measures: [Cell<Option<i32>>; MEASURES],
    subgoals: &'a dyn SubgoalOracle,
}

/// A node and the memory of its search.
#[derive(Clone, Copy)]
pub(in crate::advice) struct Context<'a> {
    pub node: Node<'a>,
    pub memory: &'a Memory<'a>,
}

impl<'a> Memory<'a> {
    /// Returns the memory of a new root.
    pub fn new(subgoals: &'a dyn SubgoalOracle) -> Memory<'a> {
        Memory { measures: Default::default(), subgoals }
    }

    /// Returns whether we are to move in a position and can satisfy a piece of advice from there.
    #[inline]
    pub fn can(&self, advice: usize, position: &Position) -> bool {
        self.subgoals.can(advice, position)
    }

    /// Returns the value of a measure at the root, computed on the first call.
    #[inline]
    pub fn at_root(&self, measure: usize, value: impl FnOnce() -> i32) -> i32 {
        let Some(place) = self.measures.get(measure) else { return value() };
        place.get().unwrap_or_else(|| {
            let value = value();
            place.set(Some(value));
            value
        })
    }
}

impl<'a> Context<'a> {
    /// Returns the context of a root position.
    #[inline]
    pub const fn root(position: &'a Position, memory: &'a Memory<'a>) -> Context<'a> {
        Context { node: Node::root(position), memory }
    }

    /// Returns the context of a position one ply further from the same root.
    #[must_use]
    #[inline]
    pub const fn next(&self, position: &'a Position) -> Context<'a> {
        Context { node: self.node.next(position), memory: self.memory }
    }

    /// Returns the root of the search.
    #[must_use]
    #[inline]
    pub const fn at_root(&self) -> Context<'a> {
        Context { node: self.node.at_root(), memory: self.memory }
    }
}
