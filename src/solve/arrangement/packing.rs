//! Stores sets of won positions: whole, or packed once memory runs short.

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use quick_cache::sync::Cache;
use shakmaty::Bitboard;

use super::layout::Side;
use super::retrograde::Wins;

/// Words in a block. Small blocks cost less to unpack, but much smaller ones would pack badly.
const WORDS_OF_BLOCK: usize = 1 << 11;
/// The most blocks that stay unpacked for a while: 32 MiB.
const MOST_UNPACKED: usize = 1 << 11;

type Block = Arc<[Bitboard]>;

/// The blocks that were used last, unpacked.
#[derive(Debug)]
pub(in crate::solve) struct Unpacked {
    blocks: Cache<(u64, Side, usize), Block>,
    sets: AtomicU64,
}

impl Default for Unpacked {
    fn default() -> Unpacked {
        Unpacked { blocks: Cache::new(MOST_UNPACKED), sets: AtomicU64::new(0) }
    }
}

/// A set of won positions.
#[derive(Debug)]
pub(in crate::solve) enum Kept {
    /// Uncompressed.
    Whole(Wins),
    /// Several times smaller, but slower to query.
    Packed(Packed),
}

impl Kept {
    /// The word of a placement.
    #[inline]
    pub fn word(&self, mover: Side, number: usize) -> Bitboard {
        match self {
            Kept::Whole(wins) => wins.side(mover)[number],
            Kept::Packed(packed) => packed.word(mover, number),
        }
    }

    /// All words for one side to move.
    pub fn words(&self, mover: Side) -> Cow<'_, [Bitboard]> {
        match self {
            Kept::Whole(wins) => Cow::Borrowed(wins.side(mover)),
            Kept::Packed(packed) => Cow::Owned(packed.words(mover)),
        }
    }

    /// Memory in bytes.
    pub fn bytes(&self) -> usize {
        match self {
            Kept::Whole(wins) => Wins::bytes(wins.attacker_to_move.len()),
            Kept::Packed(packed) => packed.bytes(),
        }
    }

    /// The same set packed; `None` if it is packed already.
    pub fn packed(&self, unpacked: &Arc<Unpacked>) -> Option<Kept> {
        match self {
            Kept::Whole(wins) => Some(Kept::Packed(Packed::of(wins, unpacked))),
            Kept::Packed(_) => None,
        }
    }
}

impl PartialEq for Kept {
    fn eq(&self, other: &Kept) -> bool {
        Side::BOTH.into_iter().all(|mover| self.words(mover) == other.words(mover))
    }
}

/// A packed set: by side to move, blocks of words.
#[derive(Debug)]
pub(in crate::solve) struct Packed {
    /// Unique within the graph.
    name: u64,
    blocks: [Box<[Box<[u8]>]>; 2],
    unpacked: Arc<Unpacked>,
}

impl Packed {
    fn of(wins: &Wins, unpacked: &Arc<Unpacked>) -> Packed {
        let blocks_of = |mover| wins.side(mover).chunks(WORDS_OF_BLOCK).map(pack).collect();
        Packed {
            name: unpacked.sets.fetch_add(1, Ordering::Relaxed),
            blocks: Side::BOTH.map(blocks_of),
            unpacked: Arc::clone(unpacked),
        }
    }

    fn word(&self, mover: Side, number: usize) -> Bitboard {
        let (block, place) = (number / WORDS_OF_BLOCK, number % WORDS_OF_BLOCK);
        let key = (self.name, mover, block);
        let words = self.unpacked.blocks.get(&key).unwrap_or_else(|| {
            let words: Block = unpack(&self.blocks[mover as usize][block]).into();
            self.unpacked.blocks.insert(key, Arc::clone(&words));
            words
        });
        words[place]
    }

    fn words(&self, mover: Side) -> Vec<Bitboard> {
        self.blocks[mover as usize].iter().flat_map(|block| unpack(block)).collect()
    }

    fn bytes(&self) -> usize {
        self.blocks.iter().flatten().map(|block| block.len() + size_of::<Box<[u8]>>()).sum()
    }
}

fn pack(words: &[Bitboard]) -> Box<[u8]> {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.0.to_le_bytes()).collect();
    lz4_flex::compress_prepend_size(&bytes).into()
}

fn unpack(block: &[u8]) -> Vec<Bitboard> {
    let bytes = match lz4_flex::decompress_size_prepended(block) {
        Ok(bytes) => bytes,
        Err(error) => unreachable!("what was packed in memory is broken: {error}"),
    };
    words_of_bytes(&bytes).collect()
}

/// Reads words of eight bytes each, least significant byte first.
pub(in crate::solve) fn words_of_bytes(bytes: &[u8]) -> impl Iterator<Item = Bitboard> {
    bytes.as_chunks().0.iter().map(|word| Bitboard(u64::from_le_bytes(*word)))
}
