//! Probes tables for a single position and its moves, as text or as JSON.

mod answer;
mod answered;
mod error;
mod facts;
mod fields;
mod knowledge;
mod mainline;
mod supply;
mod text;

pub use answer::Answer;
pub use answered::{Answered, Solve, Unknown};
pub use error::ProbeError;
pub use facts::{Facts, MoveFacts};
pub use knowledge::{FileSource, Knowledge, RankedMove};
pub use mainline::MainLine;
pub use supply::ProbeNotice;
pub use text::{in_words, text};
