//! Stores distance tables on disk: one checked file each, written completely or not at all. Those of up to four men, which lucena
//! builds by itself, may take limited space.

use std::fs::{self, File, FileTimes};
use std::io::{self, Read, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

use directories::ProjectDirs;
use thiserror::Error;

use super::embedded::results::EMBEDDED_MEN;
use super::index::Layout;
use super::material::Material;
use super::table::DtmTable;
use super::value::Code;
use crate::text::checked::{Fault, read_checked, reader, write_checked};
use crate::text::outputs::{is_unfinished, replace};
use crate::text::system_reason;

/// The first bytes of a file. They end with the version of the format.
const MAGIC: [u8; 8] = *b"lucena01";

/// The ending of a finished file's name.
const EXTENSION: &str = "dtm";

/// Half-written files older than this are abandoned.
const ABANDONED: Duration = Duration::from_secs(24 * 60 * 60);

/// The fastest level: tables are read far more often than written, and reading costs the same at every level.
const COMPRESSION_LEVEL: i32 = 1;

/// Bytes that the name of a material takes in a file.
const NAME_BYTES: usize = 16;

/// What is wrong with a cached table or with the folder.
#[derive(Debug, Error)]
pub enum CacheError {
    /// The file cannot be read.
    #[error("cannot read {}: {reason}", path.display())]
    Unreadable {
        /// The file or folder.
        path: PathBuf,
        /// The reason, and what to do.
        reason: String,
    },
    /// The file is of another program, or of another version of this one.
    #[error("{} is not a table of this version of lucena; it will be rebuilt", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// The file is shorter than it was written, or its bytes have changed.
    #[error("{} is damaged; it will be rebuilt", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
    },
    /// The table cannot be written. The cache does not try again.
    #[error("cannot write {}: {reason}; no more tables will be saved", path.display())]
    Unwritable {
        /// The file or folder.
        path: PathBuf,
        /// The reason: a read-only folder, a full disk, ...
        reason: String,
    },
    /// The table alone exceeds the limit of the folder.
    #[error(
        "{material} takes {bytes} bytes on disk, more than the {limit} that the cache may hold; raise Table Cache Limit"
    )]
    OverLimit {
        /// The table.
        material: Material,
        /// Its size on disk in bytes.
        bytes: u64,
        /// The limit in bytes.
        limit: u64,
    },
}

/// A table in the folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CachedTable {
    /// The material of the table.
    pub material: Material,
    /// The file.
    pub path: PathBuf,
    /// The file's size in bytes.
    pub bytes: u64,
    /// When it was last written or used.
    pub used: SystemTime,
}

/// A folder of tables.
#[derive(Debug)]
pub struct Cache {
    folder: PathBuf,
    limit_bytes: u64,
    /// Set after the first failed write, so that it is reported only once.
    given_up: AtomicBool,
}

impl Cache {
    /// A cache in a folder whose tables of up to four men may take `limit_bytes` bytes. This does not touch the disk.
    pub fn new(folder: impl Into<PathBuf>, limit_bytes: u64) -> Cache {
        Cache { folder: folder.into(), limit_bytes, given_up: AtomicBool::new(false) }
    }

    /// Returns the user's own folder for tables (Linux: `~/.cache/lucena/tables`); `None` if the system names none.
    pub fn default_folder() -> Option<PathBuf> {
        Some(ProjectDirs::from("", "", "lucena")?.cache_dir().join("tables"))
    }

    /// Returns the folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the path of a table's file, whether the file exists or not.
    pub fn path(&self, material: Material) -> PathBuf {
        self.folder.join(format!("{material}.{EXTENSION}"))
    }

    /// Returns whether a table's file exists. It does not read the contents.
    pub(super) fn has_file(&self, material: Material) -> bool {
        self.path(material).exists()
    }

    /// Reads and verifies a table; `None` if it is not there.
    ///
    /// # Errors
    /// If the file exists but cannot be read, or differs in any byte from what was written. The caller should then rebuild the
    /// table and store it, which replaces the file.
    pub fn load(&self, material: Material) -> Result<Option<DtmTable>, CacheError> {
        let path = self.path(material);
        let file = match File::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(CacheError::Unreadable { path, reason: system_reason(&error) }),
        };
        // A recent time of use keeps the table from eviction. A read-only folder evicts nothing anyway.
        let _ = file.set_times(FileTimes::new().set_modified(SystemTime::now()));
        match read_table(file, material) {
            Ok(table) => Ok(Some(table)),
            Err(Fault::Foreign) => Err(CacheError::Foreign { path }),
            Err(Fault::Damaged) => Err(CacheError::Damaged { path }),
            Err(Fault::Io(error)) => Err(CacheError::Unreadable { path, reason: system_reason(&error) }),
        }
    }

    /// Writes a table, replacing an older file, and evicts the least recently used small ones if they would exceed the limit.
    /// Returns whether it was written. After a failed write, later calls do nothing and return `Ok(false)`.
    ///
    /// # Errors
    /// If writing fails, or if the table alone exceeds the limit of the folder.
    pub fn store(&self, table: &DtmTable) -> Result<bool, CacheError> {
        if self.given_up.load(Ordering::Relaxed) {
            return Ok(false);
        }
        let path = self.path(table.material());
        match self.write_whole(table, &path) {
            Ok(()) => Ok(true),
            Err(WriteFault::OverLimit(bytes)) => {
                Err(CacheError::OverLimit { material: table.material(), bytes, limit: self.limit_bytes })
            }
            Err(WriteFault::Io(error)) => {
                self.given_up.store(true, Ordering::Relaxed);
                Err(CacheError::Unwritable { path, reason: system_reason(&error) })
            }
        }
    }

    /// Returns the tables in the folder, sorted by name; empty if there is no folder. It does not read their contents.
    pub fn tables(&self) -> Vec<CachedTable> {
        let mut tables: Vec<CachedTable> = self.files().filter_map(|path| cached_table(&path)).collect();
        tables.sort_by_key(|table| table.material.to_string());
        tables
    }

    fn write_whole(&self, table: &DtmTable, path: &Path) -> Result<(), WriteFault> {
        fs::create_dir_all(&self.folder)?;
        replace(path, |file| {
            write_table(file, table)?;
            let bytes = file.metadata()?.len();
            if bytes > self.limit_bytes {
                return Err(WriteFault::OverLimit(bytes));
            }
            self.make_space(bytes, path);
            Ok(())
        })
    }

    /// Evicts the least recently used tables until one more fits. Those of five men stay and do not count: lucena builds them only
    /// when the user asks, in minutes each.
    fn make_space(&self, bytes: u64, replaced: &Path) {
        for path in self.files().filter(|path| is_unfinished(path)) {
            let age = fs::metadata(&path)
                .and_then(|data| data.modified())
                .ok()
                .and_then(|time| time.elapsed().ok());
            if age.is_some_and(|age| age > ABANDONED) {
                let _ = fs::remove_file(path);
            }
        }
        let mut tables = self.tables();
        tables.retain(|table| table.path != replaced && table.material.men() <= EMBEDDED_MEN);
        tables.sort_by_key(|table| std::cmp::Reverse(table.used));
        let mut total = bytes + tables.iter().map(|table| table.bytes).sum::<u64>();
        while total > self.limit_bytes
            && let Some(oldest) = tables.pop()
        {
            total -= oldest.bytes;
            let _ = fs::remove_file(oldest.path);
        }
    }

    fn files(&self) -> impl Iterator<Item = PathBuf> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        entries.map(|entry| entry.path())
    }
}

fn cached_table(path: &Path) -> Option<CachedTable> {
    path.extension().filter(|extension| *extension == EXTENSION)?;
    let material = path.file_stem()?.to_str()?.parse().ok()?;
    let data = fs::metadata(path).ok()?;
    Some(CachedTable { material, path: path.to_owned(), bytes: data.len(), used: data.modified().ok()? })
}

/// Why a table was not written.
enum WriteFault {
    OverLimit(u64),
    Io(io::Error),
}

impl From<io::Error> for WriteFault {
    fn from(error: io::Error) -> WriteFault {
        WriteFault::Io(error)
    }
}

/// Returns the first bytes of a file: magic, material, and the bytes of each side.
fn header(material: Material, layout: &Layout) -> [u8; 8 + NAME_BYTES + 8] {
    let mut header = [0; 8 + NAME_BYTES + 8];
    header[..8].copy_from_slice(&MAGIC);
    let name = material.to_string();
    for (place, letter) in header[8..8 + NAME_BYTES].iter_mut().zip(name.bytes()) {
        *place = letter;
    }
    header[8 + NAME_BYTES..].copy_from_slice(&(layout.size() as u64).to_le_bytes());
    header
}

/// Writes the header, the compressed content, and the checksum of both. Behind the codes comes a word for each position that is lost
/// in one move more than its code says: twice its number, and the side to move.
fn write_table(file: &mut File, table: &DtmTable) -> io::Result<()> {
    write_checked(file, |checked| {
        checked.write_all(&header(table.material(), table.layout()))?;
        let mut encoder = zstd::Encoder::new(checked, COMPRESSION_LEVEL)?;
        encoder.include_checksum(true)?;
        for codes in table.codes() {
            encoder.write_all(codes)?;
        }
        for (side, numbers) in table.longer_losses().iter().enumerate() {
            for &number in numbers {
                encoder.write_all(&((2 * number + side) as u64).to_le_bytes())?;
            }
        }
        encoder.finish().map(|_| ())
    })
}

fn read_table(file: File, material: Material) -> Result<DtmTable, Fault> {
    let layout = Layout::new(material);
    let expected = header(material, &layout);
    let mut file = reader(file);
    let mut found = [0; 8 + NAME_BYTES + 8];
    file.read_exact(&mut found)?;
    if found != expected {
        return Err(Fault::Foreign);
    }
    let (sides, longer_losses) = read_checked(file, &expected, |checked| {
        let mut decoder = zstd::Decoder::new(checked)?;
        let mut sides = [vec![0; layout.size()], vec![0; layout.size()]];
        for side in &mut sides {
            decoder.read_exact(side)?;
        }
        // Reading to the end makes the decompressor compare its own checksum.
        let longer_losses = longer_losses(decoder, &sides)?;
        Ok((sides, longer_losses))
    })?;
    Ok(DtmTable::new(layout, sides, longer_losses))
}

/// Reads the numbers of the longest losses, by side to move, to the end.
fn longer_losses(mut from: impl Read, sides: &[Vec<u8>; 2]) -> Result<[Vec<usize>; 2], Fault> {
    let mut numbers = [Vec::new(), Vec::new()];
    loop {
        let mut word = Vec::new();
        from.by_ref().take(size_of::<u64>() as u64).read_to_end(&mut word)?;
        if word.is_empty() {
            return Ok(numbers);
        }
        let word = u64::from_le_bytes(word.try_into().map_err(|_| Fault::Damaged)?) as usize;
        let (number, side) = (word / 2, word % 2);
        match sides[side].get(number) {
            Some(code) if Code(*code) == Code::loss(Code::LONGEST_LOSS) => numbers[side].push(number),
            _ => return Err(Fault::Damaged),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tablebase::{Outcome, Wdl};

    #[test]
    fn a_loss_in_127_moves_comes_back_from_a_file() {
        let layout = Layout::new("KRvK".parse().unwrap());
        let mut codes = [vec![Code::DRAW.0; layout.size()], vec![Code::DRAW.0; layout.size()]];
        let [shorter, longer] =
            [[18, 36, 56, 0, 0], [18, 36, 57, 0, 0]].map(|squares| layout.index(&squares));
        codes[1][shorter] = Code::loss(Code::LONGEST_LOSS).0;
        codes[1][longer] = Code::loss(Code::LONGEST_LOSS).0;
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::new(folder.path(), u64::MAX);
        assert!(cache.store(&DtmTable::new(layout, codes, [Vec::new(), vec![longer]])).unwrap());
        let table = cache.load("KRvK".parse().unwrap()).unwrap().unwrap();
        for (number, plies) in [(shorter, 252), (longer, 254)] {
            let (_, outcome) = table.position(1, number).unwrap();
            assert_eq!(outcome, Outcome { wdl: Wdl::Loss, plies });
        }
    }
}
