//! Recognises the kind of a file by its beginning, so that a file of another kind is not replaced without `--force`.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

/// The number of bytes at the beginning of a file by which its kind is recognised.
const BEGINNING: u64 = 4096;

/// A kind of file that lucena writes.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// Its name with its article: `a page`.
    pub name: &'static str,
    /// Returns whether a file that begins with these bytes, at most 4096, is of this kind.
    pub begins: fn(&[u8]) -> bool,
}

impl Kind {
    /// Returns whether a file of this kind may replace the file: that is empty or of this kind itself.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn may_replace(&self, path: &Path) -> io::Result<bool> {
        let mut beginning = Vec::new();
        File::open(path)?.take(BEGINNING).read_to_end(&mut beginning)?;
        Ok(beginning.is_empty() || (self.begins)(&beginning))
    }
}
