//! Trees of numbers: every node has the same degree, every leaf a number, as in Knuth and Moore's π tree.

use super::game::Game;

/// A complete tree with numbers at its leaves, and a record of the leaves that were valued.
#[derive(Clone, Debug)]
pub struct NumberTree {
    degree: usize,
    height: u32,
    /// For the side to move at the leaf, from left to right.
    leaves: Vec<i32>,
    /// The path from the root.
    path: Vec<usize>,
    /// The leaves that were valued, in order.
    pub visited: Vec<usize>,
}

impl NumberTree {
    /// Makes a tree of `degree` to the power of `height` leaves; `leaf` returns a leaf's value by its number.
    pub fn new(degree: usize, height: u32, leaf: impl FnMut(usize) -> i32) -> NumberTree {
        let leaves = (0..degree.pow(height)).map(leaf).collect();
        NumberTree { degree, height, leaves, path: Vec::new(), visited: Vec::new() }
    }

    /// Returns the tree of Knuth and Moore (1975): height 4, degree 3, the first 81 digits of π.
    pub fn pi() -> NumberTree {
        const DIGITS: &[u8; 81] =
            b"314159265358979323846264338327950288419716939937510582097494459230781640628620899";
        NumberTree::new(3, 4, |leaf| i32::from(DIGITS[leaf] - b'0'))
    }

    /// Returns the number of the first leaf below the current node.
    fn first_leaf(&self) -> usize {
        let missing = self.height - self.path.len() as u32;
        self.path.iter().fold(0, |number, child| number * self.degree + child) * self.degree.pow(missing)
    }
}

impl Game for NumberTree {
    type Move = usize;

    fn outcome(&mut self) -> Option<i32> {
        if self.path.len() < self.height as usize {
            return None;
        }
        let leaf = self.first_leaf();
        self.visited.push(leaf);
        Some(self.leaves[leaf])
    }

    fn moves(&mut self) -> Vec<usize> {
        (0..self.degree).collect()
    }

    fn play(&mut self, played: usize) {
        self.path.push(played);
    }

    fn take_back(&mut self) {
        self.path.pop();
    }

    /// An inner node's estimate is its first leaf.
    fn static_value(&mut self) -> i32 {
        let leaf = self.first_leaf();
        let sign = if (self.height as usize - self.path.len()).is_multiple_of(2) { 1 } else { -1 };
        sign * self.leaves[leaf]
    }

    fn key(&self) -> u64 {
        self.path.iter().fold(1, |key, child| key * (self.degree as u64 + 1) + *child as u64)
    }
}
