//! Presents what the solver proved of a position: as text, as JSON, as a page, and compared with a suite's claims.

mod answer;
mod check;
mod claim;
mod decision;
mod effort;
mod estimated;
mod page;
mod tables;
mod text;
mod view;
pub mod words;

pub use answer::Answer;
pub use check::{Checked, check_claim, claim_table};
pub use claim::{Claim, Judged, Verdict};
pub use decision::Decision;
pub use estimated::Estimated;
pub use page::page;
pub use tables::LargerTables;
pub use text::text;
pub use view::{SolvedView, SolvingView};
