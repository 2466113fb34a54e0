//! Finding the best move: iterative-deepening principal variation search, its table, its helpers, its time.

mod histories;
mod node;
mod parameters;
pub mod proof;
pub mod reference;
mod root;
mod table;
mod tablebase_probe;
mod threads;

pub use node::rules::{Exhaustive, ExhaustiveWithTable, Rules, Selective};
pub use parameters::SearchParameters;
pub use root::finished::FinishedSearch;
pub use root::limits::{Clock, Limits};
pub use root::report::{Bound, CurrentMove, Effort, LineReport, MateNotice, Report, ReportSink};
pub use root::root_moves::{RootMove, RootMoves};
pub use table::spare_hash::SpareHash;
pub use table::transposition_table::TableError;
pub use tablebase_probe::{SyzygySettings, TablebaseProbe};
pub use threads::control::Control;
pub use threads::task::{LineCounts, Task};
pub use threads::thread_pool::{ThreadPool, largest_hash_mib};
