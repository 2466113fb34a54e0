//! The file of results: one segment after the other, each with the packed sets of one question. Builds append to it.

use std::cell::Cell;
use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::blocks::{BlockTable, pack};
use super::layout::{Question, SetLayout};
use super::sets::WonSets;
use crate::tablebase::material::Material;
use crate::text::outputs::append;
use crate::text::system_reason;

/// The first bytes of the file. They end with the version of the format.
const MAGIC: [u8; 8] = *b"lucenaR1";

/// Bytes of a material's name.
const NAME_BYTES: usize = 16;

/// A segment begins with the name of its material, the side that wins, the length of its content, the checksum of the content,
/// and the checksum of all that.
const HEADER_BYTES: usize = NAME_BYTES + 1 + 8 + 4 + 4;

/// What is wrong with the file of results.
#[derive(Clone, Debug, Error)]
pub enum ResultsError {
    /// The file cannot be read.
    #[error("cannot read {}: {reason}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The reason, and what to do.
        reason: String,
    },
    /// The file is of another program, or of another version of this one.
    #[error("{} is not a file of results of this version of lucena; move it away to build them anew", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// The results of a material have changed since they were written.
    #[error("{}: the results of {question} are damaged; lucena tablebase build {} builds them anew", path.display(), question.material())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The results.
        question: Question,
    },
    /// The file cannot be written.
    #[error("cannot write {}: {reason}", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// The reason: a read-only folder, a full disk, ...
        reason: String,
    },
}

/// Where the content of a segment lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Segment {
    pub question: Question,
    /// The first byte of the content.
    begin: u64,
    /// The bytes of the content.
    length: u64,
    checksum: u32,
}

impl Segment {
    /// Returns the bytes of the whole segment.
    pub fn bytes(&self) -> u64 {
        HEADER_BYTES as u64 + self.length
    }

    /// Whether the header announces this content, by its length and checksum.
    fn announces(&self, content: &[u8]) -> bool {
        self.length == content.len() as u64 && self.checksum == crc32fast::hash(content)
    }
}

/// Reads the headers of all whole segments, in order, and returns where the last one ends; 0 for an empty file, and for one whose
/// build was killed in its first bytes. `None` if the file is of another kind.
pub(super) fn segments(file: &mut File) -> io::Result<Option<(Vec<Segment>, u64)>> {
    let length = file.seek(SeekFrom::End(0))?;
    file.rewind()?;
    let mut magic = [0; MAGIC.len()];
    let magic = &mut magic[..MAGIC.len().min(length as usize)];
    if file.read_exact(magic).is_err() || !MAGIC.starts_with(magic) {
        return Ok(None);
    }
    if magic.len() < MAGIC.len() {
        return Ok(Some((Vec::new(), 0)));
    }
    let (mut found, mut end) = (Vec::new(), MAGIC.len() as u64);
    let mut header = [0; HEADER_BYTES];
    while end + HEADER_BYTES as u64 <= length {
        file.seek(SeekFrom::Start(end))?;
        file.read_exact(&mut header)?;
        let Some(segment) = of_header(&header, end).filter(|segment| segment.bytes() <= length - end) else {
            break;
        };
        end += segment.bytes();
        found.push(segment);
    }
    Ok(Some((found, end)))
}

/// Reads the table of a segment's blocks; `None` if it is damaged.
pub(super) fn read_table(
    file: &mut File,
    segment: &Segment,
    layout: &SetLayout,
) -> io::Result<Option<BlockTable>> {
    let bytes = BlockTable::bytes(layout);
    if bytes as u64 > segment.length {
        return Ok(None);
    }
    let table = BlockTable::of_bytes(layout, &read(file, segment.begin, bytes)?);
    Ok((bytes as u64 + table.all_bytes() == segment.length).then_some(table))
}

/// Reads a packed block; `None` if there is none of this number.
pub(super) fn read_block(
    file: &mut File,
    segment: &Segment,
    layout: &SetLayout,
    table: &BlockTable,
    block: usize,
) -> io::Result<Option<Vec<u8>>> {
    let Some((begin, length)) = table.extent(block) else { return Ok(None) };
    read(file, segment.begin + BlockTable::bytes(layout) as u64 + begin, length).map(Some)
}

/// Whether the content of a segment is what was written.
pub(super) fn is_whole(file: &mut File, segment: &Segment) -> io::Result<bool> {
    let content = read(file, segment.begin, segment.length as usize)?;
    Ok(crc32fast::hash(&content) == segment.checksum)
}

/// Makes the folder and an empty file, if there is none, to find out whether it can be written.
pub(super) fn prepare(path: &Path) -> Result<(), ResultsError> {
    make_folder(path)?;
    let whole = |file: &mut File| Ok(segments(file)?.ok_or(Refused::Foreign)?.1);
    append(path, whole, |_| Ok(())).map_err(|refused: Refused| refused.of_file(path))
}

fn make_folder(path: &Path) -> Result<(), ResultsError> {
    let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
    folder.map_err(|error| unwritable(path, &error))
}

fn unwritable(path: &Path, error: &io::Error) -> ResultsError {
    ResultsError::Unwritable { path: path.to_owned(), reason: system_reason(error) }
}

/// Appends the sets of a question. A half-written segment of an earlier run is cut off first. If another run has appended the same
/// meanwhile, that counts.
///
/// # Errors
/// If the file is of another kind or cannot be written. It then is as it was.
pub(super) fn append_segment(path: &Path, sets: &WonSets) -> Result<(), ResultsError> {
    let question = sets.layout().question();
    let content = pack(sets).map_err(|error| unwritable(path, &error))?;
    make_folder(path)?;
    let is_there = Cell::new(false);
    let whole = |file: &mut File| {
        let (segments, end) = segments(file)?.ok_or(Refused::Foreign)?;
        if let Some(last) = segments.iter().rfind(|segment| segment.question == question) {
            is_there.set(last.announces(&content) && is_whole(file, last)?);
        }
        Ok(end)
    };
    let write = |file: &mut File| {
        if is_there.get() {
            return Ok(());
        }
        if file.stream_position()? == 0 {
            file.write_all(&MAGIC)?;
        }
        file.write_all(&header(question, &content))?;
        Ok(file.write_all(&content)?)
    };
    append(path, whole, write).map_err(|refused: Refused| refused.of_file(path))
}

enum Refused {
    Foreign,
    Io(io::Error),
}

impl Refused {
    fn of_file(self, path: &Path) -> ResultsError {
        match self {
            Refused::Foreign => ResultsError::Foreign { path: path.to_owned() },
            Refused::Io(error) => unwritable(path, &error),
        }
    }
}

impl From<io::Error> for Refused {
    fn from(error: io::Error) -> Refused {
        Refused::Io(error)
    }
}

fn read(file: &mut File, begin: u64, length: usize) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; length];
    file.seek(SeekFrom::Start(begin))?;
    file.read_exact(&mut bytes)?;
    Ok(bytes)
}

fn header(question: Question, content: &[u8]) -> Vec<u8> {
    let mut header = vec![0; NAME_BYTES];
    for (place, letter) in header.iter_mut().zip(question.material().to_string().bytes()) {
        *place = letter;
    }
    header.push(u8::from(!question.asks_for_stronger()));
    header.extend((content.len() as u64).to_le_bytes());
    header.extend(crc32fast::hash(content).to_le_bytes());
    header.extend(crc32fast::hash(&header).to_le_bytes());
    header
}

/// Reads the header at a place of the file; `None` if it is not one.
fn of_header(header: &[u8; HEADER_BYTES], place: u64) -> Option<Segment> {
    let (described, checksum) = header.split_last_chunk()?;
    if crc32fast::hash(described) != u32::from_le_bytes(*checksum) {
        return None;
    }
    let (name, rest) = described.split_at(NAME_BYTES);
    let material: Material = std::str::from_utf8(name).ok()?.trim_end_matches('\0').parse().ok()?;
    let (attacker, rest) = rest.split_first()?;
    let (length, checksum) = rest.split_first_chunk()?;
    Some(Segment {
        question: Question::new(material, usize::from(*attacker)),
        begin: place + HEADER_BYTES as u64,
        length: u64::from_le_bytes(*length),
        checksum: u32::from_le_bytes(checksum.try_into().ok()?),
    })
}
