//! Why a file of games cannot be used; what is wrong with one game of it is a [`super::BrokenGame`].

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
        /// What the system said.
        source: std::io::Error,
    },
}
