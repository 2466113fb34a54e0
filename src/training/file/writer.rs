//! Writes files of positions, and goes on with them.

use super::error::PositionFileError;
use super::format::{BlockHeader, MOST_RECORDS, POSITIONS, write_header};
use super::reader::PositionReader;
use crate::text::outputs::{GrowingFile, OutputPath};
use crate::training::record::{RECORD_BYTES, Record};

/// A block is written once it has so many records and a game ends.
const BLOCK_RECORDS: usize = 8192;

/// Writes a file. What was pushed since the last full block is lost without [`PositionWriter::finish`].
pub struct PositionWriter {
    output: GrowingFile,
    pending: Vec<u8>,
    mark: u64,
    written: u64,
    /// The mark of the last block in the file.
    mark_in_file: u64,
}

impl PositionWriter {
    /// Begins a file. One that is there has to be a file of positions, unless `force` is set, and stays until the new one is
    /// complete.
    ///
    /// # Errors
    /// Where something else is there, or it cannot be written.
    pub fn create(path: &OutputPath, maker: &str, force: bool) -> Result<PositionWriter, PositionFileError> {
        let header = write_header(maker)?;
        let mut output = GrowingFile::begin(path, &POSITIONS, force)?;
        output.put(&header)?;
        Ok(PositionWriter::on(output, 0, 0))
    }

    /// Goes on with a file of the same maker behind its last whole block, or begins one where none is.
    ///
    /// # Errors
    /// Where the file is another's, damaged before its end, or cannot be read and written.
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

    /// Begins a file, or goes on with one, as the command line asks.
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

    /// Where the making goes on, as the last push has said.
    pub const fn mark(&self) -> u64 {
        self.mark
    }

    /// How many records the file has, those not yet on the disk among them.
    pub const fn written(&self) -> u64 {
        self.written
    }

    /// Adds records that belong together, a game's above all, and says where the making goes on behind them.
    ///
    /// # Errors
    /// Where a full block cannot be written.
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

    /// Writes what is still held back, and waits until the disk has it.
    ///
    /// # Errors
    /// Where that fails.
    pub fn finish(mut self) -> Result<(), PositionFileError> {
        if !self.pending.is_empty() || self.mark != self.mark_in_file {
            self.write_block()?;
        }
        Ok(self.output.finish()?)
    }

    /// Writes the records held back as a block, in one piece.
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
