//! Stores sets of won positions: whole, or packed once memory runs short.

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use quick_cache::sync::Cache;
use shakmaty::Bitboard;

use super::layout::ProofSide;
use super::row::{KingRow, OF_ROW};
use super::wins::Wins;

/// Sets of squares in a block, a multiple of a row. Small blocks cost less to unpack, but much smaller ones would pack badly.
const SETS_OF_BLOCK: usize = 1 << 11;
/// The most blocks that stay unpacked for a while: 32 MiB.
const MOST_UNPACKED: usize = 1 << 11;

type Block = Arc<[Bitboard]>;

/// The blocks that were used last, unpacked.
#[derive(Debug)]
pub(in crate::solve) struct Unpacked {
    blocks: Cache<(u64, ProofSide, usize), Block>,
    sets: AtomicU64,
}

impl Default for Unpacked {
    fn default() -> Unpacked {
        Unpacked { blocks: Cache::new(MOST_UNPACKED), sets: AtomicU64::new(0) }
    }
}

/// A set of won positions.
#[derive(Debug)]
pub(in crate::solve) enum StoredWins {
    /// Uncompressed.
    Whole(Wins),
    /// Several times smaller, but slower to query.
    Packed(Packed),
}

impl StoredWins {
    /// The won squares of the defender's king in a placement.
    #[inline]
    pub fn squares(&self, mover: ProofSide, number: usize) -> Bitboard {
        match self {
            StoredWins::Whole(wins) => wins.side(mover)[number],
            StoredWins::Packed(packed) => packed.squares(mover, number),
        }
    }

    /// Copies the won squares of a row of placements.
    #[inline]
    pub fn copy_row(&self, mover: ProofSide, row: usize, to: &mut KingRow) {
        let number = row * OF_ROW;
        match self {
            StoredWins::Whole(wins) => to.copy_from_slice(&wins.side(mover)[number..][..OF_ROW]),
            StoredWins::Packed(packed) => {
                let block = packed.block(mover, number / SETS_OF_BLOCK);
                to.copy_from_slice(&block[number % SETS_OF_BLOCK..][..OF_ROW]);
            }
        }
    }

    /// The same for all placements, with one side to move.
    pub fn all_squares(&self, mover: ProofSide) -> Cow<'_, [Bitboard]> {
        match self {
            StoredWins::Whole(wins) => Cow::Borrowed(wins.side(mover)),
            StoredWins::Packed(packed) => Cow::Owned(packed.all_squares(mover)),
        }
    }

    /// Memory in bytes.
    pub fn bytes(&self) -> usize {
        match self {
            StoredWins::Whole(wins) => Wins::bytes(wins.attacker_to_move.len()),
            StoredWins::Packed(packed) => packed.bytes(),
        }
    }

    /// The same set packed; `None` if it is packed already.
    pub fn packed(&self, unpacked: &Arc<Unpacked>) -> Option<StoredWins> {
        match self {
            StoredWins::Whole(wins) => Some(StoredWins::Packed(Packed::of(wins, unpacked))),
            StoredWins::Packed(_) => None,
        }
    }
}

impl PartialEq for StoredWins {
    fn eq(&self, other: &StoredWins) -> bool {
        ProofSide::BOTH.into_iter().all(|mover| self.all_squares(mover) == other.all_squares(mover))
    }
}

/// A packed set: by side to move, blocks of sets.
#[derive(Debug)]
pub(in crate::solve) struct Packed {
    /// Unique within the graph.
    name: u64,
    blocks: [Box<[Box<[u8]>]>; 2],
    unpacked: Arc<Unpacked>,
}

impl Packed {
    fn of(wins: &Wins, unpacked: &Arc<Unpacked>) -> Packed {
        let blocks_of = |mover| wins.side(mover).chunks(SETS_OF_BLOCK).map(pack).collect();
        Packed {
            name: unpacked.sets.fetch_add(1, Ordering::Relaxed),
            blocks: ProofSide::BOTH.map(blocks_of),
            unpacked: Arc::clone(unpacked),
        }
    }

    fn squares(&self, mover: ProofSide, number: usize) -> Bitboard {
        self.block(mover, number / SETS_OF_BLOCK)[number % SETS_OF_BLOCK]
    }

    fn block(&self, mover: ProofSide, block: usize) -> Block {
        let key = (self.name, mover, block);
        self.unpacked.blocks.get(&key).unwrap_or_else(|| {
            let sets: Block = unpack(&self.blocks[mover as usize][block]).into();
            self.unpacked.blocks.insert(key, Arc::clone(&sets));
            sets
        })
    }

    fn all_squares(&self, mover: ProofSide) -> Vec<Bitboard> {
        self.blocks[mover as usize].iter().flat_map(|block| unpack(block)).collect()
    }

    fn bytes(&self) -> usize {
        self.blocks.iter().flatten().map(|block| block.len() + size_of::<Box<[u8]>>()).sum()
    }
}

fn pack(sets: &[Bitboard]) -> Box<[u8]> {
    let bytes: Vec<u8> = sets.iter().flat_map(|squares| squares.0.to_le_bytes()).collect();
    lz4_flex::compress_prepend_size(&bytes).into()
}

fn unpack(block: &[u8]) -> Vec<Bitboard> {
    let bytes = match lz4_flex::decompress_size_prepended(block) {
        Ok(bytes) => bytes,
        Err(error) => unreachable!("what was packed in memory is broken: {error}"),
    };
    bitboards_of_bytes(&bytes).collect()
}

/// Reads bitboards of eight bytes each, least significant byte first.
pub(in crate::solve) fn bitboards_of_bytes(bytes: &[u8]) -> impl Iterator<Item = Bitboard> {
    bytes.as_chunks().0.iter().map(|bits| Bitboard(u64::from_le_bytes(*bits)))
}
