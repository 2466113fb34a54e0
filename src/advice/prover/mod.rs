//! Proves a table: every position of its material with our side to move, against every defence.
//!
//! The steps: what other advice can do where goals ask about it ([`surveying`]), the advice of every position
//! ([`plans`]), the longest defence against it ([`lengths`]), the figures
//! ([`proof`]), what escapes ([`counterexample`]), and the shortest wins beside it ([`retrograde`]).

mod built_in;
mod cache;
mod counterexample;
mod lengths;
mod plans;
mod playbook;
mod proof;
mod retrograde;
mod stored;
mod surveying;

use std::collections::HashMap;

use thiserror::Error;

pub use built_in::built_in_proof;
pub use cache::{ProofCache, ProofCacheError, text_hash};
pub use lengths::Escape;
pub use playbook::{Entry, Playbook};
pub use proof::{Counterexample, Firing, Proof};
pub use retrograde::Retrograde;
pub use stored::{StoredError, StoredProof};

use self::lengths::Lengths;
use self::plans::Plans;
use self::playbook::Page;
use super::language::Table;
use super::position::Position;
use super::registry::Registry;
pub use super::space::MOST_MEN;
use super::space::Space;

/// The shortest win from a position, in our moves; nothing where it is not won. We are to move.
pub type Optimum<'a> = &'a (dyn Fn(&Position) -> Option<u32> + Sync);

/// How to prove.
#[derive(Clone, Copy)]
pub struct ProveOptions<'a> {
    /// Worker threads.
    pub threads: usize,
    /// Shortest wins; without it they are computed, where the defender has a bare king.
    pub optimum: Option<Optimum<'a>>,
    /// How many counterexamples to name at most.
    pub counterexamples: usize,
}

impl Default for ProveOptions<'_> {
    fn default() -> Self {
        let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        ProveOptions { threads, optimum: None, counterexamples: 5 }
    }
}

/// Why a table cannot be proven at all.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ProveError {
    /// Too many positions.
    #[error("{material} has {men} men; the prover goes through every position of up to {MOST_MEN}")]
    TooManyMen {
        /// The material.
        material: String,
        /// Its men.
        men: usize,
    },
    /// A table to hand over to is missing.
    #[error("{table} hands {material} over to {missing}, and there is no such table for it")]
    MissingTable {
        /// The table.
        table: String,
        /// The material.
        material: String,
        /// The table that is not there.
        missing: String,
    },
    /// Tables that hand over to each other.
    #[error("{0} hands over in a circle")]
    Circle(String),
}

/// Proves a table with the tables it hands over to.
///
/// # Errors
/// Where the material is too big or a table to hand over to is missing.
pub fn prove(registry: &Registry, table: &Table, options: ProveOptions<'_>) -> Result<Proof, ProveError> {
    Network::new(registry, options).prove(table)
}

/// Proves a table, and keeps what play needs: the move in every position that is won, and how long the win takes.
///
/// # Errors
/// As [`prove`].
pub fn prove_for_play(
    registry: &Registry,
    table: &Table,
    options: ProveOptions<'_>,
) -> Result<(Proof, Playbook), ProveError> {
    let mut network = Network { playbook: Some(Playbook::default()), ..Network::new(registry, options) };
    let proof = network.prove(table)?;
    Ok((proof, network.playbook.unwrap_or_default()))
}

/// The tables that play together in one proof, with the lengths of those already walked.
struct Network<'a> {
    registry: &'a Registry,
    options: ProveOptions<'a>,
    done: HashMap<String, Lengths>,
    open: Vec<String>,
    /// What is kept for play, where it is wanted.
    playbook: Option<Playbook>,
}

impl<'a> Network<'a> {
    fn new(registry: &'a Registry, options: ProveOptions<'a>) -> Network<'a> {
        Network { registry, options, done: HashMap::new(), open: Vec::new(), playbook: None }
    }

    fn prove(&mut self, table: &Table) -> Result<Proof, ProveError> {
        let started = std::time::Instant::now();
        let options = self.options;
        let computed = match options.optimum {
            Some(_) => None,
            None => Retrograde::new(&table.material),
        };
        let from_computed = |position: &Position| computed.as_ref()?.moves_to_mate(position);
        let optimum: Option<Optimum<'_>> = match options.optimum {
            Some(optimum) => Some(optimum),
            None => computed.as_ref().map(|_| &from_computed as Optimum<'_>),
        };
        let (plans, lengths) = self.walk(table, optimum)?;
        let mut proof = proof::proof(table, &plans, &lengths, optimum, &options);
        proof.counterexamples =
            counterexample::find(self, table, &lengths, optimum, &proof, options.counterexamples);
        proof.text_hash = self.registry.text_hash(table);
        proof.seconds = started.elapsed().as_secs_f64();
        Ok(proof)
    }

    /// Where the shortest wins are known, the table is not asked in positions that are not won.
    fn walk(&mut self, table: &Table, optimum: Option<Optimum<'_>>) -> Result<(Plans, Lengths), ProveError> {
        if self.open.contains(&table.name) {
            return Err(ProveError::Circle(table.name.clone()));
        }
        let (material, men) = (table.material.to_string(), table.material.men());
        if men > MOST_MEN {
            return Err(ProveError::TooManyMen { material, men });
        }
        self.open.push(table.name.clone());
        for handover in &table.handovers {
            if self.done.contains_key(&handover.table) {
                continue;
            }
            let next = self.registry.find(&handover.table).filter(|next| next.material == handover.material);
            let next = next.ok_or_else(|| ProveError::MissingTable {
                table: table.name.clone(),
                material: handover.material.to_string(),
                missing: handover.table.clone(),
            })?;
            let (_, lengths) = self.walk(next, None)?;
            self.done.insert(handover.table.clone(), lengths);
        }
        self.open.pop();
        let space = Space::of(table);
        let plans = plans::plans(self, table, &space, optimum);
        let lengths = lengths::lengths(self, table, space, &plans);
        if let Some(playbook) = &mut self.playbook {
            playbook.insert(&table.name, Page::new(&plans, &lengths));
        }
        Ok((plans, lengths))
    }

    /// How a table goes on from a position with our side to move, where the material is not its own.
    fn elsewhere(&self, table: &Table, position: &Position) -> Result<u16, Escape> {
        let material = super::material::Material::of(position);
        let handover = table.handovers.iter().find(|handover| handover.material == material);
        let lengths =
            handover.and_then(|handover| self.done.get(&handover.table)).ok_or(Escape::PieceLost)?;
        lengths.of(position).unwrap_or(Err(Escape::NoAdvice))
    }
}
