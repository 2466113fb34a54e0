//! Judges searches by suites of positions with known answers.

mod summary;
mod verdict;

pub use summary::Summary;
pub use verdict::{Verdict, is_question};
