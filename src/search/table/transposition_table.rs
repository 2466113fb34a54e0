//! The transposition table: what earlier searches found.

use thiserror::Error;

use crate::board::PackedMove;
use crate::score::Score;
use crate::search::root::report::Bound;
use crate::threads::{KeyedTable, Pages};

const MEBIBYTE: usize = 1 << 20;
const AGE_BITS: u32 = 6;
const AGE_MASK: u8 = (1 << AGE_BITS) - 1;
/// Stored instead of a static value if the side to move is in check.
const NO_STATIC_VALUE: i16 = i16::MIN;
/// Buckets that the estimate of the fill looks at.
const SAMPLED_BUCKETS: usize = 250;

/// The table could not be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no memory for a hash of {mebibytes} MiB; the hash stays at {remaining} MiB")]
pub struct TableError {
    /// The requested size, in MiB.
    pub mebibytes: usize,
    /// The size that is in use instead, in MiB.
    pub remaining: usize,
}

/// The table's facts about a position.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct Entry {
    /// The best or refuting move, if any.
    pub best: PackedMove,
    /// The value, counted from the root of the probing search.
    pub score: Score,
    /// The static value; `None` in check.
    pub static_value: Option<Score>,
    /// Depth of the search behind `score`, in plies.
    pub depth: i32,
    /// How `score` relates to the true value.
    pub bound: Bound,
}

/// The transposition table.
pub(in crate::search) struct TranspositionTable {
    entries: KeyedTable,
    mebibytes: usize,
    age: u8,
}

impl TranspositionTable {
    /// Makes a table without memory, which stores nothing.
    pub fn empty() -> TranspositionTable {
        TranspositionTable { entries: KeyedTable::default(), mebibytes: 0, age: 0 }
    }

    /// Sets the size of the table in MiB and empties it. The system provides zeroed memory.
    ///
    /// # Errors
    /// If the system does not have the memory. The table then has its old size and is empty.
    pub fn resize(&mut self, mebibytes: usize) -> Result<(), TableError> {
        let remaining = self.mebibytes;
        // The old memory is freed first, so that both need not fit at once.
        *self = TranspositionTable::empty();
        self.allocate(mebibytes).map_err(|()| {
            // All that is left to try is to take back the memory just freed.
            let remaining = if self.allocate(remaining).is_ok() { remaining } else { 0 };
            TableError { mebibytes, remaining }
        })
    }

    fn allocate(&mut self, mebibytes: usize) -> Result<(), ()> {
        let buckets = mebibytes.checked_mul(MEBIBYTE).ok_or(())? / KeyedTable::BUCKET_BYTES;
        let entries = KeyedTable::of_buckets(buckets, Pages::Now).map_err(drop)?;
        *self = TranspositionTable { entries, mebibytes, age: 0 };
        Ok(())
    }

    /// Empties the table by overwriting it.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.age = 0;
    }

    /// Returns the size, in MiB.
    pub fn mebibytes(&self) -> usize {
        self.mebibytes
    }

    /// Makes the entries of earlier searches the first to be replaced.
    pub fn begin_search(&mut self) {
        self.age = (self.age + 1) & AGE_MASK;
    }

    /// Returns the entry of the position with this key, with its score counted for a node `ply` plies from the root.
    pub fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        unpack(self.entries.bucket(key)?.data_of(key)?, ply)
    }

    /// Fetches what is stored for a key before its use.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        self.entries.prefetch(key);
    }

    /// Stores an entry in place of the least valuable one of its bucket: the shallowest, older ones first.
    pub fn store(&self, key: u64, ply: usize, entry: &Entry) {
        let Some(bucket) = self.entries.bucket(key) else { return };
        let mut victim = 0;
        let mut least = i32::MAX;
        let mut best = entry.best;
        for (place, (stored, data)) in bucket.entries().enumerate() {
            if stored == key && data != 0 {
                if self.is_worth_storing(data, entry) {
                    return;
                }
                if best == PackedMove::NONE {
                    best = PackedMove::from_bits(data as u16);
                }
                victim = place;
                break;
            }
            let worth = self.worth(data);
            if worth < least {
                least = worth;
                victim = place;
            }
        }
        bucket.store(victim, key, pack(&Entry { best, ..*entry }, ply, self.age));
    }

    /// Returns how much of the table this search has filled, in permille, from a sample.
    pub fn permille_used(&self) -> u32 {
        let sampled = self.entries.buckets().min(SAMPLED_BUCKETS) * KeyedTable::PLACES;
        if sampled == 0 {
            return 0;
        }
        let is_used = |(_, data): &(u64, u64)| *data != 0 && age_of(*data) == self.age;
        let used = self.entries.entries().take(sampled).filter(is_used).count();
        (used * 1000 / sampled) as u32
    }

    /// Returns whether an entry of the same position stays: it is clearly deeper, of this search, and as exact.
    fn is_worth_storing(&self, data: u64, entry: &Entry) -> bool {
        const CLEARLY: i32 = 4;
        entry.bound != Bound::Exact && age_of(data) == self.age && depth_of(data) > entry.depth + CLEARLY
    }

    fn worth(&self, data: u64) -> i32 {
        const WORTH_OF_A_SEARCH: i32 = 4;
        if data == 0 {
            return i32::MIN;
        }
        let searches_ago = i32::from(self.age.wrapping_sub(age_of(data)) & AGE_MASK);
        depth_of(data) - WORTH_OF_A_SEARCH * searches_ago
    }
}

fn pack(entry: &Entry, ply: usize, age: u8) -> u64 {
    let score = entry.score.counted_from_node(ply).value() as i16;
    let static_value = entry.static_value.map_or(NO_STATIC_VALUE, |value| value.value() as i16);
    let bound: u8 = match entry.bound {
        Bound::Lower => 1,
        Bound::Upper => 2,
        Bound::Exact => 3,
    };
    u64::from(entry.best.bits())
        | u64::from(score as u16) << 16
        | u64::from(static_value as u16) << 32
        | u64::from(entry.depth.clamp(0, 255) as u8) << 48
        | u64::from(age << 2 | bound) << 56
}

fn unpack(data: u64, ply: usize) -> Option<Entry> {
    let bound = match data >> 56 & 3 {
        1 => Bound::Lower,
        2 => Bound::Upper,
        3 => Bound::Exact,
        _ => return None,
    };
    let static_value = (data >> 32) as i16;
    Some(Entry {
        best: PackedMove::from_bits(data as u16),
        score: Score::from_value(i32::from((data >> 16) as i16)).counted_from_root(ply),
        static_value: (static_value != NO_STATIC_VALUE).then(|| Score::from_value(i32::from(static_value))),
        depth: depth_of(data),
        bound,
    })
}

fn depth_of(data: u64) -> i32 {
    i32::from((data >> 48) as u8)
}

fn age_of(data: u64) -> u8 {
    (data >> 58) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: i32, bound: Bound, score: Score) -> Entry {
        Entry {
            best: PackedMove::from_bits(77),
            score,
            static_value: Some(Score::centipawns(-31)),
            depth,
            bound,
        }
    }

    #[test]
    fn what_is_stored_is_found_again() {
        let mut table = TranspositionTable::empty();
        table.resize(1).unwrap();
        table.store(0x1234_5678_9abc_def0, 3, &entry(9, Bound::Lower, Score::mate_in(11)));
        let found = table.probe(0x1234_5678_9abc_def0, 5).unwrap();
        assert_eq!(found.best.bits(), 77);
        assert_eq!(found.depth, 9);
        assert_eq!(found.bound, Bound::Lower);
        assert_eq!(found.static_value, Some(Score::centipawns(-31)));
        assert_eq!(
            found.score,
            Score::mate_in(13),
            "the mate is eight plies from the node, wherever it is met"
        );
        assert!(table.probe(0x1234_5678_9abc_def1, 5).is_none());
    }

    #[test]
    fn a_cleared_table_is_as_new() {
        let mut table = TranspositionTable::empty();
        table.resize(1).unwrap();
        table.begin_search();
        table.store(3, 0, &entry(5, Bound::Exact, Score::DRAW));
        table.clear();
        assert!(table.probe(3, 0).is_none());
        assert_eq!((table.mebibytes(), table.age, table.permille_used()), (1, 0, 0));
    }

    #[test]
    fn a_full_bucket_gives_up_its_shallowest_entry() {
        let mut table = TranspositionTable::empty();
        table.resize(1).unwrap();
        for (key, depth) in [(1, 5), (2, 3), (3, 8), (4, 6), (5, 7)] {
            table.store(key, 0, &entry(depth, Bound::Upper, Score::DRAW));
        }
        assert!(table.probe(2, 0).is_none());
        assert!([1, 3, 4, 5].into_iter().all(|key| table.probe(key, 0).is_some()));
    }

    #[test]
    fn an_impossible_size_keeps_the_old_one() {
        let mut table = TranspositionTable::empty();
        table.resize(1).unwrap();
        assert_eq!(table.resize(usize::MAX), Err(TableError { mebibytes: usize::MAX, remaining: 1 }));
        assert_eq!(table.mebibytes(), 1);
    }

    #[test]
    fn an_empty_table_finds_nothing_and_takes_nothing() {
        let table = TranspositionTable::empty();
        table.store(9, 0, &entry(5, Bound::Exact, Score::DRAW));
        assert!(table.probe(9, 0).is_none());
        assert_eq!(table.permille_used(), 0);
    }
}
