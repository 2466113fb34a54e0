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

    /// Returns whether a number is in the set.
    pub(super) fn contains(&self, number: u32) -> bool {
        self.0[number as usize / 64] >> (number % 64) & 1 == 1
    }

    /// Returns all numbers, in ascending order.
    pub(super) fn all(&self) -> Vec<u32> {
        let mut all = Vec::new();
        for (block, &bits) in self.0.iter().enumerate() {
            let mut left = bits;
            while left != 0 {
                all.push((64 * block) as u32 + left.trailing_zeros());
                left &= left - 1;
            }
        }
        all
    }
}
