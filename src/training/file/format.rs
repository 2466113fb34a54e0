//! The bytes of a file of positions: its header, and the header of each block.

use std::ops::Range;

use super::error::PositionFileError;
use crate::text::outputs::Kind;
use crate::training::record::RECORD_BYTES;

const MAGIC: [u8; 8] = *b"lucenaPF";
const VERSION: u32 = 1;
/// The bytes of the header.
pub(super) const HEADER_BYTES: usize = 128;
const MAKER: Range<usize> = 16..120;
const HEADER_SUM: usize = HEADER_BYTES - 4;

const BLOCK_MAGIC: [u8; 4] = *b"PBLK";
/// The bytes before the records of a block.
pub(super) const BLOCK_HEADER_BYTES: usize = 32;
const BLOCK_HEADER_SUM: usize = BLOCK_HEADER_BYTES - 4;

/// The most records of a block, enough for any game of chess. A greater count is damage.
pub(super) const MOST_RECORDS: usize = 1 << 16;

/// Positions with scores, for the networks.
pub const POSITIONS: Kind = Kind { name: "a file of positions", begins: |bytes| bytes.starts_with(&MAGIC) };

/// Returns the maker of the file.
///
/// # Errors
/// The reason, if these bytes do not begin a file of this version.
pub(super) fn read_header(header: &[u8; HEADER_BYTES]) -> Result<String, String> {
    if header[..8] != MAGIC {
        return Err("it does not begin with lucenaPF".to_owned());
    }
    let version = number_at(header, 8);
    if version != VERSION {
        return Err(format!("it has version {version}; this lucena reads version {VERSION}"));
    }
    if number_at(header, 12) != RECORD_BYTES as u32 {
        return Err(format!("its records are not {RECORD_BYTES} bytes long"));
    }
    if crc32fast::hash(&header[..HEADER_SUM]) != number_at(header, HEADER_SUM) {
        return Err("the checksum of its header is wrong".to_owned());
    }
    let maker = header[MAKER].split(|byte| *byte == 0).next().unwrap_or_default();
    String::from_utf8(maker.to_vec()).map_err(|error| error.to_string())
}

/// Returns the header of a file by this maker.
///
/// # Errors
/// If the maker's name is too long.
pub(super) fn write_header(maker: &str) -> Result<[u8; HEADER_BYTES], PositionFileError> {
    if maker.len() > MAKER.len() {
        return Err(PositionFileError::LongMaker(maker.to_owned()));
    }
    let mut header = [0; HEADER_BYTES];
    header[..8].copy_from_slice(&MAGIC);
    header[8..12].copy_from_slice(&VERSION.to_le_bytes());
    header[12..16].copy_from_slice(&(RECORD_BYTES as u32).to_le_bytes());
    header[MAKER.start..MAKER.start + maker.len()].copy_from_slice(maker.as_bytes());
    let sum = crc32fast::hash(&header[..HEADER_SUM]);
    header[HEADER_SUM..].copy_from_slice(&sum.to_le_bytes());
    Ok(header)
}

/// Returns the number in four bytes; zero behind the end.
fn number_at(bytes: &[u8], start: usize) -> u32 {
    let bytes = bytes.get(start..start + 4).and_then(|bytes| bytes.try_into().ok());
    bytes.map_or(0, u32::from_le_bytes)
}

/// The header of a block.
pub(super) struct BlockHeader {
    pub count: usize,
    pub mark: u64,
    pub sum: u32,
}

impl BlockHeader {
    /// Reads it. The error says what is wrong.
    pub fn read(header: &[u8; BLOCK_HEADER_BYTES]) -> Result<BlockHeader, &'static str> {
        if header[..4] != BLOCK_MAGIC {
            return Err("no block begins there");
        }
        if crc32fast::hash(&header[..BLOCK_HEADER_SUM]) != number_at(header, BLOCK_HEADER_SUM) {
            return Err("the checksum of a block's header is wrong");
        }
        let count = number_at(header, 4) as usize;
        if count > MOST_RECORDS {
            return Err("a block is too long");
        }
        let mark = u64::from(number_at(header, 8)) | u64::from(number_at(header, 12)) << 32;
        Ok(BlockHeader { count, mark, sum: number_at(header, 16) })
    }

    /// Returns its bytes in the file.
    pub fn bytes(&self) -> [u8; BLOCK_HEADER_BYTES] {
        let mut header = [0; BLOCK_HEADER_BYTES];
        header[..4].copy_from_slice(&BLOCK_MAGIC);
        header[4..8].copy_from_slice(&(self.count as u32).to_le_bytes());
        header[8..16].copy_from_slice(&self.mark.to_le_bytes());
        header[16..20].copy_from_slice(&self.sum.to_le_bytes());
        let sum = crc32fast::hash(&header[..BLOCK_HEADER_SUM]);
        header[BLOCK_HEADER_SUM..].copy_from_slice(&sum.to_le_bytes());
        header
    }
}
