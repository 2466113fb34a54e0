//! The errors of commands. The exit code says whether the user's input is wrong or something failed.

use std::io::ErrorKind;
use std::path::PathBuf;

use thiserror::Error;

use crate::analysis::NoMateFound;
use crate::analysis::probe::{ProbeError, Unknown};
use crate::analysis::review::ReviewError;
use crate::analysis::stream::StreamError;
use crate::board::FenError;
use crate::config::ConfigError;
use crate::engine::{EngineError, SearchFailed};
use crate::search::TableError;
use crate::serve::ServeError;
use crate::solve::{BuildError as ResultsBuildError, DiskError, StoredError};
use crate::tablebase::{CacheError, GenerateError, ResultsError};
use crate::text::outputs::OutputError;
use crate::threads::BrokenOff;
use crate::training::{PositionFileError, TrainingError, UnpackError};

/// Why a command failed.
#[derive(Debug, Error)]
pub enum CommandError {
    /// The file named by `--config` cannot be used.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The FEN on the command line is invalid.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// An option's value is impossible here.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// Unknown words on the command line, with what is allowed.
    #[error("{0}")]
    Usage(String),
    /// A file that a command needs cannot be read.
    #[error("cannot read {}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// A review cannot be made.
    #[error(transparent)]
    Review(#[from] ReviewError),
    /// A stream of positions and games cannot be analysed.
    #[error(transparent)]
    Stream(#[from] StreamError),
    /// Tables cannot be probed for a position.
    #[error(transparent)]
    Probe(#[from] ProbeError),
    /// Neither a mate nor its absence was proven.
    #[error(transparent)]
    NoMate(#[from] NoMateFound),
    /// The result cannot be written.
    #[error("cannot write the result")]
    Output(#[from] std::io::Error),
    /// An output file is refused, or writing it failed.
    #[error(transparent)]
    OutputFile(#[from] OutputError),
    /// A table cannot be built.
    #[error(transparent)]
    Generate(#[from] GenerateError),
    /// A table cannot be stored.
    #[error(transparent)]
    Cache(#[from] CacheError),
    /// Results cannot be built.
    #[error(transparent)]
    Results(#[from] ResultsBuildError),
    /// The file of results cannot be used.
    #[error(transparent)]
    ResultsFile(#[from] ResultsError),
    /// A file of solved positions cannot be used.
    #[error(transparent)]
    Solved(#[from] StoredError),
    /// A file of solving in progress cannot be used.
    #[error(transparent)]
    Disk(#[from] DiskError),
    /// A file of positions cannot be read or written.
    #[error(transparent)]
    Positions(#[from] PositionFileError),
    /// A record of such a file is not a position.
    #[error(transparent)]
    Record(#[from] UnpackError),
    /// Games were not played, positions not labelled, or files not shuffled.
    #[error(transparent)]
    Training(#[from] TrainingError),
    /// The server cannot start.
    #[error(transparent)]
    Serve(#[from] ServeError),
    /// The transposition table does not fit into memory.
    #[error(transparent)]
    NoMemory(#[from] TableError),
    /// A search failed by a bug.
    #[error(transparent)]
    Search(#[from] SearchFailed),
    /// A thread failed by a bug.
    #[error(transparent)]
    BrokenOff(#[from] BrokenOff),
    /// The work was done, and its outcome is a failure.
    #[error("{0}")]
    Failed(String),
    /// An internal error: a bug.
    #[error("{0}; this is a bug in lucena")]
    Internal(String),
}

impl From<Unknown> for CommandError {
    fn from(unknown: Unknown) -> CommandError {
        match unknown {
            Unknown::Refused(error) => error.into(),
            missing @ Unknown::Missing(_) => CommandError::Failed(missing.to_string()),
        }
    }
}

impl CommandError {
    /// Returns the exit code: 2 if the user's input is wrong, 1 if something failed.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Config(_) | Self::Fen(_) | Self::Usage(_) => 2,
            Self::Engine(error) if error.is_refusal() => 2,
            Self::Review(error) if error.is_refusal() => 2,
            Self::Stream(error) if error.is_refusal() => 2,
            Self::Probe(error) if error.is_refusal() => 2,
            Self::Solved(error) if error.is_wrong_file() => 2,
            Self::Disk(error) if error.is_refusal() => 2,
            Self::OutputFile(error) if error.is_refusal() => 2,
            Self::Positions(PositionFileError::Output(error)) if error.is_refusal() => 2,
            Self::Training(error) if error.is_refusal() => 2,
            Self::Engine(_)
            | Self::Review(_)
            | Self::Stream(_)
            | Self::Probe(_)
            | Self::NoMate(_)
            | Self::Solved(_)
            | Self::Disk(_)
            | Self::OutputFile(_)
            | Self::Unreadable { .. }
            | Self::Output(_)
            | Self::Generate(_)
            | Self::Cache(_)
            | Self::Results(_)
            | Self::ResultsFile(_)
            | Self::Positions(_)
            | Self::Record(_)
            | Self::Training(_)
            | Self::Serve(_)
            | Self::NoMemory(_)
            | Self::Search(_)
            | Self::BrokenOff(_)
            | Self::Failed(_)
            | Self::Internal(_) => 1,
        }
    }

    /// Returns whether the reader of the output has gone, which is not a failure.
    pub fn is_closed_pipe(&self) -> bool {
        match self {
            Self::Output(error) => error.kind() == ErrorKind::BrokenPipe,
            Self::OutputFile(error) => error.is_closed_pipe(),
            Self::Review(error) => error.is_closed_pipe(),
            Self::Stream(error) => error.is_closed_pipe(),
            _ => false,
        }
    }
}
