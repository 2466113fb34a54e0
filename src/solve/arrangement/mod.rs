//! One arrangement of pawns and pieces: how it is named, what leaves it, and its analysis backwards from the wins.

pub(super) mod bound;
pub(super) mod exit_results;
pub(super) mod exits;
pub(super) mod exits_at;
pub(super) mod ground;
pub(super) mod layout;
mod numbered_pieces;
pub(super) mod packing;
pub(super) mod reach;
pub(super) mod retrograde;
pub(super) mod tables;
pub(super) mod wins;
