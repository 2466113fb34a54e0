//! The proof search's bounded table: proof and disproof numbers, mates and refutations, by position and length.

use memmap2::MmapMut;
use zerocopy::FromBytes;

use super::numbers::Numbers;
use crate::board::PackedMove;
use crate::threads::{bucket_of, zeroed};

const MEBIBYTE: usize = 1 << 20;
const ENTRIES_PER_BUCKET: usize = 8;

/// The stored facts about one position for one length of the remaining search.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// Position (and clock, where it matters). Zero with no work is an empty place.
    key: u64,
    proof: u32,
    disproof: u32,
    best: PackedMove,
    /// In an unsettled entry the plies that remained, otherwise the length of the fact.
    plies: u8,
    /// Logarithm of the work behind the entry; the entry with the least work is replaced first. Zero is an empty place.
    work: u8,
}

/// An entry in memory: three words, all zero if there is none.
type Words = [u64; 3];

impl Entry {
    fn from_words([key, numbers, rest]: Words) -> Entry {
        Entry {
            key,
            proof: (numbers >> 32) as u32,
            disproof: numbers as u32,
            best: PackedMove::from_bits(rest as u16),
            plies: (rest >> 16) as u8,
            work: (rest >> 24) as u8,
        }
    }

    fn into_words(self) -> Words {
        let numbers = u64::from(self.proof) << 32 | u64::from(self.disproof);
        let rest = u64::from(self.best.bits()) | u64::from(self.plies) << 16 | u64::from(self.work) << 24;
        [self.key, numbers, rest]
    }

    fn is_mate(&self) -> bool {
        self.proof == 0
    }

    fn is_no_mate(&self) -> bool {
        self.disproof == 0
    }

    fn numbers(&self) -> Numbers {
        Numbers { proof: self.proof, disproof: self.disproof, plies: self.plies }
    }

    /// Returns whether a new entry would say at least as much as this one.
    fn is_implied_by(&self, numbers: Numbers, remaining: u8) -> bool {
        if numbers.is_mate() {
            self.plies >= numbers.plies && !self.is_no_mate()
        } else if numbers.is_no_mate() {
            self.plies <= numbers.plies && !self.is_mate()
        } else {
            self.plies == remaining && !self.is_mate() && !self.is_no_mate()
        }
    }
}

/// The table's facts about a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct KnownNumbers {
    /// The settled numbers, or those reached so far with the same plies remaining; `None` if there are none.
    pub numbers: Option<Numbers>,
    /// The best move found, perhaps with other plies remaining.
    pub best: PackedMove,
}

/// The table. It belongs to one search at a time.
pub(super) struct ProofTable {
    memory: Option<MmapMut>,
    buckets: usize,
}

impl ProofTable {
    /// Makes a table of about this many MiB, at least one bucket; a smaller one if the system does not have the memory.
    pub fn new(mebibytes: usize) -> ProofTable {
        let bytes_per_bucket = ENTRIES_PER_BUCKET * size_of::<Words>();
        let mut buckets = (mebibytes.saturating_mul(MEBIBYTE) / bytes_per_bucket).max(1);
        loop {
            match zeroed(buckets * bytes_per_bucket) {
                Ok(memory) => return ProofTable { memory: Some(memory), buckets },
                Err(_) if buckets > 1 => buckets /= 2,
                Err(_) => return ProofTable { memory: None, buckets: 0 },
            }
        }
    }

    fn words(&self) -> &[Words] {
        let words = self.memory.as_deref().map(<[Words]>::ref_from_bytes);
        words.and_then(Result::ok).unwrap_or_default()
    }

    fn words_mut(&mut self) -> &mut [Words] {
        let words = self.memory.as_deref_mut().map(<[Words]>::mut_from_bytes);
        words.and_then(Result::ok).unwrap_or_default()
    }

    /// Returns what is known about a position with this many plies remaining.
    pub fn probe(&self, key: u64, remaining: u8) -> KnownNumbers {
        let mut known = KnownNumbers { numbers: None, best: PackedMove::NONE };
        let start = self.start_of_bucket(key);
        let Some(bucket) = self.words().get(start..start + ENTRIES_PER_BUCKET) else { return known };
        for words in bucket {
            if words[0] != key {
                continue;
            }
            let entry = Entry::from_words(*words);
            if entry.work == 0 {
                continue;
            }
            let is_settled =
                entry.is_mate() && entry.plies <= remaining || entry.is_no_mate() && entry.plies >= remaining;
            let is_same_search = !entry.is_mate() && !entry.is_no_mate() && entry.plies == remaining;
            if is_settled || is_same_search || known.best == PackedMove::NONE {
                known.best = entry.best;
            }
            if is_settled {
                known.numbers = Some(entry.numbers());
                return known;
            }
            if is_same_search {
                known.numbers = Some(entry.numbers());
            }
        }
        known
    }

    /// Stores a result in place of the entries that it implies, or of the one with the least work.
    pub fn store(&mut self, key: u64, remaining: u8, numbers: Numbers, best: PackedMove, work: u64) {
        let start = self.start_of_bucket(key);
        let Some(bucket) = self.words_mut().get_mut(start..start + ENTRIES_PER_BUCKET) else { return };
        let mut victim = None;
        let mut least = (u8::MAX, 0);
        for (index, words) in bucket.iter_mut().enumerate() {
            let entry = Entry::from_words(*words);
            if entry.work > 0 && entry.key == key && entry.is_implied_by(numbers, remaining) {
                // Removes every implied entry, and takes the place of the first.
                *words = Words::default();
                victim = victim.or(Some(index));
            }
            least = least.min((entry.work, index));
        }
        let entry = Entry {
            key,
            proof: numbers.proof,
            disproof: numbers.disproof,
            best,
            plies: if numbers.is_settled() { numbers.plies } else { remaining },
            work: (1 + work.max(1).ilog2()) as u8,
        };
        bucket[victim.unwrap_or(least.1)] = entry.into_words();
    }

    fn start_of_bucket(&self, key: u64) -> usize {
        bucket_of(key, self.buckets) * ENTRIES_PER_BUCKET
    }
}
