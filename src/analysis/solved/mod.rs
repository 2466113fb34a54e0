//! What the solver has proven of a position: as text, as JSON, as a page; and beside what a suite claims.

mod answer;
mod check;
mod claim;
mod page;
mod tables;
mod text;
pub mod words;

pub use answer::Answer;
pub use check::{Checked, check_claim, claim_table};
pub use claim::{Claim, Judged, Verdict};
pub use page::page;
pub use tables::FiveMen;
pub use text::text;
