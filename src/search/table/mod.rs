//! The transposition table, and a spare one that is made beside a search.

pub(super) mod spare_hash;
pub(super) mod transposition_table;
