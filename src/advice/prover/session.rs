//! Runs one proof: walks a table with the tables it hands over to, and puts the results together.

use std::sync::Arc;

use super::counterexample::Line;
use super::distance_table::DistanceTable;
use super::endless_hold::held;
use super::error::{ProveError, provable};
use super::failures::Failures;
use super::handovers::Handovers;
use super::longest_defence::distances;
use super::options::ProveOptions;
use super::planning::policy;
use super::playbooks::playbook::{Page, Playbook};
use super::playbooks::stored::StoredProof;
use super::policy::Policy;
use super::proof::{self, Proof};
use super::truth::{self, Truth};
use super::walk::Walk;
use crate::advice::language::{AdviceTable, Aim};
use crate::advice::position::space::Space;
use crate::advice::registry::Registry;
use crate::tablebase::{DtmTable, DtmTables};

/// Proves a table with the tables it hands over to.
///
/// # Errors
/// If the material has too many men, a table to hand over to is missing, tables hand over in a circle, or an exact table is
/// not available.
pub fn prove(
    registry: &Registry,
    table: &AdviceTable,
    options: ProveOptions<'_>,
) -> Result<Proof, ProveError> {
    ProofSession::new(registry, options).prove(table)
}

impl StoredProof {
    /// Proves a table, and adds what play needs: the move in every won or held position, and the length of the win.
    ///
    /// # Errors
    /// As [`prove`].
    pub fn prove(
        registry: &Registry,
        table: &AdviceTable,
        options: ProveOptions<'_>,
    ) -> Result<StoredProof, ProveError> {
        let mut session =
            ProofSession { playbook: Some(Playbook::default()), ..ProofSession::new(registry, options) };
        let proof = session.prove(table)?;
        Ok(StoredProof { proof, playbook: session.playbook.unwrap_or_default() })
    }
}

/// The tables that play together in one proof, with the distances of the tables already walked.
struct ProofSession<'a> {
    registry: &'a Registry,
    options: ProveOptions<'a>,
    exact: DtmTables,
    handovers: Handovers<'a>,
    /// The names of the tables that are being walked.
    open: Vec<String>,
    /// What is saved for play; `None` if it is not wanted.
    playbook: Option<Playbook>,
}

/// What a walk has found about one table.
struct Found {
    own: Arc<DtmTable>,
    policy: Policy,
    distances: DistanceTable,
}

impl<'a> ProofSession<'a> {
    fn new(registry: &'a Registry, options: ProveOptions<'a>) -> ProofSession<'a> {
        let (exact, handovers) = (DtmTables::new(), Handovers::default());
        ProofSession { registry, options, exact, handovers, open: Vec::new(), playbook: None }
    }

    fn prove(&mut self, table: &'a AdviceTable) -> Result<Proof, ProveError> {
        let started = std::time::Instant::now();
        let Found { own, policy, distances } = self.walk(table)?;
        let truth = Truth::new(table.promise.aim, &own, &self.exact);
        let walk = Walk { handovers: &self.handovers, table, space: &distances.space, truth };
        let mut proof = proof::proof(walk, &policy, &distances, self.options.threads);
        if !proof.escapes.is_empty() {
            self.check()?;
            let failures = Failures::find(walk, &policy, &distances, &self.options);
            proof.failures = failures.summary(table);
            let line = Line { handovers: &self.handovers, truth };
            let examples = failures.examples(table, self.options.counterexamples);
            let example = |example| line.counterexample(table, &distances, example);
            proof.counterexamples = examples.into_iter().filter_map(example).collect();
        }
        proof.text_hash = self.registry.text_hash(table);
        proof.seconds = started.elapsed().as_secs_f64();
        Ok(proof)
    }

    /// Ends a proof that is not wanted any more. What was computed since then is not complete.
    fn check(&self) -> Result<(), ProveError> {
        if self.options.is_cancelled() { Err(ProveError::Cancelled) } else { Ok(()) }
    }

    /// Walks a table; does not ask it where its promise cannot be kept.
    fn walk(&mut self, table: &'a AdviceTable) -> Result<Found, ProveError> {
        if self.open.contains(&table.name) {
            return Err(ProveError::Circle(table.name.clone()));
        }
        provable(&table.material)?;
        self.open.push(table.name.clone());
        self.walk_handovers(table)?;
        self.open.pop();
        let ProveOptions { threads, cache, cancel, report, .. } = self.options;
        let own = truth::provide(&self.exact, &table.material, (threads, cancel), cache, report)?;
        let (space, truth) = (Space::of(table), Truth::new(table.promise.aim, &own, &self.exact));
        let walk = Walk { handovers: &self.handovers, table, space: &space, truth };
        let (policy, survey) = policy(walk, &self.options);
        self.check()?;
        let distances = match table.promise.aim {
            Aim::Wins => distances(walk, &policy),
            Aim::Holds => held(walk, &policy),
        };
        if let Some(playbook) = &mut self.playbook {
            playbook.insert(&table.name, Page::new(&policy, &distances));
            if let Some(survey) = survey.stored_part(table) {
                playbook.insert_survey(&table.name, survey);
            }
        }
        Ok(Found { own, policy, distances })
    }

    fn walk_handovers(&mut self, table: &'a AdviceTable) -> Result<(), ProveError> {
        for handover in &table.handovers {
            if self.handovers.contains(&handover.table) {
                continue;
            }
            let fits = |next: &&AdviceTable| {
                next.material == handover.material && next.promise.aim == table.promise.aim
            };
            let next = self.registry.find(&handover.table).filter(fits);
            let next = next.ok_or_else(|| ProveError::MissingTable {
                table: table.name.clone(),
                material: handover.material.to_string(),
                missing: handover.table.clone(),
            })?;
            let distances = match self.stored(next) {
                Some(distances) => distances,
                None => self.walk(next)?.distances,
            };
            self.handovers.insert(next, distances);
        }
        Ok(())
    }

    /// Returns how the games of a table end by its stored proof, and adds its playbook; `None` if there is none.
    fn stored(&mut self, table: &AdviceTable) -> Option<DistanceTable> {
        // A damaged file only means that the table must be walked: proving that table itself reports it.
        let stored = self.options.proofs?.load(self.registry, table).ok().flatten()?;
        let distances = stored.playbook.distances(table).filter(|_| stored.proof.proven)?;
        if let Some(playbook) = &mut self.playbook {
            playbook.extend(stored.playbook);
        }
        Some(distances)
    }
}
