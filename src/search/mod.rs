//! Finding the best move: iterative-deepening principal variation search, its table, its helpers, its time.

mod clock;
mod continuation;
mod control;
mod decision;
mod exact;
mod extensions;
mod histories;
mod iteration;
mod limits;
mod line;
mod mate_hunt;
mod node;
mod ordering;
mod parameters;
pub mod proof;
mod pruning;
mod pv_tree;
mod quiescence;
mod reductions;
pub mod reference;
mod report;
mod root;
mod rules;
mod strength;
mod table;
mod team;
mod window;
mod worker;

pub use control::Control;
pub use exact::SyzygySettings;
pub use limits::{Clock, Limits};
pub use parameters::SearchParameters;
pub use report::{Bound, LineReport, Report, ReportSink};
pub use rules::{Exhaustive, ExhaustiveWithTable, Rules, Selective};
pub use table::TableError;
pub use team::{BestMove, SearchSettings, Team, largest_hash_mib};
