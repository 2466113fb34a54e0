//! The reasons why a table cannot be proven at all.

use thiserror::Error;

use crate::advice::language::AdviceTable;
use crate::advice::position::material::Material;
use crate::advice::position::space::MOST_MEN;
use crate::tablebase::GenerateError;

/// Why a table cannot be proven at all.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ProveError {
    /// Too many positions.
    #[error("{material} has {men} men; the prover takes up to {MOST_MEN}")]
    TooManyMen {
        /// The material.
        material: String,
        /// How many men it has.
        men: usize,
    },
    /// A table for more men than a proof goes through whole, without a `where`.
    #[error(
        "{table} promises all positions of {material}, and a proof of {men} men goes through those that the promise names; \
         say which with `wins where GOAL` or `holds where GOAL`"
    )]
    PromisesAll {
        /// The table.
        table: String,
        /// Its material.
        material: String,
        /// How many men it has.
        men: usize,
    },
    /// A table to hand over to is missing.
    #[error(
        "{table} hands {material} over to {missing}, and there is no such table for it; write that table, or hand over to another"
    )]
    MissingTable {
        /// The table.
        table: String,
        /// The material.
        material: String,
        /// The missing table.
        missing: String,
    },
    /// Tables that hand over to each other.
    #[error("{0} hands over in a circle; take one of its handovers out")]
    Circle(String),
    /// The promise leads to more positions than memory has room for.
    #[error(
        "{table} leads to more positions than fit into {memory} MiB: {reached} so far; \
         narrow the promise with `where`"
    )]
    TooMuchMemory {
        /// The table.
        table: String,
        /// How many positions were reached.
        reached: usize,
        /// How much memory was allowed, in MiB.
        memory: usize,
    },
    /// The proof was cancelled.
    #[error("cancelled")]
    Cancelled,
    /// The exact tables to measure it against are not available.
    #[error(transparent)]
    Exact(#[from] GenerateError),
}

/// Returns whether the prover takes on a material.
///
/// # Errors
/// If it has too many men.
pub fn provable(material: &Material) -> Result<(), ProveError> {
    if material.men() > MOST_MEN { Err(ProveError::too_many_men(material)) } else { Ok(()) }
}

/// Returns whether a proof can begin with what a table promises.
///
/// # Errors
/// If the table promises all positions of a material that is too large for that.
pub(super) fn begins_with_promise(table: &AdviceTable) -> Result<(), ProveError> {
    let material = &table.material;
    if !material.has_many_men() || table.promise.part.is_some() {
        return Ok(());
    }
    let men = material.men();
    Err(ProveError::PromisesAll { table: table.name.clone(), material: material.to_string(), men })
}

impl ProveError {
    pub(super) fn too_many_men(material: &Material) -> ProveError {
        ProveError::TooManyMen { material: material.to_string(), men: material.men() }
    }
}
