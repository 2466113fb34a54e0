//! What is wrong with a file of positions.

use std::path::PathBuf;

use thiserror::Error;

use crate::text::outputs::OutputError;
use crate::training::record::PackError;

/// What is wrong with a file of positions.
#[derive(Debug, Error)]
pub enum PositionFileError {
    /// The system refused something.
    #[error("{}", path.display())]
    System {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The file begins otherwise.
    #[error("{} is not a file of positions: {reason}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What is missing.
        reason: String,
    },
    /// Bytes in the middle of the file are not as they were written.
    #[error("{} is damaged at byte {offset}: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where the damaged block begins.
        offset: u64,
        /// What was found.
        reason: &'static str,
    },
    /// A file that others made is not gone on with.
    #[error("{} was made by \"{found}\", and \"{wanted}\" cannot continue it", path.display())]
    OtherMaker {
        /// The file.
        path: PathBuf,
        /// Its maker.
        found: String,
        /// Who wants to go on.
        wanted: String,
    },
    /// The maker's name is too long for the header.
    #[error("\"{0}\" is longer than the 104 bytes of a header")]
    LongMaker(String),
    /// The file cannot be written.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// A position that cannot be written.
    #[error(transparent)]
    Pack(#[from] PackError),
}
