//! The tables inside the program, and how their data is made.

pub(super) mod distances;
pub(super) mod pack_distances;
pub(super) mod pack_results;
pub(super) mod results;
pub(super) mod sealed;
pub(super) mod tables_inside;
