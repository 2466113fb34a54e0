//! Why games were not played, positions not labelled, or files not shuffled.

use std::io::{self, ErrorKind};
use std::path::PathBuf;

use thiserror::Error;

use super::file::PositionFileError;
use super::labels::TeacherError;
use super::record::{PackError, UnpackError};
use crate::search::TableError;
use crate::tablebase::CacheError;
use crate::text::outputs::OutputError;
use crate::threads::BrokenOff;

/// Why the room of training did not do what it was asked for.
#[derive(Debug, Error)]
pub enum TrainingError {
    /// A file of positions cannot be read or written.
    #[error(transparent)]
    Positions(#[from] PositionFileError),
    /// A record of such a file is no position.
    #[error(transparent)]
    Record(#[from] UnpackError),
    /// A position cannot be packed.
    #[error(transparent)]
    Pack(#[from] PackError),
    /// An engine gives no scores.
    #[error(transparent)]
    Teacher(#[from] TeacherError),
    /// There is no memory for a transposition table.
    #[error(transparent)]
    NoMemory(#[from] TableError),
    /// A cached table cannot be read.
    #[error(transparent)]
    Cache(#[from] CacheError),
    /// An output cannot be written.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// A thread failed by a bug.
    #[error(transparent)]
    BrokenOff(#[from] BrokenOff),
    /// A book cannot be read.
    #[error("cannot read {}", path.display())]
    Unreadable {
        /// The book.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A file does not fit what was asked for; the sentence names the file, says why, and what is allowed.
    #[error("{0}")]
    WrongFile(String),
    /// No balanced position was found.
    #[error("none of {tries} positions was balanced to {limit} centipawns; balance CP allows more")]
    Unbalanced {
        /// How many positions were tried.
        tries: usize,
        /// The limit, in centipawns.
        limit: u32,
    },
}

impl TrainingError {
    /// Whether what the user wrote is wrong, and not what was tried.
    #[must_use]
    pub fn is_refusal(&self) -> bool {
        match self {
            Self::WrongFile(_) => true,
            Self::Output(error) | Self::Positions(PositionFileError::Output(error)) => error.is_refusal(),
            _ => false,
        }
    }

    /// Whether the system has no process to give.
    #[must_use]
    pub fn is_shortage(&self) -> bool {
        matches!(self, Self::Teacher(TeacherError::Start { source, .. }) if source.kind() == ErrorKind::WouldBlock)
    }
}
