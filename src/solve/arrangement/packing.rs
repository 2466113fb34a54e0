//! Stores sets of won positions: whole, or packed once memory runs short, in memory or in a file.

use std::borrow::Cow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use quick_cache::Weighter;
use quick_cache::sync::Cache;
use shakmaty::Bitboard;

use super::layout::ProofSide;
use super::row::{KingRow, OF_ROW};
use super::wins::Wins;
use crate::solve::disk::{BlockFile, Span};

/// Sets of squares in a block, a multiple of a row. Small blocks cost less to unpack, but much smaller ones would pack badly.
const SETS_OF_BLOCK: usize = 1 << 11;
/// The memory of the blocks that stay unpacked for a while, in bytes: 32 MiB.
const MOST_UNPACKED_BYTES: u64 = 1 << 25;
/// The blocks that find room there, if all are large.
const LARGE_BLOCKS: usize = 1 << 11;

type Block = Arc<[Bitboard]>;

/// A set's name, a side to move, and the number of a block.
type BlockName = (u64, ProofSide, usize);

/// The memory of a block, in bytes.
#[derive(Clone, Debug)]
struct BlockBytes;

impl Weighter<BlockName, Block> for BlockBytes {
    fn weight(&self, name: &BlockName, block: &Block) -> u64 {
        (size_of_val::<[Bitboard]>(block) + size_of_val(name)) as u64
    }
}

/// The blocks that were used last, unpacked, and the file that holds packed ones, if there is one.
#[derive(Debug)]
pub(in crate::solve) struct Unpacked {
    blocks: Cache<BlockName, Block, BlockBytes>,
    sets: AtomicU64,
    file: OnceLock<BlockFile>,
}

impl Default for Unpacked {
    fn default() -> Unpacked {
        Unpacked {
            blocks: Cache::with_weighter(LARGE_BLOCKS, MOST_UNPACKED_BYTES, BlockBytes),
            sets: AtomicU64::new(0),
            file: OnceLock::new(),
        }
    }
}

impl Unpacked {
    /// The cache for sets that a file holds.
    pub fn of_file(file: BlockFile) -> Unpacked {
        Unpacked { file: file.into(), ..Unpacked::default() }
    }

    /// The file that holds packed blocks; `None` without one.
    pub fn file(&self) -> Option<&BlockFile> {
        self.file.get()
    }

    fn next_name(&self) -> u64 {
        self.sets.fetch_add(1, Ordering::Relaxed)
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

    /// A copy of the set, uncompressed.
    pub fn unpacked(&self) -> Wins {
        let of = |mover| self.all_squares(mover).into();
        Wins { attacker_to_move: of(ProofSide::Attacker), defender_to_move: of(ProofSide::Defender) }
    }

    /// Memory in bytes.
    pub fn bytes(&self) -> usize {
        let sets = match self {
            StoredWins::Whole(wins) => Wins::bytes(wins.attacker_to_move.len()),
            StoredWins::Packed(packed) => packed.bytes(),
        };
        size_of::<StoredWins>() + sets
    }

    /// The same set packed; `None` if it is packed already.
    pub fn packed(&self, unpacked: &Arc<Unpacked>) -> Option<StoredWins> {
        match self {
            StoredWins::Whole(wins) => Some(StoredWins::Packed(Packed::of(wins, unpacked))),
            StoredWins::Packed(_) => None,
        }
    }

    /// A set of that many placements whose packed blocks a file holds, by side to move.
    pub fn in_file(placements: usize, blocks: [Box<[Span]>; 2], unpacked: &Arc<Unpacked>) -> StoredWins {
        let blocks = blocks.map(Blocks::InFile);
        let unpacked = Arc::clone(unpacked);
        StoredWins::Packed(Packed { name: unpacked.next_name(), placements, blocks, unpacked })
    }

    /// The packed blocks in memory, by side to move; `None` if the set is whole, or if a file holds them.
    pub fn blocks_in_memory(&self) -> Option<[&[Box<[u8]>]; 2]> {
        let StoredWins::Packed(Packed {
            blocks: [Blocks::InMemory(first), Blocks::InMemory(second)], ..
        }) = self
        else {
            return None;
        };
        Some([first, second])
    }

    /// Whether a file holds the set.
    pub fn is_in_file(&self) -> bool {
        matches!(self, StoredWins::Packed(Packed { blocks: [Blocks::InFile(_), _], .. }))
    }
}

/// The number of blocks of a set of that many placements.
pub(in crate::solve) fn blocks_of(placements: usize) -> usize {
    placements.div_ceil(SETS_OF_BLOCK)
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
    placements: usize,
    blocks: [Blocks; 2],
    unpacked: Arc<Unpacked>,
}

/// Packed blocks, and where they are.
#[derive(Debug)]
enum Blocks {
    InMemory(Box<[Box<[u8]>]>),
    InFile(Box<[Span]>),
}

impl Blocks {
    /// Memory in bytes.
    fn bytes(&self) -> usize {
        match self {
            Blocks::InMemory(blocks) => blocks.iter().map(|block| block.len() + size_of::<Box<[u8]>>()).sum(),
            Blocks::InFile(spans) => size_of_val::<[Span]>(spans),
        }
    }
}

impl Packed {
    fn of(wins: &Wins, unpacked: &Arc<Unpacked>) -> Packed {
        let blocks_of = |mover| Blocks::InMemory(wins.side(mover).chunks(SETS_OF_BLOCK).map(pack).collect());
        Packed {
            name: unpacked.next_name(),
            placements: wins.attacker_to_move.len(),
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
            let sets: Block = self.unpack(mover, block).into();
            self.unpacked.blocks.insert(key, Arc::clone(&sets));
            sets
        })
    }

    /// Unpacks a block. One that the file does not give any more is empty; [`BlockFile::failure`] then ends the run.
    fn unpack(&self, mover: ProofSide, block: usize) -> Vec<Bitboard> {
        match &self.blocks[mover as usize] {
            Blocks::InMemory(blocks) => match unpack(&blocks[block]) {
                Ok(sets) => sets,
                Err(error) => unreachable!("what was packed in memory is broken: {error}"),
            },
            Blocks::InFile(spans) => {
                let most = self.placements - block * SETS_OF_BLOCK;
                self.unpack_from_file(spans[block], most.min(SETS_OF_BLOCK))
            }
        }
    }

    fn unpack_from_file(&self, span: Span, count: usize) -> Vec<Bitboard> {
        let nothing = || vec![Bitboard::EMPTY; count];
        let Some(file) = self.unpacked.file() else { return nothing() };
        let Some(bytes) = file.read(span) else { return nothing() };
        unpack(&bytes).ok().filter(|sets| sets.len() == count).unwrap_or_else(|| {
            file.is_wrong();
            nothing()
        })
    }

    fn all_squares(&self, mover: ProofSide) -> Vec<Bitboard> {
        (0..blocks_of(self.placements)).flat_map(|block| self.unpack(mover, block)).collect()
    }

    fn bytes(&self) -> usize {
        self.blocks.iter().map(Blocks::bytes).sum()
    }
}

fn pack(sets: &[Bitboard]) -> Box<[u8]> {
    let bytes: Vec<u8> = sets.iter().flat_map(|squares| squares.0.to_le_bytes()).collect();
    lz4_flex::compress_prepend_size(&bytes).into()
}

fn unpack(block: &[u8]) -> Result<Vec<Bitboard>, lz4_flex::block::DecompressError> {
    Ok(bitboards_of_bytes(&lz4_flex::decompress_size_prepended(block)?).collect())
}

/// Reads bitboards of eight bytes each, least significant byte first.
pub(in crate::solve) fn bitboards_of_bytes(bytes: &[u8]) -> impl Iterator<Item = Bitboard> {
    bytes.as_chunks().0.iter().map(|bits| Bitboard(u64::from_le_bytes(*bits)))
}
