//! What can go wrong in a command, and whose doing it is: the exit code tells.

use std::io::ErrorKind;
use std::path::PathBuf;

use thiserror::Error;

use crate::analysis::probe::ProbeError;
use crate::analysis::review::ReviewError;
use crate::analysis::stream::StreamError;
use crate::analysis::{NoMateFound, SearchFailed};
use crate::board::FenError;
use crate::config::ConfigError;
use crate::engine::EngineError;
use crate::search::TableError;
use crate::solve::StoredError;
use crate::tablebase::{CacheError, GenerateError};
use crate::text::outputs::OutputError;
use crate::threads::BrokenOff;
use crate::training::{PositionFileError, TrainingError, UnpackError};

/// Why a command did not do what it was asked for.
#[derive(Debug, Error)]
pub enum CommandError {
    /// The file named by `--config` cannot be used.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The FEN on the command line is none.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// An option's value is impossible here.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// Words on the command line that mean nothing, with what is allowed.
    #[error("{0}")]
    Usage(String),
    /// A file that a command needs cannot be read.
    #[error("cannot read {}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A review cannot be made.
    #[error(transparent)]
    Review(#[from] ReviewError),
    /// A stream of positions and games cannot be analysed.
    #[error(transparent)]
    Stream(#[from] StreamError),
    /// Tables cannot be asked about a position.
    #[error(transparent)]
    Probe(#[from] ProbeError),
    /// Neither a mate nor that there is none was proven.
    #[error(transparent)]
    NoMate(#[from] NoMateFound),
    /// The result cannot be written.
    #[error("cannot write the result")]
    Output(#[from] std::io::Error),
    /// A file that a command is to write.
    #[error(transparent)]
    OutputFile(#[from] OutputError),
    /// A table cannot be built.
    #[error(transparent)]
    Generate(#[from] GenerateError),
    /// A table cannot be kept.
    #[error(transparent)]
    Cache(#[from] CacheError),
    /// A file of solved positions cannot be used.
    #[error(transparent)]
    Solved(#[from] StoredError),
    /// A file of positions cannot be read or written.
    #[error(transparent)]
    Positions(#[from] PositionFileError),
    /// A record of such a file is no position.
    #[error(transparent)]
    Record(#[from] UnpackError),
    /// Games were not played, positions not labelled, or files not shuffled.
    #[error(transparent)]
    Training(#[from] TrainingError),
    /// There is no memory for a transposition table.
    #[error(transparent)]
    NoMemory(#[from] TableError),
    /// A search failed by a bug.
    #[error(transparent)]
    Search(#[from] SearchFailed),
    /// A thread failed by a bug.
    #[error(transparent)]
    BrokenOff(#[from] BrokenOff),
    /// What was asked for was done and did not turn out well.
    #[error("{0}")]
    Failed(String),
    /// Something that cannot happen did: a bug.
    #[error("{0}; this is a bug in lucena")]
    Internal(String),
}

impl CommandError {
    /// 2 for what the user wrote, 1 for what failed.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Config(_) | Self::Fen(_) | Self::Usage(_) => 2,
            Self::Engine(error) if error.is_refusal() => 2,
            Self::Review(error) if error.is_refusal() => 2,
            Self::Stream(error) if error.is_refusal() => 2,
            Self::Probe(error) if error.is_refusal() => 2,
            Self::Solved(error) if error.is_wrong_file() => 2,
            Self::OutputFile(error) if error.is_refusal() => 2,
            Self::Positions(PositionFileError::Output(error)) if error.is_refusal() => 2,
            Self::Training(error) if error.is_refusal() => 2,
            Self::Engine(_)
            | Self::Review(_)
            | Self::Stream(_)
            | Self::Probe(_)
            | Self::NoMate(_)
            | Self::Solved(_)
            | Self::OutputFile(_)
            | Self::Unreadable { .. }
            | Self::Output(_)
            | Self::Generate(_)
            | Self::Cache(_)
            | Self::Positions(_)
            | Self::Record(_)
            | Self::Training(_)
            | Self::NoMemory(_)
            | Self::Search(_)
            | Self::BrokenOff(_)
            | Self::Failed(_)
            | Self::Internal(_) => 1,
        }
    }

    /// Whether the reader of the output has gone, which is no failure.
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
