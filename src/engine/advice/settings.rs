//! The user's settings for tables of advice.

use serde::Deserialize;

use crate::advice::prover::ProofCache;
use crate::advice::{LeftOut, Registry};
use crate::tablebase::Cache;
use crate::text::paths;

/// Which tables of advice play, and where the user's tables are; section `[advice]` of engine.toml.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AdviceSettings {
    /// The names of the tables that play, separated by commas.
    pub play: String,
    /// A folder of the user's own tables; empty means none.
    pub folder: String,
    /// Whether proofs are stored on disk.
    pub cache: bool,
    /// The folder of stored proofs; empty means the user's cache folder.
    pub cache_folder: String,
}

impl AdviceSettings {
    /// Returns the built-in tables and the user's, and why files of the user's folder give none.
    pub fn registry(&self) -> (Registry, Vec<LeftOut>) {
        let mut registry = Registry::built_in();
        if self.folder.is_empty() {
            return (registry, Vec::new());
        }
        let left_out = registry.add_folder(&paths::path(&self.folder));
        (registry, left_out)
    }

    /// Returns the store of proofs; `None` if the user wants none, or the system names no cache folder.
    pub fn proofs(&self) -> Option<ProofCache> {
        if !self.cache {
            return None;
        }
        let folder = if self.cache_folder.is_empty() {
            // Next to the distance tables.
            Cache::default_folder()?.with_file_name("proofs")
        } else {
            paths::path(&self.cache_folder)
        };
        Some(ProofCache::new(folder))
    }
}
