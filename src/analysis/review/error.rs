//! The errors of reviews.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::engine::EngineError;
use crate::games::GamesError;
use crate::text::outputs::OutputError;
use crate::threads::BrokenOff;

/// Why a review failed.
#[derive(Debug, Error)]
pub enum ReviewError {
    /// No search can start.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The file of games cannot be opened.
    #[error(transparent)]
    Games(#[from] GamesError),
    /// The file of games cannot be read to its end.
    #[error("cannot read {}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// An output cannot be written.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// The journal cannot be read or written.
    #[error("cannot read or write the journal {}", path.display())]
    Journal {
        /// The journal.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// Something judged cannot be written as JSON.
    #[error("cannot write the result as JSON; this is a bug in lucena")]
    NoJson(#[from] serde_json::Error),
    /// The journal beside the output belongs to another review.
    #[error("{} belongs to another review ({question}); leave out --resume to begin again", path.display())]
    OtherReview {
        /// The journal.
        path: PathBuf,
        /// The request that it belongs to.
        question: String,
    },
    /// No output is a file, so there is no journal to resume.
    #[error("--resume needs a file as --out or --html")]
    NothingToResume,
    /// The file has no game, and nothing that could be one.
    #[error("{} has no games; lucena reviews games in PGN", path.display())]
    NoGames {
        /// The file.
        path: PathBuf,
    },
    /// Nobody of that name has played a game of the file.
    #[error("{} has no game of {name:?}; its players are {players}", path.display())]
    NoSuchPlayer {
        /// The file.
        path: PathBuf,
        /// The name asked for.
        name: String,
        /// Players of the file, separated by commas.
        players: String,
    },
    /// The review was cancelled.
    #[error("cancelled")]
    Cancelled,
    /// A thread failed by a bug.
    #[error(transparent)]
    BrokenOff(#[from] BrokenOff),
}

impl ReviewError {
    /// Returns whether the request is impossible; otherwise something failed.
    pub const fn is_refusal(&self) -> bool {
        match self {
            Self::Engine(error) => error.is_refusal(),
            Self::Output(error) => error.is_refusal(),
            Self::OtherReview { .. }
            | Self::NothingToResume
            | Self::NoGames { .. }
            | Self::NoSuchPlayer { .. } => true,
            Self::Games(_)
            | Self::Unreadable { .. }
            | Self::Journal { .. }
            | Self::NoJson(_)
            | Self::Cancelled
            | Self::BrokenOff(_) => false,
        }
    }

    /// Returns whether the reader of the output has gone.
    pub fn is_closed_pipe(&self) -> bool {
        match self {
            Self::Output(error) => error.is_closed_pipe(),
            _ => false,
        }
    }
}
