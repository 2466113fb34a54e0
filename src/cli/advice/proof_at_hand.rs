//! Finds a table's proof without proving: in the program or in the cache.

use crate::advice::prover::{StoredProof, built_in_proof};
use crate::advice::{AdviceTable, Registry};
use crate::config::Config;

/// Returns the proof of a table if it is part of the program or in the cache.
pub(in crate::cli) fn proof_at_hand(
    config: &Config,
    registry: &Registry,
    table: &AdviceTable,
) -> Option<StoredProof> {
    built_in_proof(registry, table).or_else(|| {
        let cache = config.advice.proofs()?;
        cache.load(registry, table).unwrap_or_else(|problem| {
            eprintln!("lucena: {problem}");
            None
        })
    })
}
