//! The errors in a user's engine.toml, in words: where, what was found, and what is allowed.

use std::fmt;
use std::path::PathBuf;

use thiserror::Error;

/// Something in the user's file that does not count. Its key keeps the default; the rest of the file counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The file.
    pub file: PathBuf,
    /// The line, from 1; 0 for the whole file.
    pub line: usize,
    /// What is wrong.
    pub kind: ProblemKind,
}

/// What is wrong with a line of the user's file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ProblemKind {
    /// The file cannot be read; all keys keep their defaults.
    #[error("cannot be read ({reason}); lucena uses the defaults")]
    Unreadable {
        /// The reason.
        reason: String,
    },
    /// The line is not TOML.
    #[error("{reason}; the line is left out (allowed: [section], key = value and # comments)")]
    Syntax {
        /// The message of the parser.
        reason: String,
    },
    /// A section that does not exist.
    #[error("unknown section [{found}]{hint}; allowed: {allowed}")]
    UnknownSection {
        /// The text.
        found: String,
        /// ` (did you mean …?)`, or empty.
        hint: String,
        /// The existing sections.
        allowed: String,
    },
    /// A key that the section does not have.
    #[error("unknown key {found:?} in [{section}]{hint}; allowed: {allowed}")]
    UnknownKey {
        /// The section.
        section: String,
        /// The text.
        found: String,
        /// ` (did you mean …?)`, or empty.
        hint: String,
        /// The existing keys.
        allowed: String,
    },
    /// A key before the first section.
    #[error("key {found:?} is outside any section; put it below one of {allowed}")]
    OutsideSection {
        /// The text.
        found: String,
        /// The existing sections.
        allowed: String,
    },
    /// A value of the wrong kind, or outside the range.
    #[error("[{section}] {key} = {found} is invalid; allowed: {allowed}; lucena uses the default {default}")]
    BadValue {
        /// The section.
        section: String,
        /// The key.
        key: String,
        /// The value that was written.
        found: String,
        /// The allowed values.
        allowed: String,
        /// The value used instead.
        default: String,
    },
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.file.display())?;
        if self.line > 0 {
            write!(formatter, ":{}", self.line)?;
        }
        write!(formatter, ": {}", self.kind)
    }
}

impl std::error::Error for Problem {}
