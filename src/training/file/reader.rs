//! Reads files of positions.

use std::fs::File;
use std::io::{BufReader, ErrorKind, Read};
use std::path::{Path, PathBuf};

use super::error::PositionFileError;
use super::format::{BLOCK_HEADER_BYTES, BlockHeader, HEADER_BYTES, MOST_RECORDS, read_header};
use crate::training::record::{RECORD_BYTES, Record};

const LONGEST_BLOCK: u64 = (BLOCK_HEADER_BYTES + MOST_RECORDS * RECORD_BYTES) as u64;

/// A block: the records of whole games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The positions, in the order of their games.
    pub records: Vec<Record>,
    /// Where the maker continues after this block. The maker decides what it counts.
    pub mark: u64,
}

/// Reads a file block by block. It skips an incomplete block at the end, which an interrupted writer leaves.
pub struct PositionReader {
    path: PathBuf,
    input: BufReader<File>,
    maker: String,
    /// Where the next block begins, in bytes.
    offset: u64,
    length: u64,
}

impl PositionReader {
    /// Opens a file.
    ///
    /// # Errors
    /// If it cannot be read or is not a file of positions.
    pub fn open(path: &Path) -> Result<PositionReader, PositionFileError> {
        let system = |source| PositionFileError::System { path: path.to_owned(), source };
        let file = File::open(path).map_err(system)?;
        let length = file.metadata().map_err(system)?.len();
        let mut input = BufReader::with_capacity(1 << 18, file);
        let mut header = [0; HEADER_BYTES];
        let read = input.read_exact(&mut header);
        let maker = match read {
            Ok(()) => read_header(&header),
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => Err("it is too short".to_owned()),
            Err(error) => return Err(system(error)),
        };
        let maker = maker.map_err(|reason| PositionFileError::Foreign { path: path.to_owned(), reason })?;
        Ok(PositionReader { path: path.to_owned(), input, maker, offset: HEADER_BYTES as u64, length })
    }

    /// Returns the maker of the scores.
    pub fn maker(&self) -> &str {
        &self.maker
    }

    /// Returns the file's length in bytes when it was opened.
    pub const fn length(&self) -> u64 {
        self.length
    }

    /// Returns where the next block begins, in bytes; at the end, where the next one will be written.
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns the next block; `None` at the end.
    ///
    /// # Errors
    /// If the file cannot be read or is damaged before its end.
    pub fn next_block(&mut self) -> Result<Option<Block>, PositionFileError> {
        match self.read_block() {
            Ok(block) => Ok(block),
            // An interrupted writer leaves less than the longest block; one at work has written beyond the length.
            Err(Flaw::Damage(_)) if self.length.saturating_sub(self.offset) < LONGEST_BLOCK => Ok(None),
            Err(Flaw::Damage(reason)) => {
                Err(PositionFileError::Damaged { path: self.path.clone(), offset: self.offset, reason })
            }
            Err(Flaw::System(source)) => Err(PositionFileError::System { path: self.path.clone(), source }),
        }
    }

    fn read_block(&mut self) -> Result<Option<Block>, Flaw> {
        let mut header = [0; BLOCK_HEADER_BYTES];
        if !self.fill(&mut header)? {
            return Ok(None);
        }
        let header = BlockHeader::read(&header).map_err(Flaw::Damage)?;
        let mut bytes = vec![0; header.count * RECORD_BYTES];
        if !self.fill(&mut bytes)? {
            return Ok(None);
        }
        if crc32fast::hash(&bytes) != header.sum {
            return Err(Flaw::Damage("the checksum of a block is wrong"));
        }
        self.offset += (BLOCK_HEADER_BYTES + bytes.len()) as u64;
        let (records, _) = bytes.as_chunks::<RECORD_BYTES>();
        let records = records.iter().copied().map(Record::from_bytes).collect();
        Ok(Some(Block { records, mark: header.mark }))
    }

    /// Fills the bytes from the file; returns whether it had that many left.
    fn fill(&mut self, bytes: &mut [u8]) -> Result<bool, Flaw> {
        match self.input.read_exact(bytes) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(false),
            Err(error) => Err(Flaw::System(error)),
        }
    }
}

enum Flaw {
    Damage(&'static str),
    System(std::io::Error),
}
