//! One arrangement of pawns and pieces: how it is named, what leaves it, and its analysis backwards from the wins.

pub(super) mod bound;
pub(super) mod exit_results;
pub(super) mod exits;
pub(super) mod exits_of_row;
pub(super) mod ground;
pub(super) mod layout;
pub(super) mod legality;
mod numbered_pieces;
pub(super) mod packing;
pub(super) mod reach;
pub(super) mod retrograde;
pub(super) mod row;
pub(super) mod tables;
pub(super) mod wins;
