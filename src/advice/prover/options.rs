//! The options for proving a table.

use super::notice::ProofNotice;
use super::playbooks::cache::ProofCache;
use crate::tablebase::Cache;

/// How to prove a table.
#[derive(Clone, Copy)]
pub struct ProveOptions<'a> {
    /// How many worker threads to use; default one for every core.
    pub threads: usize,
    /// The cache of exact tables; `None` builds them in memory.
    pub cache: Option<&'a Cache>,
    /// The cache of proofs, if any: a table to hand over to that has a proof there is not proven again.
    pub proofs: Option<&'a ProofCache>,
    /// The most counterexamples to find; default 5.
    pub counterexamples: usize,
    /// Receives progress and escapes, from several threads.
    pub report: &'a (dyn Fn(ProofNotice<'_>) + Sync),
}

impl Default for ProveOptions<'_> {
    fn default() -> Self {
        let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        ProveOptions { threads, cache: None, proofs: None, counterexamples: 5, report: &|_| {} }
    }
}
