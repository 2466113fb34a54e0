//! Why Syzygy files and their folders cannot be used.

use std::io;
use std::path::{Path, PathBuf};

use shakmaty_syzygy::ProbeError;
use thiserror::Error;

use crate::text::system_reason;

/// What is wrong with a folder of Syzygy files.
#[derive(Debug, Error)]
pub enum SyzygyProblem {
    /// The folder cannot be read.
    #[error("it cannot be read: {}", system_reason(_0))]
    Folder(io::Error),
    /// One of its files cannot be used.
    #[error(transparent)]
    File(#[from] UnusableFile),
}

/// A Syzygy file that cannot be used.
#[derive(Debug, Error)]
#[error("{} cannot be used: {reason}", path.display())]
pub struct UnusableFile {
    /// The file.
    pub path: PathBuf,
    /// The reason.
    pub reason: FileProblem,
}

impl UnusableFile {
    pub(super) fn new(path: &Path, reason: FileProblem) -> UnusableFile {
        UnusableFile { path: path.to_owned(), reason }
    }
}

/// Why a Syzygy file cannot be used.
#[derive(Debug, Error)]
pub enum FileProblem {
    /// The system cannot read it.
    #[error("{}", system_reason(_0))]
    Unreadable(#[from] io::Error),
    /// A folder, or something else that is not a file.
    #[error("it is not a file")]
    NoFile,
    /// Another kind of file under the name of a table.
    #[error("it does not begin like a table")]
    Foreign,
    /// An incomplete table.
    #[error("its size is not that of a whole table")]
    WrongSize,
    /// The content is inconsistent.
    #[error("it is damaged")]
    Damaged,
}

impl From<ProbeError> for FileProblem {
    fn from(error: ProbeError) -> FileProblem {
        match error {
            ProbeError::Read { error } => FileProblem::Unreadable(error),
            ProbeError::Magic { .. } => FileProblem::Foreign,
            ProbeError::CorruptedTable { .. } => FileProblem::Damaged,
        }
    }
}
