//! Proves single positions beyond the tables: solves the arrangements that a position can reach, with bounds for open ones.

mod arrangement;
mod built_tables;
mod disk;
mod distance;
mod estimate;
mod graph;
mod lookahead;
mod materials;
mod pace;
mod question;
mod report;
mod result_wins;
mod solution;
mod solved_graph;
mod solver;
mod stop;
mod stored;
mod stored_bounds;
mod syzygy_tables;
mod walk;

pub use built_tables::BuiltTables;
pub use disk::DiskError;
pub use distance::Distances;
pub use estimate::{Amount, Estimate};
pub use graph::GraphSize;
pub use materials::build::{BuildError, ResultsBuilder};
pub use question::Question;
pub use solution::{
    Conversion, FiftyMoves, Proven, Solution, SolveError, SolveLimits, SolveProgress, SolvedMove, StoppedBy,
};
pub use solved_graph::SolvedGraph;
pub use solver::{Solver, WORK_OF_ONE_OF_MANY, check_domain};
pub use stored::{SOLVED_POSITIONS, StoredError};
