//! Whether a piece of advice can be satisfied, and the forcing tree that shows it.

pub(super) mod context;
pub(super) mod dependence;
pub(super) mod endless;
pub(super) mod evaluate;
pub(super) mod forcing_tree;
pub(super) mod interpreter;
pub(super) mod mate_limits;
pub(super) mod refutation_cache;
pub(super) mod satisfaction;
pub(super) mod subgoals;
pub(super) mod survey;
pub(super) mod tree_cache;
