//! One proof: a table walked with the tables it hands over to, and what is found put together.

use thiserror::Error;

use super::counterexample;
use super::distance_table::DistanceTable;
use super::handovers::Handovers;
use super::longest_defence::distances;
use super::options::{Optimum, ProveOptions};
use super::planning::policy;
use super::playbook::{Page, Playbook};
use super::policy::Policy;
use super::proof::{self, Proof};
use super::retrograde::Retrograde;
use super::walk::Walk;
use crate::advice::language::AdviceTable;
use crate::advice::position::Position;
use crate::advice::registry::Registry;
use crate::advice::space::{MOST_MEN, Space};

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
pub fn prove(
    registry: &Registry,
    table: &AdviceTable,
    options: ProveOptions<'_>,
) -> Result<Proof, ProveError> {
    ProofSession::new(registry, options).prove(table)
}

/// Proves a table, and keeps what play needs: the move in every position that is won, and how long the win takes.
///
/// # Errors
/// As [`prove`].
pub fn prove_for_play(
    registry: &Registry,
    table: &AdviceTable,
    options: ProveOptions<'_>,
) -> Result<(Proof, Playbook), ProveError> {
    let mut session =
        ProofSession { playbook: Some(Playbook::default()), ..ProofSession::new(registry, options) };
    let proof = session.prove(table)?;
    Ok((proof, session.playbook.unwrap_or_default()))
}

/// The tables that play together in one proof, with the distances of those already walked.
struct ProofSession<'a> {
    registry: &'a Registry,
    options: ProveOptions<'a>,
    handovers: Handovers,
    /// The names of the tables that are being walked.
    open: Vec<String>,
    /// What is kept for play, where it is wanted.
    playbook: Option<Playbook>,
}

impl<'a> ProofSession<'a> {
    fn new(registry: &'a Registry, options: ProveOptions<'a>) -> ProofSession<'a> {
        ProofSession { registry, options, handovers: Handovers::default(), open: Vec::new(), playbook: None }
    }

    fn prove(&mut self, table: &AdviceTable) -> Result<Proof, ProveError> {
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
        let (policy, distances) = self.walk(table, optimum)?;
        let mut proof = proof::proof(table, &policy, &distances, optimum, &options);
        proof.counterexamples = counterexample::find(
            &self.handovers,
            table,
            &distances,
            optimum,
            &proof,
            options.counterexamples,
        );
        proof.text_hash = self.registry.text_hash(table);
        proof.seconds = started.elapsed().as_secs_f64();
        Ok(proof)
    }

    /// Where the shortest wins are known, the table is not asked in positions that are not won.
    fn walk(
        &mut self,
        table: &AdviceTable,
        optimum: Option<Optimum<'_>>,
    ) -> Result<(Policy, DistanceTable), ProveError> {
        if self.open.contains(&table.name) {
            return Err(ProveError::Circle(table.name.clone()));
        }
        let (material, men) = (table.material.to_string(), table.material.men());
        if men > MOST_MEN {
            return Err(ProveError::TooManyMen { material, men });
        }
        self.open.push(table.name.clone());
        self.walk_handovers(table)?;
        self.open.pop();
        let space = Space::of(table);
        let walk = Walk { handovers: &self.handovers, table, space: &space };
        let policy = policy(walk, optimum, self.options.threads);
        let distances = distances(walk, &policy);
        if let Some(playbook) = &mut self.playbook {
            playbook.insert(&table.name, Page::new(&policy, &distances));
        }
        Ok((policy, distances))
    }

    fn walk_handovers(&mut self, table: &AdviceTable) -> Result<(), ProveError> {
        for handover in &table.handovers {
            if self.handovers.contains(&handover.table) {
                continue;
            }
            let next = self.registry.find(&handover.table).filter(|next| next.material == handover.material);
            let next = next.ok_or_else(|| ProveError::MissingTable {
                table: table.name.clone(),
                material: handover.material.to_string(),
                missing: handover.table.clone(),
            })?;
            let (_, distances) = self.walk(next, None)?;
            self.handovers.insert(&handover.table, distances);
        }
        Ok(())
    }
}
