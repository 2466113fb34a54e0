//! Files of positions: a header that says who made the scores, and blocks of whole games, each with its checksum.

use std::fs::File;
use std::io::{BufReader, ErrorKind, Read};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::record::{PackError, RECORD_BYTES, Record};
use crate::text::outputs::{GrowingFile, Kind, OutputError, OutputPath};

const MAGIC: [u8; 8] = *b"lucenaPF";
const VERSION: u32 = 1;
const HEADER_BYTES: usize = 128;
const MAKER: std::ops::Range<usize> = 16..120;
const HEADER_SUM: usize = HEADER_BYTES - 4;

const BLOCK_MAGIC: [u8; 4] = *b"PBLK";
const BLOCK_HEADER_BYTES: usize = 32;
const BLOCK_HEADER_SUM: usize = BLOCK_HEADER_BYTES - 4;

/// A block is written once it has so many records and a game ends.
const BLOCK_RECORDS: usize = 8192;

/// No block is longer: a greater count is no count. A game of chess fits in.
const MOST_RECORDS: usize = 1 << 16;

/// Positions with scores, for the networks.
pub const POSITIONS: Kind = Kind { name: "a file of positions", begins: |bytes| bytes.starts_with(&MAGIC) };

/// What is wrong with a file of positions.
#[derive(Debug, Error)]
pub enum PositionFileError {
    /// The system refused something.
    #[error("{}", path.display())]
    System {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The file begins otherwise.
    #[error("{} is not a file of positions: {reason}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What is missing.
        reason: String,
    },
    /// Bytes in the middle of the file are not as they were written.
    #[error("{} is damaged at byte {offset}: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where the damaged block begins.
        offset: u64,
        /// What was found.
        reason: &'static str,
    },
    /// A file that others made is not gone on with.
    #[error("{} was made by \"{found}\", and \"{wanted}\" cannot continue it", path.display())]
    OtherMaker {
        /// The file.
        path: PathBuf,
        /// Its maker.
        found: String,
        /// Who wants to go on.
        wanted: String,
    },
    /// The maker's name is too long for the header.
    #[error("\"{0}\" is longer than the 104 bytes of a header")]
    LongMaker(String),
    /// The file cannot be written.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// A position that cannot be written.
    #[error(transparent)]
    Pack(#[from] PackError),
}

/// Some records of whole games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The positions, in the order of their games.
    pub records: Vec<Record>,
    /// Where the making goes on behind this block: what it counts is the maker's business.
    pub mark: u64,
}

/// Reads a file block by block. An incomplete block at the end is what an interrupted writer left: it is passed over.
pub struct PositionReader {
    path: PathBuf,
    input: BufReader<File>,
    maker: String,
    /// Where the next block begins.
    offset: u64,
    length: u64,
}

impl PositionReader {
    /// Opens a file.
    ///
    /// # Errors
    /// Where it cannot be read, or is no file of positions.
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

    /// Who made the scores.
    pub fn maker(&self) -> &str {
        &self.maker
    }

    /// The file's length in bytes when it was opened.
    pub const fn length(&self) -> u64 {
        self.length
    }

    /// Where the next block begins; at the end: where the next one is to be written.
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// The next block; nothing at the end.
    ///
    /// # Errors
    /// Where the file cannot be read or is damaged before its end.
    pub fn next_block(&mut self) -> Result<Option<Block>, PositionFileError> {
        match self.read_block() {
            Ok(block) => Ok(block),
            // A writer that was interrupted leaves less than the longest block, and one at work has written beyond the length.
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

    /// Answers whether so many bytes were left.
    fn fill(&mut self, bytes: &mut [u8]) -> Result<bool, Flaw> {
        match self.input.read_exact(bytes) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(false),
            Err(error) => Err(Flaw::System(error)),
        }
    }
}

const LONGEST_BLOCK: u64 = (BLOCK_HEADER_BYTES + MOST_RECORDS * RECORD_BYTES) as u64;

enum Flaw {
    Damage(&'static str),
    System(std::io::Error),
}

fn read_header(header: &[u8; HEADER_BYTES]) -> Result<String, String> {
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

fn write_header(maker: &str) -> Result<[u8; HEADER_BYTES], PositionFileError> {
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

/// The four bytes of a number; zero behind the end.
fn number_at(bytes: &[u8], start: usize) -> u32 {
    let bytes = bytes.get(start..start + 4).and_then(|bytes| bytes.try_into().ok());
    bytes.map_or(0, u32::from_le_bytes)
}

struct BlockHeader {
    count: usize,
    mark: u64,
    sum: u32,
}

impl BlockHeader {
    fn read(header: &[u8; BLOCK_HEADER_BYTES]) -> Result<BlockHeader, &'static str> {
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

    fn bytes(&self) -> [u8; BLOCK_HEADER_BYTES] {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::training::{Knowledge, Origin};

    const MAKER: &str = "a teacher";

    /// A game of so many records, each with another score.
    fn game(length: usize) -> Vec<Record> {
        let board = Board::default();
        let record = |number: usize| {
            let score = Some((number % 30_000) as i16);
            let knowledge =
                Knowledge { result: None, score, exact: false, origin: Origin::Start, plies_left: 0 };
            let mut record = Record::pack(&board, &knowledge).unwrap();
            record.set_first_of_game(number == 0);
            record
        };
        (0..length).map(record).collect()
    }

    fn output(path: &Path) -> OutputPath {
        OutputPath::new(path)
    }

    fn read(path: &Path) -> Result<(Vec<Record>, u64), PositionFileError> {
        let mut reader = PositionReader::open(path)?;
        let (mut records, mut mark) = (Vec::new(), 0);
        while let Some(block) = reader.next_block()? {
            records.extend(block.records);
            mark = block.mark;
        }
        Ok((records, mark))
    }

    fn write_games(writer: &mut PositionWriter, numbers: std::ops::Range<u64>) -> Vec<Record> {
        let mut all = Vec::new();
        for number in numbers {
            let records = game(1 + number as usize * 37 % 90);
            writer.push(&records, number + 1).unwrap();
            all.extend(records);
        }
        all
    }

    #[test]
    fn what_is_written_is_read_with_its_mark() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("positions");
        let mut writer = PositionWriter::create(&output(&path), MAKER, false).unwrap();
        let written = write_games(&mut writer, 0..500);
        assert_eq!(writer.written(), written.len() as u64);
        writer.finish().unwrap();
        assert_eq!(read(&path).unwrap(), (written, 500));
        assert_eq!(PositionReader::open(&path).unwrap().maker(), MAKER);
    }

    #[test]
    fn a_torn_tail_is_cut_wherever_it_is_torn_and_the_games_go_on() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("positions");
        let mut writer = PositionWriter::create(&output(&path), MAKER, false).unwrap();
        let all = write_games(&mut writer, 0..700);
        writer.finish().unwrap();
        let whole = std::fs::read(&path).unwrap();
        for length in [HEADER_BYTES, HEADER_BYTES + 5, whole.len() / 2, whole.len() - 1, whole.len()] {
            std::fs::write(&path, &whole[..length]).unwrap();
            let mut writer = PositionWriter::resume(&output(&path), MAKER).unwrap();
            let due = writer.mark();
            write_games(&mut writer, due..700);
            writer.finish().unwrap();
            assert_eq!(read(&path).unwrap(), (all.clone(), 700), "torn at {length}");
        }
    }

    #[test]
    fn a_file_that_grows_while_it_is_read_ends_before_its_torn_tail() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("positions");
        let mut writer = PositionWriter::create(&output(&path), MAKER, false).unwrap();
        let first = write_games(&mut writer, 0..500);
        writer.finish().unwrap();
        let mut reader = PositionReader::open(&path).unwrap();
        let mut bytes = std::fs::read(&path).unwrap();
        bytes.extend(bytes[HEADER_BYTES..].to_vec());
        bytes.extend([0; 100]);
        std::fs::write(&path, &bytes).unwrap();
        let mut records = 0;
        while let Some(block) = reader.next_block().unwrap() {
            records += block.records.len();
        }
        assert_eq!(records, 2 * first.len());
    }

    #[test]
    fn damage_before_the_end_is_told_with_its_place() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("positions");
        let mut writer = PositionWriter::create(&output(&path), MAKER, false).unwrap();
        let records = game(60_000);
        (0..4).for_each(|number| writer.push(&records, number).unwrap());
        writer.finish().unwrap();
        let mut bytes = std::fs::read(&path).unwrap();
        bytes[HEADER_BYTES + BLOCK_HEADER_BYTES + 1000] ^= 4;
        std::fs::write(&path, &bytes).unwrap();
        let error = read(&path).unwrap_err();
        assert!(matches!(error, PositionFileError::Damaged { offset: 128, .. }), "{error}");
        assert!(PositionWriter::resume(&output(&path), MAKER).is_err());
        assert_eq!(std::fs::read(&path).unwrap(), bytes, "nothing is cut from a damaged file");
    }

    #[test]
    fn other_files_and_other_makers_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("positions");
        let reason = |bytes: &[u8]| {
            std::fs::write(&path, bytes).unwrap();
            PositionReader::open(&path).err().unwrap().to_string()
        };
        assert!(reason(b"").contains("too short"));
        assert!(reason(&[b'x'; 200]).contains("does not begin with lucenaPF"));
        let header = write_header(MAKER).unwrap();
        let changed = |at: usize| {
            let mut bytes = header;
            bytes[at] += 1;
            bytes
        };
        assert!(reason(&changed(8)).contains("version 2, known is 1"));
        assert!(reason(&changed(12)).contains("32 bytes"));
        assert!(reason(&changed(20)).contains("checksum of its header"));
        std::fs::write(&path, header).unwrap();
        let error = PositionWriter::resume(&output(&path), "another").err().unwrap();
        assert!(matches!(error, PositionFileError::OtherMaker { .. }), "{error}");
        let long = PositionWriter::create(&output(&path), &"x".repeat(105), false).err().unwrap();
        assert!(matches!(long, PositionFileError::LongMaker(_)), "{long}");
    }
}
