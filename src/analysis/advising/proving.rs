//! Proves a table of advice and stores the proof, for play, explanations and lessons.

use super::at_hand::Problems;
use crate::advice::prover::{ProveError, ProveOptions, StoredProof};
use crate::advice::{AdviceTable, Registry};
use crate::config::Config;
use crate::tablebase::Cache;

/// Proves a table and stores the proof, even if the table keeps only part of its promise. The caches of `options` are replaced
/// by those of the configuration.
///
/// # Errors
/// If the table cannot be proven at all.
pub fn prove(
    config: &Config,
    registry: &Registry,
    table: &AdviceTable,
    options: ProveOptions<'_>,
    problems: Problems<'_>,
) -> Result<StoredProof, ProveError> {
    let (cache, proofs) = (exact_tables(config), config.advice.proofs());
    let options = ProveOptions { cache: cache.as_ref(), proofs: proofs.as_ref(), ..options };
    let stored = StoredProof::prove(registry, table, options)?;
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
    let folder = config.options.table_folder().or_else(Cache::default_folder);
    // The user asked for what is built, so nothing is evicted for it.
    folder.map(|folder| Cache::new(folder, u64::MAX))
}
