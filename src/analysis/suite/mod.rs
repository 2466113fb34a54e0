//! Suites of positions with known answers: which of them a search solves.

mod summary;
mod verdict;

pub use summary::Summary;
pub use verdict::{Verdict, is_question};
