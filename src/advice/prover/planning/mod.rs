//! What a table plays: in every position of its material, or in those that its promise leads to.

pub(super) mod all_positions;
mod planner;
pub(super) mod promised;
pub(super) mod reaching;
pub(super) mod unfinished;
