//! The debug log: a file with every line that a session reads, after `>>`, and writes, after `<<`, as Stockfish's has them. A log
//! that is there is added to.

use std::fs::File;
use std::io::{self, Write as _};
use std::path::PathBuf;

use crate::text::outputs::{Kind, OutputError, OutputPath};
use crate::text::paths;

/// What the marks say: lucena has read the line, or written it.
const READ: &[u8] = b">> ";
const WRITTEN: &[u8] = b"<< ";

/// Logs, which lucena may add to.
const LOG: Kind =
    Kind { name: "a debug log", begins: |bytes| bytes.starts_with(READ) || bytes.starts_with(WRITTEN) };

/// An open log.
pub(super) struct DebugLog {
    file: File,
    path: PathBuf,
}

impl DebugLog {
    /// Opens the log that an option names.
    ///
    /// # Errors
    /// If a file of another kind is there, or the system does not allow writing.
    pub(super) fn open(named: &str) -> Result<DebugLog, OutputError> {
        let path = paths::path(named);
        Ok(DebugLog { file: OutputPath::file(&path).open_end(&LOG)?, path })
    }

    /// Adds a line that was read, without its end.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn read(&mut self, line: &[u8]) -> Result<(), OutputError> {
        self.add(READ, line)
    }

    /// Adds a line that was written, without its end.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn written(&mut self, line: &[u8]) -> Result<(), OutputError> {
        self.add(WRITTEN, line)
    }

    /// Adds a line at once, so that several sessions can share a log and nothing is lost if the program is killed.
    fn add(&mut self, mark: &[u8], line: &[u8]) -> Result<(), OutputError> {
        let whole = [mark, line, b"\n"].concat();
        self.file
            .write_all(&whole)
            .map_err(|source: io::Error| OutputError::Failed { path: self.path.clone(), source })
    }
}
