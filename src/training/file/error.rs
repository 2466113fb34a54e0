//! What is wrong with a file of positions; the reader and the writer return it.

use std::path::PathBuf;

use thiserror::Error;

use crate::text::outputs::OutputError;
use crate::training::record::PackError;

/// What is wrong with a file of positions.
#[derive(Debug, Error)]
pub enum PositionFileError {
    /// The file cannot be read.
    #[error("cannot read {}", path.display())]
    System {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// The file does not begin like a file of positions.
    #[error("{} is not a file of positions: {reason}; name a file that lucena selfplay or label has written", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What is missing.
        reason: String,
    },
    /// Bytes in the middle of the file are not as they were written.
    #[error("{} is damaged at byte {offset}: {reason}; copy it again or make it anew", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where the damaged block begins, in bytes.
        offset: u64,
        /// What was found.
        reason: &'static str,
    },
    /// Another maker wrote the file, so it cannot be continued.
    #[error(
        "{} was made by \"{found}\", and \"{wanted}\" cannot continue it; repeat the options of the first run, or name another \
         output",
        path.display()
    )]
    OtherMaker {
        /// The file.
        path: PathBuf,
        /// The maker in its header.
        found: String,
        /// The maker that wants to continue it.
        wanted: String,
    },
    /// The maker's name is too long for the header.
    #[error("\"{0}\" is longer than the 104 bytes of a header")]
    LongMaker(String),
    /// The file cannot be written.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// A position cannot be packed.
    #[error(transparent)]
    Pack(#[from] PackError),
}
