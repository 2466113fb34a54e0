//! Remembers the numbers of positions, within a limit of memory. Threads share it by reference.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::numbers::Numbers;
use super::parted_map::{PARTS, PartedMap};

/// Memory of one remembered position in bytes, with space for the table to grow.
const BYTES_OF_ONE: usize = 2 * (size_of::<u64>() + size_of::<Numbers>());
/// The most positions that the prover remembers if no limit is set.
const MOST_REMEMBERED: usize = 1 << 20;

/// What searches for one attacker remember. Later searches from other positions use it, too.
#[derive(Debug)]
pub(in crate::solve) struct NumberTable {
    numbers: PartedMap<Numbers>,
    most: AtomicUsize,
}

impl Default for NumberTable {
    fn default() -> NumberTable {
        NumberTable { numbers: PartedMap::default(), most: AtomicUsize::new(MOST_REMEMBERED) }
    }
}

impl NumberTable {
    /// Limits the table to this many bytes.
    pub fn limit(&self, bytes: usize) {
        self.most.store(bytes / BYTES_OF_ONE, Ordering::Relaxed);
    }

    /// The numbers of a position; `None` if they are not remembered.
    pub(super) fn get(&self, key: u64) -> Option<Numbers> {
        self.numbers.part(key).get(&key).copied()
    }

    /// Forgets positions.
    pub(super) fn forget(&self, keys: impl IntoIterator<Item = u64>) {
        for key in keys {
            self.numbers.part(key).remove(&key);
        }
    }

    /// Remembers a position. If memory runs short, what is not settled goes first.
    ///
    /// What is settled for good stays as it is, unless a shorter win is found: a thread that knows less may come later, and the
    /// plies of a proof must fall from each position to the next.
    pub(super) fn insert(&self, key: u64, numbers: Numbers) {
        let mut part = self.numbers.part(key);
        let most = self.most.load(Ordering::Relaxed) / PARTS;
        if part.len() >= most {
            part.retain(|_, numbers| numbers.is_final());
            if 2 * part.len() >= most {
                part.clear();
            }
        }
        let known = part.entry(key).or_insert(numbers);
        let is_better = numbers.is_won() && numbers.plies() < known.plies();
        if !known.is_final() || is_better {
            *known = numbers;
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&self) {
        self.numbers.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_settled_stays_unless_a_shorter_win_is_found() {
        let table = NumberTable::default();
        let after = |numbers: Numbers| {
            table.insert(7, numbers);
            table.get(7).unwrap()
        };
        assert_eq!(after(Numbers::open(1, 2)), Numbers::open(1, 2));
        assert_eq!(after(Numbers::REPEATED), Numbers::REPEATED);
        assert_eq!(after(Numbers::won(9)), Numbers::won(9));
        assert_eq!(after(Numbers::open(3, 4)), Numbers::won(9));
        assert_eq!(after(Numbers::won(11)), Numbers::won(9));
        assert_eq!(after(Numbers::won(5)), Numbers::won(5));
    }

    #[test]
    fn what_is_not_settled_goes_first() {
        let table = NumberTable::default();
        table.limit(4 * PARTS * BYTES_OF_ONE);
        for key in 0..4 {
            table.insert(key, if key == 0 { Numbers::HELD } else { Numbers::open(1, 1) });
        }
        table.insert(4, Numbers::open(1, 1));
        assert_eq!((table.get(0), table.get(1)), (Some(Numbers::HELD), None));
        assert!(table.get(4).is_some());
    }
}
