//! What can be wrong with the file that holds the results of a solving run.

use std::path::PathBuf;

use thiserror::Error;

use crate::text::outputs::OutputError;

/// Why a file of work in progress cannot be used.
#[derive(Debug, Error)]
pub enum DiskError {
    /// The output is refused, or the system does not allow writing.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// The file cannot be read.
    #[error("cannot read {}: {reason}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The reason, and what to do.
        reason: String,
    },
    /// Another version of lucena wrote the file.
    #[error("{} is of another version of lucena; name another file, or replace it with --force", path.display())]
    OtherVersion {
        /// The file.
        path: PathBuf,
    },
    /// Another run of lucena works with the file.
    #[error("another run of lucena uses {}; wait until it ends, or name another file", path.display())]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// Bytes of the file have changed since they were written.
    #[error(
        "{} is damaged: it was altered after lucena had written it, so lucena claims nothing; remove it and solve again",
        path.display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
    },
}

impl DiskError {
    /// Whether the user named a file that cannot be used. Otherwise the work failed.
    pub const fn is_refusal(&self) -> bool {
        match self {
            DiskError::Output(error) => error.is_refusal(),
            DiskError::OtherVersion { .. } | DiskError::InUse { .. } => true,
            DiskError::Unreadable { .. } | DiskError::Damaged { .. } => false,
        }
    }
}
