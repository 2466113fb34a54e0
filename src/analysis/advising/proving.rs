//! Proves a table of advice and stores the proof, for play, explanations and lessons.

use super::at_hand::Problems;
use super::results_at_hand::ResultsAtHand;
use crate::advice::prover::{ProveError, ProveOptions, StoredProof};
use crate::advice::{AdviceTable, Registry};
use crate::config::Config;
use crate::tablebase::Cache;

/// Proves a table and stores the proof, even if the table keeps only part of its promise. The caches and the results of `options`
/// are replaced by those of the configuration and by `results`.
///
/// # Errors
/// If the table cannot be proven at all.
pub fn prove(
    config: &Config,
    registry: &Registry,
    table: &AdviceTable,
    options: ProveOptions<'_>,
    results: &ResultsAtHand,
    problems: Problems<'_>,
) -> Result<StoredProof, ProveError> {
    let (cache, proofs) = (exact_tables(config), config.advice.proofs());
    let options =
        ProveOptions { cache: cache.as_ref(), proofs: proofs.as_ref(), results: Some(results), ..options };
    let mut stored = StoredProof::prove(registry, table, options)?;
    stored.proof.known_by = results.sources();
    // A proof that nothing is kept would be useless.
    if stored.proof.kept + stored.proof.wins > 0
        && let Some(cache) = proofs
        && let Err(problem) = cache.store(registry, table, &stored)
    {
        problems(&problem);
    }
    Ok(stored)
}

/// Returns the cache of exact tables.
fn exact_tables(config: &Config) -> Option<Cache> {
    // The user asked for what is built, so nothing is evicted for it.
    config.options.table_folder().map(|folder| Cache::new(folder, u64::MAX))
}
