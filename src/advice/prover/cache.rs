//! Proofs kept by the text they are about: a changed table is a table without a proof.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::proof::Proof;
use crate::advice::language::Table;
use crate::advice::registry::Registry;

/// Proofs by the hash of the table's text (and of those it hands over to).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ProofCache {
    proofs: BTreeMap<String, Proof>,
}

impl ProofCache {
    /// Reads a cache; one that is missing or cannot be read is empty.
    pub fn load(path: &Path) -> ProofCache {
        fs::read(path).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default()
    }

    /// Writes the cache, with the folders that are missing.
    ///
    /// # Errors
    /// Where the file cannot be written.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        // Written beside and renamed, so that another process never reads half a file.
        let draft = path.with_extension(format!("{}.part", std::process::id()));
        fs::write(&draft, serde_json::to_vec_pretty(self)?)?;
        fs::rename(&draft, path)
    }

    /// The proof of a table, if its text and those it hands over to are what was proven.
    pub fn get(&self, registry: &Registry, table: &Table) -> Option<&Proof> {
        self.proofs.get(&key(registry.text_hash(table)))
    }

    /// Keeps a proof.
    pub fn put(&mut self, proof: Proof) {
        self.proofs.insert(key(proof.text_hash), proof);
    }
}

fn key(hash: u64) -> String {
    format!("{hash:016x}")
}

/// A hash of a text that is the same on every machine and in every version (FNV-1a).
pub fn text_hash(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}
