//! What a file is, judged by how it begins: a file of another kind is not replaced without being told to.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

/// Bytes at the beginning of a file that say of what kind it is.
const BEGINNING: u64 = 4096;

/// A kind of file that lucena writes.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// What it is called, with its article: `a page`.
    pub name: &'static str,
    /// Whether a file that begins with these bytes is one. No more than the first 4096 bytes are shown.
    pub begins: fn(&[u8]) -> bool,
}

impl Kind {
    /// Whether the file may be replaced by one of this kind: it is one itself, or it is empty.
    ///
    /// # Errors
    /// Where the file cannot be read.
    pub fn may_replace(&self, path: &Path) -> io::Result<bool> {
        let mut beginning = Vec::new();
        File::open(path)?.take(BEGINNING).read_to_end(&mut beginning)?;
        Ok(beginning.is_empty() || (self.begins)(&beginning))
    }
}
