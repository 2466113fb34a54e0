//! What the words are about: a node of a search.

use crate::advice::position::view::Position;

/// What a word may look at: the current node and the root of the search.
#[derive(Clone, Copy, Debug)]
pub struct Node<'a> {
    /// The position at this node.
    pub position: &'a Position,
    /// The position where the search began.
    pub root: &'a Position,
    /// Plies from the root to this node.
    pub depth: u32,
}

impl<'a> Node<'a> {
    /// Returns the node of a root position.
    pub const fn root(position: &'a Position) -> Node<'a> {
        Node { position, root: position, depth: 0 }
    }

    /// Returns the node of a position one ply further from the same root.
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
