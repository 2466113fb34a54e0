//! The options for proving a table.

use std::sync::atomic::{AtomicBool, Ordering};

use super::notice::ProofNotice;
use super::playbooks::cache::ProofCache;
use crate::tablebase::{Cache, Results};

static NEVER: AtomicBool = AtomicBool::new(false);

/// How to prove a table.
#[derive(Clone, Copy)]
pub struct ProveOptions<'a> {
    /// How many worker threads to use; default one for every core.
    pub threads: usize,
    /// The cache of exact tables; `None` builds them in memory.
    pub cache: Option<&'a Cache>,
    /// The cache of proofs, if any: a table to hand over to that has a proof there is not proven again.
    pub proofs: Option<&'a ProofCache>,
    /// Who knows the results of more men than the tables inside the program; `None` if nobody does. A proof of such men then
    /// asks the table wherever it promises, and stands by itself.
    pub results: Option<&'a (dyn Results + Sync)>,
    /// The most memory for a proof of the positions that a promise leads to, in bytes; default 12 GiB.
    pub memory: usize,
    /// The most counterexamples to find; default 5.
    pub counterexamples: usize,
    /// Set by who does not want the proof any more; it then ends soon. By default nobody does that.
    pub cancel: &'a AtomicBool,
    /// Receives progress and escapes, from several threads.
    pub report: &'a (dyn Fn(ProofNotice<'_>) + Sync),
}

impl Default for ProveOptions<'_> {
    fn default() -> Self {
        let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        ProveOptions {
            threads,
            cache: None,
            proofs: None,
            results: None,
            memory: 12 << 30,
            counterexamples: 5,
            cancel: &NEVER,
            report: &|_| {},
        }
    }
}

impl ProveOptions<'_> {
    /// Returns whether the proof is not wanted any more.
    pub(super) fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }
}
