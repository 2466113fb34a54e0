//! The packed form of one question's sets: blocks that can be unpacked one by one, after a table of their lengths.

use std::io;

use shakmaty::Bitboard;

use super::layout::SetLayout;
use super::sets::WonSets;

/// Sets in a block. Larger blocks pack better but take longer to unpack, some twenty microseconds at this size.
const SETS_OF_BLOCK: usize = 1 << 12;

/// Bytes of a set.
const SET_BYTES: usize = size_of::<Bitboard>();

/// Bytes of a block's length in the table.
const LENGTH_BYTES: usize = size_of::<u32>();

/// Dense enough, and quick enough to pack a material while the next is being solved.
const COMPRESSION_LEVEL: i32 = 12;

/// Where the blocks of a question lie in its packed form.
#[derive(Debug)]
pub(super) struct BlockTable {
    /// The ends of the blocks, in bytes after the table, with the attacker to move first.
    ends: Vec<u64>,
    /// The blocks for each side to move.
    of_side: usize,
    sets: usize,
}

impl BlockTable {
    /// Returns the bytes of the table of a layout.
    pub fn bytes(layout: &SetLayout) -> usize {
        2 * layout.sets().div_ceil(SETS_OF_BLOCK) * LENGTH_BYTES
    }

    /// Reads a table.
    pub fn of_bytes(layout: &SetLayout, bytes: &[u8]) -> BlockTable {
        let mut end = 0;
        let lengths = bytes.as_chunks::<LENGTH_BYTES>().0.iter();
        let ends = lengths.map(|length| {
            end += u64::from(u32::from_le_bytes(*length));
            end
        });
        BlockTable {
            ends: ends.collect(),
            of_side: layout.sets().div_ceil(SETS_OF_BLOCK),
            sets: layout.sets(),
        }
    }

    /// Returns the block of a set, and the place of the set in it.
    #[inline]
    pub fn place(&self, mover: usize, number: usize) -> (usize, usize) {
        (mover * self.of_side + number / SETS_OF_BLOCK, number % SETS_OF_BLOCK)
    }

    /// Returns where the bytes of a block begin after the table, and how many they are; `None` if there is no such block.
    pub fn extent(&self, block: usize) -> Option<(u64, usize)> {
        let end = *self.ends.get(block)?;
        let begin = block.checked_sub(1).map_or(Some(0), |before| self.ends.get(before).copied())?;
        Some((begin, (end - begin) as usize))
    }

    /// Returns the bytes of all blocks together.
    pub fn all_bytes(&self) -> u64 {
        self.ends.last().copied().unwrap_or(0)
    }

    /// Returns the number of blocks for each side to move.
    pub fn blocks_of_side(&self) -> usize {
        self.of_side
    }

    /// Unpacks a block; `None` if it is damaged.
    pub fn unpack(&self, block: usize, packed: &[u8]) -> Option<Vec<Bitboard>> {
        let first = block % self.of_side.max(1) * SETS_OF_BLOCK;
        let sets = SETS_OF_BLOCK.min(self.sets.checked_sub(first)?);
        let bytes = zstd::bulk::decompress(packed, sets * SET_BYTES).ok()?;
        if bytes.len() != sets * SET_BYTES {
            return None;
        }
        let set = |number: usize| {
            let rank = |rank: usize| u64::from(bytes[rank * sets + number]) << (8 * rank);
            Bitboard((0..SET_BYTES).map(rank).sum())
        };
        Some((0..sets).map(set).collect())
    }
}

/// Packs sets: the table of lengths, and the blocks. A block has the first ranks of all its sets, then the second ranks, and so on:
/// neighbouring sets mostly differ in few ranks, and a block is a sixth smaller than with whole sets.
///
/// # Errors
/// If the compressor fails.
pub(super) fn pack(sets: &WonSets) -> io::Result<Vec<u8>> {
    let mut compressor = zstd::bulk::Compressor::new(COMPRESSION_LEVEL)?;
    compressor.set_parameter(zstd::zstd_safe::CParameter::ChecksumFlag(true))?;
    let (mut lengths, mut blocks) = (Vec::new(), Vec::new());
    for block in sets.sets().iter().flat_map(|side| side.chunks(SETS_OF_BLOCK)) {
        let bytes: Vec<u8> =
            (0..SET_BYTES).flat_map(|rank| block.iter().map(move |set| set.0.to_le_bytes()[rank])).collect();
        let packed = compressor.compress(&bytes)?;
        lengths.extend((packed.len() as u32).to_le_bytes());
        blocks.extend(packed);
    }
    lengths.extend(blocks);
    Ok(lengths)
}
