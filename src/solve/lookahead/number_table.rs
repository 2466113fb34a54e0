//! Remembers the numbers of positions in a table of limited size. Threads share it by reference.

use super::numbers::Numbers;
use crate::threads::{KeyedTable, Pages};

/// Positions to remember for each that a search looks at: those after its moves, many of which are met again.
pub(super) const REMEMBERED_OF_ONE: usize = 8;

/// What searches for one attacker remember. Later searches from other positions use it, too. By default it remembers nothing.
#[derive(Default)]
pub(in crate::solve) struct NumberTable {
    entries: KeyedTable,
}

/// What an entry is worth when its bucket is full. The least worth goes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Worth {
    /// An empty place.
    Nothing,
    /// Not settled for good: the numbers of a position grow with the work on it.
    Work(u32),
    /// The proof of another position may need it.
    Final,
}

impl Worth {
    fn of(word: u64) -> Worth {
        match Numbers::from_word(word) {
            None => Worth::Nothing,
            Some(numbers) if numbers.is_final() => Worth::Final,
            Some(numbers) => Worth::Work(numbers.proof.saturating_add(numbers.disproof)),
        }
    }
}

impl NumberTable {
    /// An empty table with room for this many positions, rounded up to whole buckets. Without memory for it, the table remembers
    /// nothing.
    pub fn for_positions(positions: usize) -> NumberTable {
        let buckets = positions.div_ceil(KeyedTable::PLACES);
        NumberTable { entries: KeyedTable::of_buckets(buckets, Pages::AsNeeded).unwrap_or_default() }
    }

    /// How many positions have room in this much memory in bytes.
    pub fn positions_in(bytes: usize) -> usize {
        bytes / KeyedTable::BUCKET_BYTES * KeyedTable::PLACES
    }

    /// Makes room for this many positions, and keeps what is remembered. Without memory for them it stays as it is.
    pub fn grow(&mut self, positions: usize) {
        if positions <= self.room() {
            return;
        }
        let larger = NumberTable::for_positions(positions);
        if larger.room() == 0 {
            return;
        }
        for (key, word) in self.entries.entries() {
            if let Some(numbers) = Numbers::from_word(word) {
                larger.insert(key, numbers);
            }
        }
        *self = larger;
    }

    /// How many positions have room.
    fn room(&self) -> usize {
        self.entries.buckets() * KeyedTable::PLACES
    }

    /// Fetches what is remembered of a position before its use.
    pub(super) fn prefetch(&self, key: u64) {
        self.entries.prefetch(key);
    }

    /// The numbers of a position; `None` if they are not remembered.
    pub(super) fn get(&self, key: u64) -> Option<Numbers> {
        Numbers::from_word(self.entries.bucket(key)?.data_of(key)?)
    }

    /// Forgets positions.
    pub(super) fn forget(&self, keys: impl IntoIterator<Item = u64>) {
        for key in keys {
            let Some(bucket) = self.entries.bucket(key) else { return };
            if let Some((place, _)) = bucket.find(key) {
                bucket.store(place, 0, 0);
            }
        }
    }

    /// Remembers a position. In a full bucket, what took the least work goes first.
    ///
    /// What is settled for good stays as it is, unless a shorter win is found: a thread that knows less may come later, and the
    /// plies of a proof must fall from each position to the next. Two threads that write at the same moment may still break
    /// that. The proof then lacks a position, so that it is not accepted.
    pub(super) fn insert(&self, key: u64, numbers: Numbers) {
        let Some(bucket) = self.entries.bucket(key) else { return };
        let place = match bucket.find(key) {
            Some((place, word)) => Some(place).filter(|_| replaces(numbers, word)),
            None => {
                let places = bucket.entries().enumerate();
                let worth = places.map(|(place, (_, word))| (Worth::of(word), place));
                let least = worth.min().filter(|(worth, _)| *worth < Worth::Final || numbers.is_final());
                least.map(|(_, place)| place)
            }
        };
        if let Some(place) = place {
            bucket.store(place, key, numbers.into_word());
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&self) {
        self.entries.clear();
    }
}

/// Whether new numbers replace those in the word of the same position.
fn replaces(numbers: Numbers, word: u64) -> bool {
    Numbers::from_word(word).is_none_or(|known| {
        let is_better = numbers.is_won() && numbers.plies() < known.plies();
        !known.is_final() || is_better
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_settled_stays_unless_a_shorter_win_is_found() {
        let table = NumberTable::for_positions(1);
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
        table.forget([7]);
        assert_eq!(table.get(7), None);
    }

    #[test]
    fn in_a_full_bucket_the_least_work_goes_first_and_what_is_settled_last() {
        let table = NumberTable::for_positions(1);
        let [settled, hard, harder, easy] =
            [Numbers::HELD, Numbers::open(1, 9), Numbers::open(20, 3), Numbers::open(1, 1)];
        for (key, numbers) in [(1, settled), (2, hard), (3, harder), (4, easy), (5, hard)] {
            table.insert(key, numbers);
        }
        assert_eq!(table.get(4), None);
        assert_eq!([1, 2, 3, 5].map(|key| table.get(key)), [settled, hard, harder, hard].map(Some));
        for key in 6..9 {
            table.insert(key, Numbers::won(1));
        }
        assert!([1, 6, 7, 8].into_iter().all(|key| table.get(key).is_some()));
        table.insert(9, easy);
        assert_eq!(table.get(9), None);
        table.insert(10, Numbers::HELD);
        assert_eq!(table.get(10), Some(Numbers::HELD));
    }

    #[test]
    fn a_table_that_grows_keeps_what_it_remembers() {
        let mut table = NumberTable::default();
        table.insert(1, Numbers::HELD);
        assert_eq!(table.get(1), None);
        table.grow(100);
        let remembered = || (1..10).map(|number| (u64::from(number) << 59, Numbers::open(number, 2)));
        remembered().for_each(|(key, numbers)| table.insert(key, numbers));
        table.grow(1000);
        assert!(table.room() >= 1000);
        assert!(remembered().all(|(key, numbers)| table.get(key) == Some(numbers)));
        table.grow(10);
        assert!(table.room() >= 1000);
    }
}
