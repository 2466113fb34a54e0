//! A node of the tree: its search step by step, its moves, and the bets that leave some of them out.

pub(super) mod expansion;
pub(super) mod extensions;
pub(super) mod learning;
pub(super) mod moves;
pub(super) mod node_search;
pub(super) mod node_state;
pub(super) mod null_move;
pub(super) mod ordering;
pub(super) mod pruning;
pub(super) mod quiescence;
pub(super) mod reductions;
pub(super) mod rules;
pub(super) mod scout;
pub(super) mod tablebase_values;
pub(super) mod window;
