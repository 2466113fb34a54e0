//! Why an output is refused, and why writing one failed.

use std::io::{self, ErrorKind};
use std::path::PathBuf;

use thiserror::Error;

/// Why a file is not written. An earlier file of that name stays unchanged.
#[derive(Debug, Error)]
pub enum OutputError {
    /// The output is a file that the command reads.
    #[error(
        "{output} and {input} are the same file: the output would replace what is read; choose another name"
    )]
    IsInput {
        /// The output, with its option.
        output: String,
        /// The input, with its option if it has one.
        input: String,
    },
    /// Two outputs are the same file.
    #[error(
        "{first} and {second} are the same file: one output would replace the other; choose another name"
    )]
    IsOutput {
        /// The first output, with its option.
        first: String,
        /// The second output, with its option.
        second: String,
    },
    /// The name belongs to a file of another kind.
    #[error(
        "{} is there already and is not {kind}, so it is not replaced; choose another name, or replace it with --force",
        path.display()
    )]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The kind of file that would be replaced, with its article.
        kind: &'static str,
    },
    /// A file that lucena adds to, or writes beside the output, is of another kind.
    #[error("{} is there already and is not {kind}, so it is left alone; move it away, or choose another output", path.display())]
    ForeignBeside {
        /// The file.
        path: PathBuf,
        /// The kind of file that lucena would write there, with its article.
        kind: &'static str,
    },
    /// The output is a folder.
    #[error("cannot write {}: it is a folder; name a file", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
    },
    /// The system does not allow writing the file.
    #[error("cannot write {}", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// The system's message.
        source: io::Error,
    },
    /// Writing began and failed.
    #[error("cannot finish writing {}", path.display())]
    Failed {
        /// The file.
        path: PathBuf,
        /// The system's message, such as a full disk.
        source: io::Error,
    },
}

impl OutputError {
    /// Turns an error about an output that may be replaced by force into one about a file that is left alone.
    pub(super) fn left_alone(self) -> OutputError {
        match self {
            OutputError::Foreign { path, kind } => OutputError::ForeignBeside { path, kind },
            other => other,
        }
    }

    /// Returns whether the user named a file that cannot be used. Otherwise writing began and failed.
    pub const fn is_refusal(&self) -> bool {
        !matches!(self, OutputError::Failed { .. })
    }

    /// Returns whether the reader of the output closed its end.
    pub fn is_closed_pipe(&self) -> bool {
        matches!(self, OutputError::Failed { source, .. } if source.kind() == ErrorKind::BrokenPipe)
    }
}
