//! How a table is to be proven.

use super::cache::ProofCache;
use super::news::ProofNews;
use crate::tablebase::Cache;

/// How to prove.
#[derive(Clone, Copy)]
pub struct ProveOptions<'a> {
    /// Worker threads.
    pub threads: usize,
    /// Where exact tables are kept; without it they are built in memory.
    pub cache: Option<&'a Cache>,
    /// Where proofs are kept: a table to hand over to that has one is not proven again.
    pub proofs: Option<&'a ProofCache>,
    /// How many counterexamples to name at most.
    pub counterexamples: usize,
    /// Is told how far the proof is, and what escapes; by several threads.
    pub tell: &'a (dyn Fn(ProofNews<'_>) + Sync),
}

impl Default for ProveOptions<'_> {
    fn default() -> Self {
        let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        ProveOptions { threads, cache: None, proofs: None, counterexamples: 5, tell: &|_| {} }
    }
}
