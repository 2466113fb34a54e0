//! The root: its moves, the iterations, the clock, and what a search reports.

pub(super) mod finished;
pub(super) mod iteration;
pub(super) mod limits;
pub(super) mod line;
pub(super) mod mate_proof;
pub(super) mod principal_tree;
pub(super) mod proven_mates;
pub(super) mod report;
pub(super) mod reporting;
pub(super) mod root_moves;
pub(super) mod root_search;
pub(super) mod time_management;
