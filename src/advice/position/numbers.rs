//! A set of numbers of positions, one bit for each.

/// Numbers below a limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::advice) struct Numbers(Vec<u64>);

impl Numbers {
    /// Returns an empty set for numbers below `limit`.
    pub(in crate::advice) fn new(limit: usize) -> Numbers {
        Numbers(vec![0; limit.div_ceil(64)])
    }

    /// Adds a number.
    pub(in crate::advice) fn insert(&mut self, number: u32) {
        self.0[number as usize / 64] |= 1 << (number % 64);
    }

    /// Returns whether a number is in the set.
    pub(in crate::advice) fn contains(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 == 1
    }

    /// Takes a number out.
    pub(in crate::advice) fn remove(&mut self, number: u32) {
        self.0[number as usize / 64] &= !(1 << (number % 64));
    }

    /// Adds the numbers of another set with the same limit.
    pub(in crate::advice) fn add_all(&mut self, other: &Numbers) {
        // Most blocks are empty, and those that were never written take no memory as long as nobody writes them.
        for (block, more) in self.0.iter_mut().zip(&other.0).filter(|(_, more)| **more != 0) {
            *block |= more;
        }
    }

    /// Returns the set, and leaves an empty one in its place.
    pub(in crate::advice) fn taken(&mut self) -> Numbers {
        let empty = Numbers(vec![0; self.0.len()]);
        std::mem::replace(self, empty)
    }

    /// Returns all numbers, in ascending order.
    pub(in crate::advice) fn all(&self) -> Vec<u32> {
        self.all_in(self)
    }

    /// Returns all numbers that are in another set with the same limit, too, in ascending order.
    pub(in crate::advice) fn all_in(&self, other: &Numbers) -> Vec<u32> {
        let mut all = Vec::new();
        for (block, (bits, others)) in self.0.iter().zip(&other.0).enumerate() {
            let mut left = bits & others;
            while left != 0 {
                all.push((64 * block) as u32 + left.trailing_zeros());
                left &= left - 1;
            }
        }
        all
    }
}
