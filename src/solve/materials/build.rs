//! Builds the results of five men: solves what a material needs first, and adds each finished question to the file.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use thiserror::Error;

use super::known::{Children, Known};
use super::question::{next_questions, solve};
use super::unused;
use crate::solve::arrangement::exits::Exits;
use crate::solve::stop::Stop;
use crate::tablebase::{
    EMBEDDED_MEN, Material, Question, ResultsError, SetLayout, StoredResults, in_parallel,
};

/// Why results were not built.
#[derive(Debug, Error)]
pub enum BuildError {
    /// The caller asked to stop.
    #[error("building the results of {0} was cancelled")]
    Cancelled(Material),
    /// The file lacks a material that promotions lead to.
    #[error("the results of {0} must be built first")]
    Missing(Material),
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] ResultsError),
}

/// Builds results, and adds them to a file. It keeps the embedded tables in the form that solving needs, so that one builder for
/// several materials saves time.
#[derive(Debug, Default)]
pub struct ResultsBuilder {
    known: Known,
}

impl ResultsBuilder {
    /// Returns the materials to build for one, in order and including it; empty if the file has it, or if it is embedded.
    pub fn plan(material: Material, stored: &StoredResults) -> Vec<Material> {
        let is_missing = |material: &Material| material.men() > EMBEDDED_MEN && !stored.has(*material);
        if is_missing(&material) {
            material.with_dependencies().into_iter().filter(is_missing).collect()
        } else {
            Vec::new()
        }
    }

    /// Returns the sets of a material's questions: the unit in which [`ResultsBuilder::build`] reports its work.
    pub fn work(material: Material) -> u64 {
        Question::about(material).into_iter().map(|question| SetLayout::new(question).sets() as u64).sum()
    }

    /// Builds one material, whose promotions lead to materials that the file has. `solved` is called with the sets that each step
    /// adds.
    ///
    /// # Errors
    /// If it is cancelled, the results of a promotion are missing, or the file cannot be read or written.
    pub fn build(
        &self,
        material: Material,
        stored: &StoredResults,
        threads: usize,
        cancel: &AtomicBool,
        solved: &(impl Fn(u64) + Sync),
    ) -> Result<(), BuildError> {
        self.build_until(material, stored, threads, &Stop::at(None, cancel), solved)
    }

    /// The same, until it is stopped.
    pub(in crate::solve) fn build_until(
        &self,
        material: Material,
        stored: &StoredResults,
        threads: usize,
        stop: &Stop<'_>,
        solved: &(impl Fn(u64) + Sync),
    ) -> Result<(), BuildError> {
        let questions: Vec<Question> =
            Question::about(material).into_iter().filter(|question| !stored.answers(*question)).collect();
        self.load(&questions, stored, threads)?;
        let of_question = (threads / questions.len().max(1)).max(1);
        let found = in_parallel(threads, questions.len(), |place| {
            let sets = solve(questions[place], &self.known, of_question, stop, solved);
            let mut sets = sets.map_err(|_| BuildError::Cancelled(material))?;
            unused::fill(&mut sets, &self.known, of_question);
            Ok(stored.append(&sets)?)
        });
        found.into_iter().collect()
    }

    /// What the embedded tables know of captures, given all exits of an arrangement of five men.
    pub(in crate::solve) fn captures(&self, exits: &Exits) -> Children<'static> {
        self.known.children(&exits.children, None)
    }

    /// Loads what the questions need, and forgets the rest.
    fn load(&self, questions: &[Question], stored: &StoredResults, threads: usize) -> Result<(), BuildError> {
        let needed: Vec<Question> = questions.iter().flat_map(|question| next_questions(*question)).collect();
        self.known.keep(&needed);
        for question in needed {
            if !self.known.has(question) {
                let mut sets = stored.load(question)?.ok_or(BuildError::Missing(question.material()))?;
                unused::restore(&mut sets, &self.known, threads);
                self.known.insert(Arc::new(sets));
            }
        }
        Ok(())
    }
}
