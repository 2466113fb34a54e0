//! Why playing games, labelling positions or shuffling files failed.

use std::io::ErrorKind;

use thiserror::Error;

use super::file::PositionFileError;
use super::labels::TeacherError;
use super::published_network::NetworkFileError;
use super::record::{PackError, UnpackError};
use crate::search::TableError;
use crate::tablebase::CacheError;
use crate::text::outputs::OutputError;
use crate::threads::BrokenOff;

/// Why a task of training failed.
#[derive(Debug, Error)]
pub enum TrainingError {
    /// A file of positions cannot be read or written.
    #[error(transparent)]
    Positions(#[from] PositionFileError),
    /// A record of such a file is not a position.
    #[error(transparent)]
    Record(#[from] UnpackError),
    /// A position cannot be packed.
    #[error(transparent)]
    Pack(#[from] PackError),
    /// An engine gives no scores.
    #[error(transparent)]
    Teacher(#[from] TeacherError),
    /// A network cannot teach.
    #[error(transparent)]
    Network(#[from] NetworkFileError),
    /// The transposition table does not fit into memory.
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
    /// A file does not fit the request. The sentence names the file, gives the reason, and says what is allowed.
    #[error("{0}")]
    WrongFile(String),
    /// No balanced position was found.
    #[error("none of {tries} positions was balanced to {limit} centipawns; allow more with balance CP")]
    Unbalanced {
        /// Positions that were tried.
        tries: usize,
        /// The limit, in centipawns.
        limit: u32,
    },
}

impl TrainingError {
    /// Returns whether the user's input is at fault.
    #[must_use]
    pub fn is_refusal(&self) -> bool {
        match self {
            Self::WrongFile(_) => true,
            Self::Network(error) => !matches!(error, NetworkFileError::Unreadable { .. }),
            Self::Output(error) | Self::Positions(PositionFileError::Output(error)) => error.is_refusal(),
            _ => false,
        }
    }

    /// Returns whether the system could not start another process.
    #[must_use]
    pub fn is_shortage(&self) -> bool {
        matches!(self, Self::Teacher(TeacherError::Start { source, .. }) if source.kind() == ErrorKind::WouldBlock)
    }
}
