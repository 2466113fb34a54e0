//! Analyses streams of positions and games; each position becomes one JSON object a line, in the order of the input.

mod analyst;
mod answer;
mod effort;
mod error;
mod of_games;
mod output;
mod question;
mod sources;
mod streaming;

pub use analyst::Task;
pub(in crate::analysis) use answer::result_word;
pub use effort::{limits, table_mebibytes};
pub use error::StreamError;
pub use output::{Destination, To};
pub use sources::{Format, Guesses, Sources};
pub use streaming::{Outcome, analyse};
