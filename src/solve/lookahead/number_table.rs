//! Remembers the numbers of positions, within a limit of memory.

use rustc_hash::FxHashMap;

use super::numbers::Numbers;

/// Memory of one remembered position in bytes, with space for the table to grow.
const BYTES_OF_ONE: usize = 2 * (size_of::<u64>() + size_of::<Numbers>());
/// The most positions that the prover remembers if no limit is set.
const MOST_REMEMBERED: usize = 1 << 20;

/// What searches for one attacker remember. Later searches from other positions use it, too.
#[derive(Debug)]
pub(in crate::solve) struct NumberTable {
    numbers: FxHashMap<u64, Numbers>,
    most: usize,
}

impl Default for NumberTable {
    fn default() -> NumberTable {
        NumberTable { numbers: FxHashMap::default(), most: MOST_REMEMBERED }
    }
}

impl NumberTable {
    /// Limits the table to this many bytes.
    pub fn limit(&mut self, bytes: usize) {
        self.most = bytes / BYTES_OF_ONE;
    }

    /// The numbers of a position; `None` if they are not remembered.
    pub(super) fn get(&self, key: u64) -> Option<Numbers> {
        self.numbers.get(&key).copied()
    }

    /// Forgets positions.
    pub(super) fn forget(&mut self, keys: impl IntoIterator<Item = u64>) {
        for key in keys {
            self.numbers.remove(&key);
        }
    }

    /// Remembers a position. If memory runs short, what is not settled goes first.
    pub(super) fn insert(&mut self, key: u64, numbers: Numbers) {
        if self.numbers.len() >= self.most {
            self.numbers.retain(|_, numbers| numbers.is_settled() && !numbers.is_repeated());
            if 2 * self.numbers.len() >= self.most {
                self.numbers.clear();
            }
        }
        self.numbers.insert(key, numbers);
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.numbers.clear();
    }
}
