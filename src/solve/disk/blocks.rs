//! Reads packed blocks from the file of a solving run, and remembers if that failed.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use parking_lot::Mutex;

use super::error::DiskError;
use crate::text::system_reason;

/// The bytes of the checksum that ends each block.
const CHECKSUM_BYTES: usize = size_of::<u32>();

/// A part of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::solve) struct Span {
    pub offset: u64,
    pub length: u32,
}

/// The file, for reading. Several threads share it.
#[derive(Debug)]
pub(in crate::solve) struct BlockFile {
    path: PathBuf,
    file: Mutex<File>,
    failure: OnceLock<DiskError>,
}

impl BlockFile {
    /// Reads from an open file.
    pub fn new(path: &Path, file: File) -> BlockFile {
        BlockFile { path: path.to_owned(), file: Mutex::new(file), failure: OnceLock::new() }
    }

    /// Returns the content of a block; `None` if it cannot be read. The run then has to end: [`BlockFile::failure`] says why.
    pub fn read(&self, span: Span) -> Option<Vec<u8>> {
        let read = self.bytes_of(span).map_err(|error| self.unreadable(&error));
        let found = read.and_then(|bytes| checked(bytes).ok_or_else(|| self.damaged()));
        found.map_err(|failure| self.failure.get_or_init(|| failure)).ok()
    }

    /// Why a block could not be read; `None` if none failed.
    pub fn failure(&self) -> Option<&DiskError> {
        self.failure.get()
    }

    /// Notes that what was read makes no sense.
    pub fn is_wrong(&self) {
        self.failure.get_or_init(|| self.damaged());
    }

    fn bytes_of(&self, span: Span) -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; span.length as usize];
        let mut file = self.file.lock();
        file.seek(SeekFrom::Start(span.offset))?;
        file.read_exact(&mut bytes)?;
        Ok(bytes)
    }

    fn unreadable(&self, error: &io::Error) -> DiskError {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => self.damaged(),
            _ => DiskError::Unreadable { path: self.path.clone(), reason: system_reason(error) },
        }
    }

    fn damaged(&self) -> DiskError {
        DiskError::Damaged { path: self.path.clone() }
    }
}

/// Adds its checksum to a block.
pub(super) fn with_checksum(block: &[u8], to: &mut Vec<u8>) {
    to.extend_from_slice(block);
    to.extend_from_slice(&crc32fast::hash(block).to_le_bytes());
}

/// The bytes that a block takes in the file.
pub(super) fn bytes_in_file(block: &[u8]) -> usize {
    block.len() + CHECKSUM_BYTES
}

/// Removes the checksum; `None` if it differs.
pub(super) fn checked(mut bytes: Vec<u8>) -> Option<Vec<u8>> {
    let end = bytes.len().checked_sub(CHECKSUM_BYTES)?;
    let is_right = bytes[end..] == crc32fast::hash(&bytes[..end]).to_le_bytes();
    bytes.truncate(end);
    is_right.then_some(bytes)
}
