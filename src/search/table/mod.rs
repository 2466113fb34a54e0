//! The transposition table, and the memory that it is made of.

pub(super) mod pages;
pub(super) mod spare_hash;
pub(super) mod transposition_table;
