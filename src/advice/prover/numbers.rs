//! A set of numbers of positions, one bit for each.

/// Numbers below a limit.
pub(super) struct Numbers(Vec<u64>);

impl Numbers {
    /// Returns an empty set for numbers below `limit`.
    pub(super) fn new(limit: usize) -> Numbers {
        Numbers(vec![0; limit.div_ceil(64)])
    }

    /// Adds a number.
    pub(super) fn insert(&mut self, number: u32) {
        self.0[number as usize / 64] |= 1 << (number % 64);
    }

    /// Takes a number out.
    pub(super) fn remove(&mut self, number: u32) {
        self.0[number as usize / 64] &= !(1 << (number % 64));
    }

    /// Adds the numbers of another set with the same limit.
    pub(super) fn add_all(&mut self, other: &Numbers) {
        // Most blocks are empty, and those that were never written take no memory as long as nobody writes them.
        for (block, more) in self.0.iter_mut().zip(&other.0).filter(|(_, more)| **more != 0) {
            *block |= more;
        }
    }

    /// Returns the set, and leaves an empty one in its place.
    pub(super) fn taken(&mut self) -> Numbers {
        let empty = Numbers(vec![0; self.0.len()]);
        std::mem::replace(self, empty)
    }

    /// Returns all numbers, in ascending order.
    pub(super) fn all(&self) -> Vec<u32> {
        self.all_in(self)
    }

    /// Returns all numbers that are in another set with the same limit, too, in ascending order.
    pub(super) fn all_in(&self, other: &Numbers) -> Vec<u32> {
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
