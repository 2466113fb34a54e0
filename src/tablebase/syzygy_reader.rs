//! Reads Syzygy files through memory: the solver asks the same parts of a file millions of times, and each would be a call of
//! the system.

use std::fs::{File, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use shakmaty_syzygy::filesystem::{Filesystem, OsFilesystem, RandomAccessFile, ReadHint};

/// The part of a file that is read at once, in bytes.
const PAGE_BYTES: usize = 1 << 14;
/// The memory for the pages of all files, in bytes. What does not fit is read from the file each time.
const MOST_BYTES: usize = 1 << 27;
/// Larger files, in bytes, are not held in memory at all: of these a search asks ever different parts.
const LARGEST_FILE: u64 = 1 << 30;

/// The system's files, with the pages read so far.
#[derive(Debug, Default)]
pub(super) struct PagedFilesystem {
    system: OsFilesystem,
    bytes: Arc<AtomicUsize>,
}

impl Filesystem for PagedFilesystem {
    fn regular_file_size(&self, path: &Path) -> io::Result<u64> {
        self.system.regular_file_size(path)
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<PathBuf>> {
        self.system.read_dir(path)
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn RandomAccessFile>> {
        let file = self.system.open(path)?;
        let length = File::open(path).and_then(|file| file.metadata()).as_ref().map_or(0, Metadata::len);
        if length == 0 || length > LARGEST_FILE {
            return Ok(file);
        }
        let pages = (0..length.div_ceil(PAGE_BYTES as u64)).map(|_| OnceLock::new()).collect();
        Ok(Box::new(PagedFile { file, length, pages, bytes: Arc::clone(&self.bytes) }))
    }
}

/// A file whose pages stay in memory once they are read.
struct PagedFile {
    file: Box<dyn RandomAccessFile>,
    length: u64,
    pages: Box<[OnceLock<Box<[u8]>>]>,
    /// The memory of the pages of all files.
    bytes: Arc<AtomicUsize>,
}

impl PagedFile {
    /// Returns a page; `None` if memory has no space for it, or the file cannot be read there.
    fn page(&self, number: usize) -> Option<&[u8]> {
        let page = self.pages.get(number)?;
        if let Some(known) = page.get() {
            return Some(known);
        }
        if self.bytes.load(Ordering::Relaxed) >= MOST_BYTES {
            return None;
        }
        let begin = number as u64 * PAGE_BYTES as u64;
        let length = (self.length - begin).min(PAGE_BYTES as u64) as usize;
        let mut content = vec![0; length];
        self.file.read_exact_at(&mut content, begin, ReadHint::Data).ok()?;
        if page.set(content.into()).is_ok() {
            self.bytes.fetch_add(PAGE_BYTES, Ordering::Relaxed);
        }
        page.get().map(Box::as_ref)
    }
}

impl RandomAccessFile for PagedFile {
    fn read_at(&self, buffer: &mut [u8], offset: u64, hint: ReadHint) -> io::Result<usize> {
        let number = usize::try_from(offset / PAGE_BYTES as u64).unwrap_or(usize::MAX);
        let Some(page) = self.page(number) else { return self.file.read_at(buffer, offset, hint) };
        let rest = page.get((offset % PAGE_BYTES as u64) as usize..).unwrap_or_default();
        let length = rest.len().min(buffer.len());
        buffer[..length].copy_from_slice(&rest[..length]);
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_reads_the_same_through_its_pages_wherever_a_read_begins_and_ends() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let content: Vec<u8> = (0..3 * PAGE_BYTES + 100).map(|number| (number % 251) as u8).collect();
        std::fs::write(&path, &content).unwrap();
        let file = PagedFilesystem::default().open(&path).unwrap();
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..2_000 {
            let begin = random.usize(0..content.len());
            let length = random.usize(0..=(content.len() - begin).min(2 * PAGE_BYTES));
            let mut read = vec![0; length];
            file.read_exact_at(&mut read, begin as u64, ReadHint::Data).unwrap();
            assert_eq!(read, content[begin..begin + length]);
        }
        let beyond = file.read_exact_at(&mut [0; 2], content.len() as u64 - 1, ReadHint::Data);
        assert_eq!(beyond.unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
    }

    #[test]
    fn without_memory_for_pages_the_file_itself_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        std::fs::write(&path, b"content").unwrap();
        let files = PagedFilesystem::default();
        files.bytes.store(MOST_BYTES, Ordering::Relaxed);
        let mut read = [0; 4];
        files.open(&path).unwrap().read_exact_at(&mut read, 3, ReadHint::Data).unwrap();
        assert_eq!(&read, b"tent");
        assert_eq!(files.bytes.load(Ordering::Relaxed), MOST_BYTES);
    }
}
