//! How a table is to be proven.

use crate::advice::position::Position;

/// The shortest win from a position, in our moves; `None` where it is not won. We are to move.
pub type Optimum<'a> = &'a (dyn Fn(&Position) -> Option<u32> + Sync);

/// How to prove.
#[derive(Clone, Copy)]
pub struct ProveOptions<'a> {
    /// Worker threads.
    pub threads: usize,
    /// Shortest wins; without it they are computed, where the defender has a bare king.
    pub optimum: Option<Optimum<'a>>,
    /// How many counterexamples to name at most.
    pub counterexamples: usize,
}

impl Default for ProveOptions<'_> {
    fn default() -> Self {
        let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        ProveOptions { threads, optimum: None, counterexamples: 5 }
    }
}
