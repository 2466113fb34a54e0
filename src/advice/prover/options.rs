//! The options for proving a table.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use super::notice::ProofNotice;
use super::playbooks::cache::ProofCache;
use crate::tablebase::{Cache, Results};
use crate::threads::together;

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
    /// Whether a long proof that was killed goes on from what it saved beside the proofs; by default it does.
    pub goes_on: bool,
    /// After how long a proof of the positions that a promise leads to saves what it has planned; default 60 seconds. A killed proof
    /// loses the work of this time.
    pub between_saves: Duration,
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
            goes_on: true,
            between_saves: Duration::from_secs(60),
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

    /// Shares numbers of positions among the threads. Each gets its own number, counted from 0, and takes chunks until none is
    /// left or the proof is not wanted any more. Returns what each thread has found.
    pub(super) fn share<'n, Found: Send>(
        &self,
        numbers: &'n [u32],
        chunk: usize,
        work: impl Fn(usize, &mut dyn Iterator<Item = &'n [u32]>) -> Found + Sync,
    ) -> Vec<Found> {
        let chunks: Vec<&[u32]> = numbers.chunks(chunk).collect();
        let next = AtomicUsize::new(0);
        let take = || {
            let chunk = chunks.get(next.fetch_add(1, Ordering::Relaxed)).copied();
            chunk.filter(|_| !self.is_cancelled())
        };
        together(self.threads.max(1), |thread| work(thread, &mut std::iter::from_fn(take)))
    }
}
