//! Why Syzygy files and their folders cannot be used.

use std::io;
use std::path::{Path, PathBuf};

use shakmaty_syzygy::ProbeError;
use thiserror::Error;

/// What is wrong with a folder of Syzygy files.
#[derive(Debug, Error)]
pub enum SyzygyProblem {
    /// The folder gives nothing at all.
    #[error("cannot be read: {0}")]
    Folder(io::Error),
    /// One of its files gives nothing.
    #[error(transparent)]
    File(#[from] UnusableFile),
}

/// A Syzygy file that cannot be used.
#[derive(Debug, Error)]
#[error("{} cannot be used: {reason}", path.display())]
pub struct UnusableFile {
    /// The file.
    pub path: PathBuf,
    /// Why.
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
    /// The system does not let it be read.
    #[error(transparent)]
    Unreadable(#[from] io::Error),
    /// A folder, or something else that is no file.
    #[error("it is no file")]
    NoFile,
    /// Somebody else's file under the name of a table.
    #[error("it does not begin like a table")]
    Foreign,
    /// A part of a table.
    #[error("its size is not that of a whole table")]
    WrongSize,
    /// What it says makes no sense.
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
