//! The errors of a whole file of games; a fault in one game is a [`super::BrokenGame`].

use std::path::PathBuf;

use thiserror::Error;

/// Why a file of games cannot be used.
#[derive(Debug, Error)]
pub enum GamesError {
    /// The file cannot be opened.
    #[error("cannot read {}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's message.
        source: std::io::Error,
    },
}
