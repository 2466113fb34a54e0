//! Retrograde generation: every position of a material, backwards from the mates.

pub(super) mod conversion;
pub(super) mod generate;
pub(super) mod men;
pub(super) mod metric;
pub(super) mod parallel;
pub(super) mod retract;
pub(super) mod seed;
pub(super) mod zeroing_distances;
