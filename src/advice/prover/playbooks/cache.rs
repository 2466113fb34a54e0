//! Stores proofs on disk, each in a file named after the table and a hash of its text, so that a changed table has no proof.

use std::fs;
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::stored::{StoredError, StoredProof};
use crate::advice::language::AdviceTable;
use crate::advice::registry::Registry;
use crate::text::outputs::replace;
use crate::text::system_reason;

const EXTENSION: &str = "proof";
/// What a long proof has planned so far.
const UNFINISHED: &str = "unfinished";

/// A folder of proofs.
#[derive(Clone, Debug)]
pub struct ProofCache {
    folder: PathBuf,
}

/// What went wrong with a file of the folder.
#[derive(Debug, Error)]
pub enum ProofCacheError {
    /// It cannot be read or written.
    #[error("cannot use {}: {reason}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's reason, and what to do.
        reason: String,
    },
    /// It holds no proof of the table.
    #[error("{} is not used: {reason}", path.display())]
    Unusable {
        /// The file.
        path: PathBuf,
        /// Why not.
        reason: StoredError,
    },
}

impl ProofCache {
    /// Returns the cache in a folder, which it creates when it stores the first proof.
    pub fn new(folder: PathBuf) -> ProofCache {
        ProofCache { folder }
    }

    /// Returns the file of a table's proof, whether it exists or not.
    pub fn path(&self, registry: &Registry, table: &AdviceTable) -> PathBuf {
        self.folder.join(format!("{}-{:016x}.{EXTENSION}", table.name, registry.text_hash(table)))
    }

    /// Returns the file of what a long proof of a table has planned so far, whether it exists or not.
    pub(in crate::advice::prover) fn unfinished(&self, registry: &Registry, table: &AdviceTable) -> PathBuf {
        self.path(registry, table).with_extension(UNFINISHED)
    }

    /// Returns the stored proof of a table; `None` if there is none of this version for its text and the texts it hands over to.
    ///
    /// # Errors
    /// If the file is damaged or cannot be read.
    pub fn load(
        &self,
        registry: &Registry,
        table: &AdviceTable,
    ) -> Result<Option<StoredProof>, ProofCacheError> {
        let path = self.path(registry, table);
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(ProofCacheError::Io { path, reason: system_reason(&error) }),
        };
        match StoredProof::decode(&bytes, registry, table) {
            Ok(stored) => Ok(Some(stored)),
            // An outdated file is not an error: the next proof replaces it.
            Err(StoredError::OtherVersion) => Ok(None),
            Err(reason) => Err(ProofCacheError::Unusable { path, reason }),
        }
    }

    /// Stores a proof in place of older ones of the same table.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn store(
        &self,
        registry: &Registry,
        table: &AdviceTable,
        stored: &StoredProof,
    ) -> Result<(), ProofCacheError> {
        let path = self.path(registry, table);
        let bytes = match stored.encode() {
            Ok(bytes) => bytes,
            Err(reason) => return Err(ProofCacheError::Unusable { path, reason }),
        };
        let whole = |file: &mut fs::File| file.write_all(&bytes);
        let written = fs::create_dir_all(&self.folder).and_then(|()| replace(&path, whole));
        self.remove_older(&table.name, &path);
        written.map_err(|error: io::Error| ProofCacheError::Io { path, reason: system_reason(&error) })
    }

    /// Removes proofs of other texts of a table, and what was planned for such, which are useless now; one that cannot be
    /// removed does no harm.
    fn remove_older(&self, table: &str, stored: &Path) {
        let Ok(entries) = fs::read_dir(&self.folder) else { return };
        for path in entries.flatten().map(|entry| entry.path()).filter(|path| path != stored) {
            let is_proof =
                path.extension().is_some_and(|extension| extension == EXTENSION || extension == UNFINISHED);
            let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
            if is_proof && stem.rsplit_once('-').is_some_and(|(name, _)| name == table) {
                let _ = fs::remove_file(path);
            }
        }
    }
}
