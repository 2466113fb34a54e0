//! The records of a file of work in progress: a checked head each, and after it the packed blocks of an arrangement, if any.

use std::io::{self, Read};

use super::blocks::{Span, bytes_in_file, with_checksum};
use crate::solve::arrangement::layout::Arrangement;
use crate::solve::arrangement::packing::blocks_of;
use crate::solve::arrangement::reach::Reach;
use crate::solve::graph::Bounds;
use crate::solve::stored_bounds::BoundsHead;
use crate::text::checked::{Fault, read_array};

/// The bytes before the content of a head: its kind and its length.
const FRAME_BYTES: usize = 1 + size_of::<u32>();
/// The most bytes of a head's content: proofs of some ten million single positions of an arrangement.
const MOST_CONTENT: usize = 1 << 27;

/// What a record holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RecordKind {
    /// The position that is solved, and what the work began with.
    Position,
    /// The bounds of an arrangement. Blocks follow.
    Bounds,
    /// The proofs of single positions of an arrangement.
    Facts,
    /// From here on, wins may rest on some that the 50-move rule turns into draws.
    Spoilt,
}

impl RecordKind {
    const ALL: [RecordKind; 4] =
        [RecordKind::Position, RecordKind::Bounds, RecordKind::Facts, RecordKind::Spoilt];
}

/// Appends the head of a record.
pub(super) fn write_head(kind: RecordKind, content: &[u8], to: &mut Vec<u8>) {
    let begin = to.len();
    to.push(kind as u8);
    to.extend_from_slice(&(content.len() as u32).to_le_bytes());
    to.extend_from_slice(content);
    let checksum = crc32fast::hash(&to[begin..]);
    to.extend_from_slice(&checksum.to_le_bytes());
}

/// A head, and its length in bytes.
pub(super) struct Head {
    pub kind: RecordKind,
    pub content: Vec<u8>,
    pub length: u64,
}

/// Reads a head; `None` at the end of what was written completely.
///
/// # Errors
/// If the file cannot be read.
pub(super) fn read_head(from: &mut impl Read) -> io::Result<Option<Head>> {
    let Some(frame) = read_bytes(from, FRAME_BYTES)? else { return Ok(None) };
    let length = u32::from_le_bytes([frame[1], frame[2], frame[3], frame[4]]) as usize;
    let kind = RecordKind::ALL.into_iter().find(|kind| *kind as u8 == frame[0]);
    let Some(kind) = kind.filter(|_| length <= MOST_CONTENT) else { return Ok(None) };
    let Some(content) = read_bytes(from, length)? else { return Ok(None) };
    let Some(stored) = read_bytes(from, size_of::<u32>())? else { return Ok(None) };
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&frame);
    hasher.update(&content);
    let is_whole = stored == hasher.finalize().to_le_bytes();
    let length = (frame.len() + content.len() + stored.len()) as u64;
    Ok(is_whole.then_some(Head { kind, content, length }))
}

/// Reads that many bytes; `None` if the file ends before.
fn read_bytes(from: &mut impl Read, length: usize) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    from.take(length as u64).read_to_end(&mut bytes)?;
    Ok((bytes.len() == length).then_some(bytes))
}

/// Appends the bounds of an arrangement, whose blocks are packed in memory. `begin` is the place of `to` in the file. Returns
/// where the blocks of each set will be; `None` if they are not packed in memory.
pub(super) fn write_bounds(
    arrangement: &Arrangement,
    bounds: &Bounds,
    begin: u64,
    to: &mut Vec<u8>,
) -> Option<Vec<[Box<[Span]>; 2]>> {
    let sets: Option<Vec<_>> = bounds.sets().into_iter().map(|set| set.blocks_in_memory()).collect();
    let sets = sets?;
    let mut content = Vec::new();
    // Nothing fails in memory.
    let _ = BoundsHead::of(arrangement, bounds).write(&mut content);
    for block in sets.iter().flatten().copied().flatten() {
        content.extend_from_slice(&(bytes_in_file(block) as u32).to_le_bytes());
    }
    write_head(RecordKind::Bounds, &content, to);
    let mut write = |blocks: &[Box<[u8]>]| {
        let spans = blocks.iter().map(|block| {
            let offset = begin + to.len() as u64;
            with_checksum(block, to);
            Span { offset, length: bytes_in_file(block) as u32 }
        });
        spans.collect()
    };
    Some(sets.into_iter().map(|blocks| blocks.map(&mut write)).collect())
}

/// The bounds of an arrangement, as a record has them.
pub(super) struct BoundsRecord {
    pub arrangement: Arrangement,
    pub longest: u32,
    pub reach: Reach,
    pub sets: Vec<[Box<[Span]>; 2]>,
    /// The bytes of all blocks.
    pub length: u64,
}

/// Reads what [`write_bounds`] wrote as the content of a head; the blocks begin at `begin`.
///
/// # Errors
/// If the content makes no sense.
pub(super) fn read_bounds(content: &[u8], begin: u64) -> Result<BoundsRecord, Fault> {
    let mut from = content;
    let BoundsHead { arrangement, longest, reach, sets: count } = BoundsHead::read(&mut from)?;
    let mut offset = begin;
    let mut spans = || -> Result<Box<[Span]>, Fault> {
        let blocks = 0..blocks_of(arrangement.placements());
        blocks.map(|_| next_span(&mut from, &mut offset)).collect()
    };
    let mut sets = Vec::new();
    for _ in 0..count {
        sets.push([spans()?, spans()?]);
    }
    Ok(BoundsRecord { arrangement, longest, reach, sets, length: offset - begin })
}

fn next_span(from: &mut &[u8], offset: &mut u64) -> Result<Span, Fault> {
    let length = u32::from_le_bytes(read_array(from)?);
    let span = Span { offset: *offset, length };
    *offset += u64::from(length);
    Ok(span)
}
