//! Judges the endings of a file of games, move by move, and writes annotated games, a page, or both.

mod account;
mod account_words;
mod annotate;
mod arrow;
mod effort;
mod ending;
mod error;
mod journal;
mod judge;
mod longest_looks;
mod looks;
mod outputs;
mod page;
mod reason;
mod request;
mod reviewing;
mod sources;
mod value;
mod verdict;
mod words;

pub use effort::Effort;
pub use error::ReviewError;
pub use request::{Request, ReviewNotice, Work};
pub use reviewing::{ReviewReport, Reviewed, review};
