//! The errors of streams.

use std::io::{self, ErrorKind};
use std::path::PathBuf;

use thiserror::Error;

use crate::search::TableError;
use crate::text::outputs::OutputError;
use crate::threads::BrokenOff;

/// Why a stream failed.
#[derive(Debug, Error)]
pub enum StreamError {
    /// An input cannot be opened. This is found before anything is done.
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
        /// The system's error.
        source: io::Error,
    },
    /// The output of an earlier run cannot be continued.
    #[error("cannot resume {}: {reason}; name the output of an interrupted run, or leave out --resume", path.display())]
    NotResumed {
        /// The output.
        path: PathBuf,
        /// What is wrong with it.
        reason: io::Error,
    },
    /// The output of an earlier run belongs to another input.
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
    /// The transposition table of a worker does not fit into memory.
    #[error(transparent)]
    NoMemory(#[from] TableError),
    /// A thread failed by a bug.
    #[error(transparent)]
    BrokenOff(#[from] BrokenOff),
}

impl StreamError {
    /// Returns whether the request is impossible; otherwise something failed.
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
