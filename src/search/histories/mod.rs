//! What the search learns while it goes on: which moves do well, and how far static values are off.

pub(super) mod continuation_history;
pub(super) mod correction;
pub(super) mod gravity;
pub(super) mod move_histories;
pub(super) mod pawn_history;
