//! Finds a table's proof without proving: in the program or in the cache.

use crate::advice::prover::{ProofCache, ProofCacheError, StoredProof, built_in_proof};
use crate::advice::{AdviceTable, Coverage, RegisteredTable, Registry};
use crate::engine::AdviceSettings;

/// Called with files of proofs that cannot be used.
pub type Problems<'a> = &'a dyn Fn(&ProofCacheError);

/// Returns the proof of a table if it is part of the program or in the cache.
pub fn proof_at_hand(
    settings: &AdviceSettings,
    registry: &Registry,
    table: &AdviceTable,
    problems: Problems<'_>,
) -> Option<StoredProof> {
    built_in_proof(registry, table).or_else(|| kept_proof(&settings.proofs()?, registry, table, problems))
}

/// Returns the proof of a table in the cache.
pub fn kept_proof(
    cache: &ProofCache,
    registry: &Registry,
    table: &AdviceTable,
    problems: Problems<'_>,
) -> Option<StoredProof> {
    cache.load(registry, table).unwrap_or_else(|problem| {
        problems(&problem);
        None
    })
}

/// Returns how much of what is won or drawn a table wins or holds; `None` if it is not proven yet.
pub fn coverage(
    settings: &AdviceSettings,
    registry: &Registry,
    registered: &RegisteredTable,
    problems: Problems<'_>,
) -> Option<Coverage> {
    Coverage::of_built_in(registered).or_else(|| {
        let stored = proof_at_hand(settings, registry, &registered.table, problems)?;
        Some(Coverage::proven_by(&stored.proof))
    })
}
