//! Finds a table's proof without proving: in the program or in the cache.

use crate::advice::prover::{ProofCache, StoredProof, built_in_proof};
use crate::advice::{AdviceTable, Registry};
use crate::config::Config;

/// Returns the proof of a table if it is part of the program or in the cache.
pub(in crate::cli) fn proof_at_hand(
    config: &Config,
    registry: &Registry,
    table: &AdviceTable,
) -> Option<StoredProof> {
    built_in_proof(registry, table).or_else(|| kept_proof(&config.advice.proofs()?, registry, table))
}

/// The proof of a table in the cache; a file that cannot be used is reported.
pub(super) fn kept_proof(
    cache: &ProofCache,
    registry: &Registry,
    table: &AdviceTable,
) -> Option<StoredProof> {
    cache.load(registry, table).unwrap_or_else(|problem| {
        eprintln!("lucena: {problem}");
        None
    })
}
