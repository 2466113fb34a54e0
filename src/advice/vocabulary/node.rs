//! What the words are about: a node of a search.

use crate::advice::position::Position;

/// What a word may look at: the current node and the root of the search.
#[derive(Clone, Copy, Debug)]
pub struct Node<'a> {
    /// The position at this node.
    pub position: &'a Position,
    /// The position where the search began.
    pub root: &'a Position,
    /// Plies from there to here.
    pub depth: u32,
}

impl<'a> Node<'a> {
    /// A position that is itself the root.
    pub const fn root(position: &'a Position) -> Node<'a> {
        Node { position, root: position, depth: 0 }
    }

    /// A position one ply further from the same root.
    #[must_use]
    pub const fn next(&self, position: &'a Position) -> Node<'a> {
        Node { position, root: self.root, depth: self.depth + 1 }
    }

    /// Returns the root of the search, as a node.
    #[must_use]
    pub(in crate::advice) const fn at_root(&self) -> Node<'a> {
        Node::root(self.root)
    }
}
