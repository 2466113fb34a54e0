//! Why a stream cannot be read or its answers cannot be written.

use std::io::{self, ErrorKind};
use std::path::PathBuf;

use thiserror::Error;

use crate::search::TableError;
use crate::text::outputs::OutputError;
use crate::threads::BrokenOff;

/// Why a stream cannot be read or its answers cannot be written.
#[derive(Debug, Error)]
pub enum StreamError {
    /// An input cannot be opened, which shows before anything is done.
    #[error("cannot read {}: {reason}", path.display())]
    NoInput {
        /// The input.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// An input cannot be read to its end.
    #[error("cannot read {}", path.display())]
    Unreadable {
        /// The input.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The output of an earlier run cannot be gone on with.
    #[error("cannot resume {}: {reason}", path.display())]
    NotResumed {
        /// The output.
        path: PathBuf,
        /// What is wrong with it.
        reason: io::Error,
    },
    /// The output of an earlier run is about something else.
    #[error(
        "{} was not made from this input; nothing was added; name its own input, or another output",
        path.display()
    )]
    OtherInput {
        /// The output.
        path: PathBuf,
    },
    /// The output is refused, or writing it failed.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// Answers cannot be written.
    #[error("cannot write the result")]
    Unwritable(#[from] io::Error),
    /// There is no memory for a worker's transposition table.
    #[error(transparent)]
    NoMemory(#[from] TableError),
    /// A thread failed by a bug.
    #[error(transparent)]
    BrokenOff(#[from] BrokenOff),
}

impl StreamError {
    /// Returns whether what was asked for is impossible; otherwise something failed.
    pub const fn is_refusal(&self) -> bool {
        match self {
            Self::NoInput { .. } | Self::NotResumed { .. } | Self::OtherInput { .. } => true,
            Self::Output(error) => error.is_refusal(),
            Self::Unreadable { .. } | Self::Unwritable(_) | Self::NoMemory(_) | Self::BrokenOff(_) => false,
        }
    }

    /// Returns whether the reader of the output has gone.
    pub fn is_closed_pipe(&self) -> bool {
        match self {
            Self::Output(error) => error.is_closed_pipe(),
            Self::Unwritable(error) => error.kind() == ErrorKind::BrokenPipe,
            _ => false,
        }
    }
}
