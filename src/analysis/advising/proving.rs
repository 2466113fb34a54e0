//! Proves a table of advice and stores the proof, for play, explanations and lessons.

use super::at_hand::Problems;
use super::large_results::LargeResults;
use crate::advice::prover::{ProveError, ProveOptions, StoredProof};
use crate::advice::{AdviceTable, Registry};
use crate::config::Config;
use crate::tablebase::{Cache, EMBEDDED_MEN, Results};

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
    let large = (table.material.men() > EMBEDDED_MEN).then(|| LargeResults::of(config));
    let results = large.as_ref().map(|large| large as &(dyn Results + Sync));
    let options = ProveOptions { cache: cache.as_ref(), proofs: proofs.as_ref(), results, ..options };
    let mut stored = StoredProof::prove(registry, table, options)?;
    stored.proof.known_by = large.and_then(|large| large.sources());
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
