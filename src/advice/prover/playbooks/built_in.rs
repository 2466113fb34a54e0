//! The proofs inside the program, so that the first move of a game needs no new proof.
//!
//! `lucena advice prove krk --anew --out src/advice/proofs/krk.proof` writes one; a test proves them again and compares.

use super::stored::StoredProof;
use crate::advice::language::AdviceTable;
use crate::advice::registry::Registry;

/// Tables by name, and their proofs.
const PROOFS: &[(&str, &[u8])] =
    &[("krk", include_bytes!("../../proofs/krk.proof")), ("kkp", include_bytes!("../../proofs/kkp.proof"))];

/// Returns the proof of a table from inside the program; `None` if there is none about the table as it is now.
pub fn built_in_proof(registry: &Registry, table: &AdviceTable) -> Option<StoredProof> {
    let (_, bytes) = PROOFS.iter().find(|(name, _)| *name == table.name)?;
    StoredProof::decode_built_in(bytes, registry, table).ok()
}
