//! Results of five men: for each question "does this side win?" and each placement of the other men, the won squares of the
//! defender's king.

mod blocks;
pub(super) mod file;
pub(super) mod layout;
pub(super) mod sets;
pub(super) mod stored;
