//! A table of fixed size from keys to words of data, shared by all threads without locks.
//!
//! An entry is two words: the data, and the key combined with the data by exclusive or. A torn entry, written by two threads at
//! once, then fails to match its key and is not found (Hyatt and Mann, "A lock-less transposition-table implementation for
//! parallel search chess engines", 2002).

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};

use prefetch_index::prefetch_index;

use super::pages::{Pages, SharedWords};

const WORDS_PER_ENTRY: usize = 2;
const WORDS_PER_BUCKET: usize = WORDS_PER_ENTRY * KeyedTable::PLACES;

/// Entries of two words in buckets. Data is never 0: that is an empty place.
#[derive(Default)]
pub struct KeyedTable {
    memory: SharedWords,
    buckets: usize,
}

impl KeyedTable {
    /// The places of a bucket: four entries fill one cache line of 64 bytes.
    pub const PLACES: usize = 4;
    /// The bytes of one bucket.
    pub const BUCKET_BYTES: usize = WORDS_PER_BUCKET * size_of::<AtomicU64>();

    /// Makes an empty table of this many buckets. Without memory, as by default, a table holds nothing.
    ///
    /// # Errors
    /// If the system does not have the memory.
    pub fn of_buckets(buckets: usize, pages: Pages) -> io::Result<KeyedTable> {
        let words = buckets.checked_mul(WORDS_PER_BUCKET).ok_or(io::ErrorKind::OutOfMemory)?;
        Ok(KeyedTable { memory: SharedWords::zeroed(words, pages)?, buckets })
    }

    /// The number of buckets.
    pub fn buckets(&self) -> usize {
        self.buckets
    }

    /// The bucket of a key; `None` if the table has no memory.
    #[inline]
    pub fn bucket(&self, key: u64) -> Option<Bucket<'_>> {
        let start = self.start_of_bucket(key);
        self.memory.words().get(start..start + WORDS_PER_BUCKET).map(Bucket)
    }

    /// Fetches the bucket of a key before its use, so that the wait for memory overlaps with other work. (A plain load whose
    /// result is unused still stops the processor once its window of instructions is full: that was a fifth of the search's
    /// time.)
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch_index(self.memory.words(), self.start_of_bucket(key));
    }

    /// Empties the table by overwriting it.
    pub fn clear(&self) {
        self.memory.words().iter().for_each(|word| word.store(0, Ordering::Relaxed));
    }

    /// Keys and data of all entries, bucket by bucket; for an empty place the data is 0.
    pub fn entries(&self) -> impl Iterator<Item = (u64, u64)> {
        self.memory.words().chunks_exact(WORDS_PER_BUCKET).flat_map(|words| Bucket(words).entries())
    }

    fn start_of_bucket(&self, key: u64) -> usize {
        bucket_of(key, self.buckets) * WORDS_PER_BUCKET
    }
}

/// The number of a key's bucket among this many, which keys of random bits fill evenly.
#[inline]
pub fn bucket_of(key: u64, buckets: usize) -> usize {
    ((u128::from(key) * buckets as u128) >> 64) as usize
}

/// The places where an entry of some key may be.
#[derive(Clone, Copy)]
pub struct Bucket<'a>(&'a [AtomicU64]);

impl Bucket<'_> {
    /// Keys and data by place; data of 0 is an empty place.
    #[inline]
    pub fn entries(self) -> impl Iterator<Item = (u64, u64)> {
        self.0.chunks_exact(WORDS_PER_ENTRY).map(|entry| {
            let data = entry[1].load(Ordering::Relaxed);
            (entry[0].load(Ordering::Relaxed) ^ data, data)
        })
    }

    /// The place of a key's entry, and its data; `None` if there is none.
    #[inline]
    pub fn find(self, key: u64) -> Option<(usize, u64)> {
        let found = |(place, (stored, data))| (stored == key && data != 0).then_some((place, data));
        self.entries().enumerate().find_map(found)
    }

    /// The data stored for a key; `None` if there is none.
    #[inline]
    pub fn data_of(self, key: u64) -> Option<u64> {
        self.find(key).map(|(_, data)| data)
    }

    /// Puts an entry into one of the places.
    #[inline]
    pub fn store(self, place: usize, key: u64, data: u64) {
        self.0[place * WORDS_PER_ENTRY].store(key ^ data, Ordering::Relaxed);
        self.0[place * WORDS_PER_ENTRY + 1].store(data, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_found_by_its_key_alone_until_another_takes_its_place() {
        let table = KeyedTable::of_buckets(3, Pages::AsNeeded).unwrap();
        let bucket = table.bucket(77).unwrap();
        bucket.store(2, 77, 5);
        assert_eq!((bucket.data_of(77), bucket.data_of(78)), (Some(5), None));
        assert_eq!(table.entries().filter(|entry| *entry == (77, 5)).count(), 1);
        bucket.store(2, 78, 6);
        assert_eq!((bucket.data_of(77), bucket.data_of(78)), (None, Some(6)));
        table.clear();
        assert!(table.entries().all(|entry| entry == (0, 0)));
    }

    #[test]
    fn an_entry_torn_between_two_writers_is_not_found() {
        let table = KeyedTable::of_buckets(1, Pages::Now).unwrap();
        let bucket = table.bucket(1).unwrap();
        bucket.store(0, 1, 5);
        bucket.0[1].store(6, Ordering::Relaxed);
        assert_eq!(bucket.data_of(1), None);
    }

    #[test]
    fn key_0_is_not_found_in_empty_places() {
        let table = KeyedTable::of_buckets(1, Pages::AsNeeded).unwrap();
        assert_eq!(table.bucket(0).unwrap().data_of(0), None);
        assert!(KeyedTable::default().bucket(0).is_none());
    }
}
