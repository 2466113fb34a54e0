//! Why an output is refused, and why writing one failed.

use std::io::{self, ErrorKind};
use std::path::PathBuf;

use thiserror::Error;

/// Why a file is not written. Whatever was at that name before is still there, unchanged.
#[derive(Debug, Error)]
pub enum OutputError {
    /// The output is a file that the command reads.
    #[error(
        "{output} and {input} are the same file: the output would replace what is read; choose another name"
    )]
    IsInput {
        /// What names the output, with its option.
        output: String,
        /// What names the input, with its option where it has one.
        input: String,
    },
    /// Two outputs are one file.
    #[error(
        "{first} and {second} are the same file: one output would replace the other; choose another name"
    )]
    IsOutput {
        /// What names the one.
        first: String,
        /// What names the other.
        second: String,
    },
    /// Something else is at that name.
    #[error(
        "{} is there already and is not {kind}, so it is not replaced; choose another name, or replace it with --force",
        path.display()
    )]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What would be replaced without asking, with its article.
        kind: &'static str,
    },
    /// A file beside the output has the name of a file that lucena keeps there.
    #[error("{} is there already and is not {kind}, so it is left alone; move it away, or choose another output", path.display())]
    ForeignBeside {
        /// The file.
        path: PathBuf,
        /// What lucena would keep there, with its article.
        kind: &'static str,
    },
    /// The output is a folder.
    #[error("cannot write {}: it is a folder", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
    },
    /// The system does not let the file be written.
    #[error("cannot write {}", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Writing began and failed.
    #[error("cannot write {} to its end", path.display())]
    Failed {
        /// The file.
        path: PathBuf,
        /// What the system said: a full disk, ...
        source: io::Error,
    },
}

impl OutputError {
    /// Whether the words of the user were wrong, and not the writing.
    pub const fn is_refusal(&self) -> bool {
        !matches!(self, OutputError::Failed { .. })
    }

    /// Whether the reader of the output has gone.
    pub fn is_closed_pipe(&self) -> bool {
        matches!(self, OutputError::Failed { source, .. } if source.kind() == ErrorKind::BrokenPipe)
    }
}
