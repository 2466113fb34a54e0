//! Finding the best move: iterative-deepening principal variation search, its table, its helpers, its time.

mod control;
mod limits;
mod parameters;
mod report;
mod team;

pub use control::Control;
pub use limits::{Clock, Limits};
pub use parameters::SearchParameters;
pub use report::{Bound, LineReport, Report, ReportSink};
pub use team::{BestMove, SearchSettings, Team, largest_hash_mib};
