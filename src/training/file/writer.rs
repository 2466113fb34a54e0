//! Writes files of positions, and continues them.

use super::error::PositionFileError;
use super::format::{BlockHeader, MOST_RECORDS, POSITIONS, write_header};
use super::reader::PositionReader;
use crate::text::outputs::{GrowingFile, OutputPath};
use crate::training::record::{RECORD_BYTES, Record};

/// Writes a block once it has this many records and a game ends.
const BLOCK_RECORDS: usize = 8192;

/// Writes a file. Without [`PositionWriter::finish`], the records since the last full block are lost.
pub struct PositionWriter {
    output: GrowingFile,
    pending: Vec<u8>,
    mark: u64,
    written: u64,
    /// The mark of the last block in the file.
    mark_in_file: u64,
}

impl PositionWriter {
    /// Begins a file. It replaces only a file of positions unless `force` is set, and the old file stays until the new one is
    /// complete.
    ///
    /// # Errors
    /// If something else is there, or it cannot be written.
    pub fn create(path: &OutputPath, maker: &str, force: bool) -> Result<PositionWriter, PositionFileError> {
        let header = write_header(maker)?;
        let mut output = GrowingFile::begin(path, &POSITIONS, force)?;
        output.put(&header)?;
        Ok(PositionWriter::on(output, 0, 0))
    }

    /// Continues a file of the same maker after its last whole block, or begins one if there is none.
    ///
    /// # Errors
    /// If the file has another maker, is damaged before its end, or cannot be read and written.
    pub fn resume(path: &OutputPath, maker: &str) -> Result<PositionWriter, PositionFileError> {
        let Some(mut output) = GrowingFile::resume(path, &POSITIONS)? else {
            return PositionWriter::create(path, maker, false);
        };
        let mut reader = PositionReader::open(output.path())?;
        if reader.maker() != maker {
            let (found, wanted) = (reader.maker().to_owned(), maker.to_owned());
            return Err(PositionFileError::OtherMaker { path: output.path().to_owned(), found, wanted });
        }
        let (mut mark, mut written) = (0, 0);
        while let Some(block) = reader.next_block()? {
            mark = block.mark;
            written += block.records.len() as u64;
        }
        output.cut(reader.offset())?;
        Ok(PositionWriter::on(output, mark, written))
    }

    /// Begins a file or continues one, as the command line asks.
    ///
    /// # Errors
    /// As [`PositionWriter::create`] and [`PositionWriter::resume`].
    pub fn open(
        path: &OutputPath,
        maker: &str,
        resume: bool,
        force: bool,
    ) -> Result<PositionWriter, PositionFileError> {
        if resume { PositionWriter::resume(path, maker) } else { PositionWriter::create(path, maker, force) }
    }

    fn on(output: GrowingFile, mark: u64, written: u64) -> PositionWriter {
        PositionWriter { output, pending: Vec::new(), mark, written, mark_in_file: mark }
    }

    /// Returns the mark of the last push: where the maker continues.
    pub const fn mark(&self) -> u64 {
        self.mark
    }

    /// Returns how many records the file has, including those not yet on the disk.
    pub const fn written(&self) -> u64 {
        self.written
    }

    /// Adds records that belong together, usually those of a game. `mark` says where the maker continues after them.
    ///
    /// # Errors
    /// If a full block cannot be written.
    pub fn push(&mut self, records: &[Record], mark: u64) -> Result<(), PositionFileError> {
        for records in records.chunks(MOST_RECORDS) {
            if self.pending.len() + records.len() * RECORD_BYTES > MOST_RECORDS * RECORD_BYTES {
                self.write_block()?;
            }
            self.pending.extend(records.iter().flat_map(Record::bytes));
        }
        self.written += records.len() as u64;
        self.mark = mark;
        if self.pending.len() >= BLOCK_RECORDS * RECORD_BYTES { self.write_block() } else { Ok(()) }
    }

    /// Writes the remaining records and waits until they are on the disk.
    ///
    /// # Errors
    /// If that fails.
    pub fn finish(mut self) -> Result<(), PositionFileError> {
        if !self.pending.is_empty() || self.mark != self.mark_in_file {
            self.write_block()?;
        }
        Ok(self.output.finish()?)
    }

    /// Writes the pending records as one block.
    fn write_block(&mut self) -> Result<(), PositionFileError> {
        let count = self.pending.len() / RECORD_BYTES;
        let header = BlockHeader { count, mark: self.mark, sum: crc32fast::hash(&self.pending) };
        let block = [&header.bytes(), self.pending.as_slice()].concat();
        self.output.put(&block)?;
        self.pending.clear();
        self.mark_in_file = self.mark;
        Ok(())
    }
}
