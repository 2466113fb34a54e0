//! Stores the arrangements that a position can reach, with bounds on what the attacker wins in each open one.
//!
//! An exit into a closed arrangement counts as not won for the lower bound, as won for the upper bound, and as a guess for the
//! assumed one. The lower and upper bounds are proven; the assumed one only says where to look next.

mod bounds;
mod guesses;
mod king_sets;
mod learned;
mod memory;
mod node;
mod opening;
mod positions;
mod solving;
mod store;
mod worklist;

pub(super) use bounds::{Bounds, MOST_SETS};
pub(super) use guesses::is_followed;
pub(super) use node::NodeId;
pub(super) use store::Graph;
pub use store::GraphSize;
