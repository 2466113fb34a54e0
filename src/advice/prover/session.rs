//! Runs one proof: walks a table with the tables it hands over to, and puts the results together.

use std::sync::Arc;

use super::counterexample::Line;
use super::distance_table::DistanceTable;
use super::endless_hold::held;
use super::error::{ProveError, begins_with_promise, provable};
use super::failures::Failures;
use super::handovers::Handovers;
use super::longest_defence::distances;
use super::options::ProveOptions;
use super::planning::all_positions::policy;
use super::planning::promised::{claimed, promised};
use super::planning::reaching::{Reached, reached};
use super::planning::unfinished::Unfinished;
use super::playbooks::playbook::{Page, Playbook};
use super::playbooks::stored::StoredProof;
use super::policy::Policy;
use super::positions::Positions;
use super::proof::{self, Proof};
use super::surveying::survey_around;
use super::truth::{self, Truth};
use super::walk::Walk;
use crate::advice::language::{AdviceTable, Aim, Handover};
use crate::advice::position::material::MOST_MEN_OF_ALL;
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
    /// With more men a proof goes through the positions that a promise leads to, and no others.
    most_men_of_all: usize,
    /// What is saved for play; `None` if it is not wanted.
    playbook: Option<Playbook>,
    /// The files of what was planned, which are not needed any more when the proof is complete.
    unfinished: Vec<Unfinished>,
}

/// What a walk has found about one table.
struct Found {
    /// The distances of the material; `None` with more men than have a place for every position.
    own: Option<Arc<DtmTable>>,
    /// About how many positions of the material can be won, or are drawn; `None` if that was not asked, or nobody knows.
    keepable: Option<f64>,
    policy: Policy,
    distances: DistanceTable,
}

impl<'a> ProofSession<'a> {
    fn new(registry: &'a Registry, options: ProveOptions<'a>) -> ProofSession<'a> {
        let (exact, handovers) = (DtmTables::new(), Handovers::default());
        ProofSession {
            registry,
            options,
            exact,
            handovers,
            open: Vec::new(),
            most_men_of_all: MOST_MEN_OF_ALL,
            playbook: None,
            unfinished: Vec::new(),
        }
    }

    fn prove(&mut self, table: &'a AdviceTable) -> Result<Proof, ProveError> {
        let started = std::time::Instant::now();
        let Found { own, keepable, policy, distances } = self.walk(table, None)?;
        let truth = self.truth(table, own.as_deref());
        let walk = Walk { handovers: &self.handovers, table, positions: &distances.positions, truth };
        let mut proof = proof::proof(walk, &policy, &distances, self.options.threads);
        if !proof.escapes.is_empty() {
            self.check()?;
            let failures = Failures::find(walk, &policy, &distances, &self.options);
            proof.failures = failures.summary(table);
            let line = Line { handovers: &self.handovers, truth, policy: &policy };
            let examples = failures.examples(table, self.options.counterexamples);
            let example = |example| line.counterexample(table, &distances, example);
            proof.counterexamples = examples.into_iter().filter_map(example).collect();
        }
        proof.share_of_material = keepable.map(|all| 100.0 * proof.kept as f64 / all);
        proof.text_hash = self.registry.text_hash(table);
        self.unfinished.iter().for_each(Unfinished::remove);
        proof.seconds = started.elapsed().as_secs_f64();
        Ok(proof)
    }

    /// Ends a proof that is not wanted any more. What was computed since then is not complete.
    fn check(&self) -> Result<(), ProveError> {
        if self.options.is_cancelled() { Err(ProveError::Cancelled) } else { Ok(()) }
    }

    /// Returns what is known about a table's material.
    fn truth<'t>(&'t self, table: &AdviceTable, own: Option<&'t DtmTable>) -> Truth<'t> {
        let aim = table.promise.aim;
        own.map_or(Truth::of_results(aim, self.options.results), |own| Truth::new(aim, own, &self.exact))
    }

    /// Walks a table; does not ask it where its promise cannot be kept. With many men it goes from the positions with these
    /// numbers, by default from those that are promised.
    fn walk(&mut self, table: &'a AdviceTable, from: Option<Vec<u32>>) -> Result<Found, ProveError> {
        if self.open.contains(&table.name) {
            return Err(ProveError::Circle(table.name.clone()));
        }
        provable(&table.material)?;
        self.open.push(table.name.clone());
        self.walk_handovers(table)?;
        let found = if self.is_large(table) { self.walk_reached(table, from) } else { self.walk_all(table) };
        self.open.pop();
        let found = found?;
        if let Some(playbook) = &mut self.playbook {
            playbook.insert(&table.name, Page::new(&found.policy, &found.distances));
        }
        Ok(found)
    }

    /// Walks all positions of a table's material.
    fn walk_all(&mut self, table: &'a AdviceTable) -> Result<Found, ProveError> {
        let ProveOptions { threads, cache, cancel, report, .. } = self.options;
        let own = truth::provide(&self.exact, &table.material, (threads, cancel), cache, report)?;
        let (positions, truth) = (Positions::all(Space::of(table)), self.truth(table, Some(&own)));
        let walk = Walk { handovers: &self.handovers, table, positions: &positions, truth };
        let (policy, survey) = policy(walk, &self.options);
        self.check()?;
        let distances = ends(walk, &policy, threads);
        if let Some(playbook) = &mut self.playbook
            && let Some(survey) = survey.stored_part(table)
        {
            playbook.insert_survey(&table.name, survey);
        }
        Ok(Found { own: Some(own), keepable: None, policy, distances })
    }

    /// Walks the positions that some lead to, and then the tables for as many men, from where this one hands over to them.
    fn walk_reached(&mut self, table: &'a AdviceTable, from: Option<Vec<u32>>) -> Result<Found, ProveError> {
        let all = Positions::all(Space::of(table));
        let walk =
            Walk { handovers: &self.handovers, table, positions: &all, truth: self.truth(table, None) };
        let survey_around = |numbers: &[u32]| survey_around(table, all.space(), numbers, &self.options);
        let (from, survey, keepable) = match from {
            Some(from) => {
                let survey = survey_around(&from);
                (from, survey, None)
            }
            None => {
                begins_with_promise(table)?;
                let promised = promised(walk, &self.options);
                let (survey, keepable) = (survey_around(&promised.numbers), promised.keepable());
                (claimed(walk, promised.numbers, survey.as_ref(), &self.options), survey, keepable)
            }
        };
        let mut unfinished = self.unfinished(table, &from);
        let Reached { positions, policy, handed_over } =
            reached(walk, from, survey.as_ref(), unfinished.as_mut(), &self.options)?;
        self.unfinished.extend(unfinished);
        drop(survey);
        for (handover, numbers) in handed_over {
            let next = self.next(table, &table.handovers[handover])?;
            let distances = self.walk(next, Some(numbers))?.distances;
            self.handovers.insert(next, distances);
        }
        let walk =
            Walk { handovers: &self.handovers, table, positions: &positions, truth: self.truth(table, None) };
        let distances = ends(walk, &policy, self.options.threads);
        Ok(Found { own: None, keepable, policy, distances })
    }

    /// Returns the file that a walk from these positions saves to; `None` if proofs are not stored.
    fn unfinished(&self, table: &AdviceTable, from: &[u32]) -> Option<Unfinished> {
        let path = self.options.proofs?.unfinished(self.registry, table);
        Some(Unfinished::new(path, from, self.options.between_saves))
    }

    fn walk_handovers(&mut self, table: &'a AdviceTable) -> Result<(), ProveError> {
        for handover in &table.handovers {
            if self.handovers.contains(&handover.table) {
                continue;
            }
            let next = self.next(table, handover)?;
            if self.is_large(next) {
                self.handovers.expect(next);
                continue;
            }
            let distances = match self.stored(next) {
                Some(distances) => distances,
                None => self.walk(next, None)?.distances,
            };
            self.handovers.insert(next, distances);
        }
        Ok(())
    }

    /// Returns whether a table has more men than have a place for every position.
    fn is_large(&self, table: &AdviceTable) -> bool {
        table.material.men() > self.most_men_of_all
    }

    /// Returns the table that takes over.
    fn next(&self, table: &AdviceTable, handover: &Handover) -> Result<&'a AdviceTable, ProveError> {
        let fits =
            |next: &&AdviceTable| next.material == handover.material && next.promise.aim == table.promise.aim;
        let next = self.registry.find(&handover.table).filter(fits);
        next.ok_or_else(|| ProveError::MissingTable {
            table: table.name.clone(),
            material: handover.material.to_string(),
            missing: handover.table.clone(),
        })
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

/// Returns how the games from all positions of a walk end, on this many threads.
fn ends(walk: Walk<'_>, policy: &Policy, threads: usize) -> DistanceTable {
    match walk.table.promise.aim {
        Aim::Wins => distances(walk, policy),
        Aim::Holds => held(walk, policy, threads),
    }
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;

    use super::super::notice::ProofNotice;
    use super::super::playbooks::cache::ProofCache;
    use super::*;
    use crate::advice::language::check;
    use crate::advice::registry::Origin;

    const MATES: &str = include_str!("../../../tests/data/surveyed_tables/mates.al0");
    const PROMOTES: &str = include_str!("../../../tests/data/surveyed_tables/promotes.al0");
    const STAYS: &str = include_str!("../../../tests/data/surveyed_tables/stays.al0");

    /// The tables of the program and some more.
    fn registry() -> Registry {
        let mut registry = Registry::built_in();
        for (name, text) in [("mates", MATES), ("promotes", PROMOTES), ("stays", STAYS)] {
            registry.add(check(name, text).table.unwrap(), Origin::BuiltIn);
        }
        registry
    }

    /// Proves a table through all positions, and through those that its promise leads to.
    fn both_ways(name: &str) -> [Proof; 2] {
        let registry = registry();
        let table = registry.find(name).unwrap();
        [MOST_MEN_OF_ALL, 2].map(|most_men_of_all| {
            let session = ProofSession::new(&registry, ProveOptions::default());
            ProofSession { most_men_of_all, ..session }.prove(table).unwrap()
        })
    }

    #[test]
    fn the_soonest_mate_comes_as_soon_as_the_exact_tables_say() {
        let registry = registry();
        let proof = prove(&registry, registry.find("mates").unwrap(), ProveOptions::default()).unwrap();
        assert!(proof.proven && proof.longest == 10, "{}", proof.to_text());
        assert!((proof.mean - proof.optimum_mean.unwrap()).abs() < 1e-9, "{}", proof.to_text());
    }

    /// Compares a proof of what the promise leads to with a proof of all positions.
    fn assert_both_ways_find_the_same(name: &str) {
        let [all, reached] = both_ways(name);
        assert!(reached.of_promise && !all.of_promise, "{name}");
        let facts =
            |proof: &Proof| (proof.claimed, proof.kept, proof.escapes.clone(), proof.failures.clone());
        assert_eq!(facts(&reached), facts(&all), "{name}");
        if all.promise == Aim::Wins {
            let length = |proof: &Proof| (proof.wins, proof.longest, (1e6 * proof.mean).round());
            assert_eq!(length(&reached), length(&all), "{name}");
        }
        let share = reached.share_of_material.unwrap();
        let keepable = if all.promise == Aim::Wins { all.won } else { all.drawn };
        assert!((share - 100.0 * all.kept as f64 / keepable as f64).abs() < 5.0, "{name}: {share}");
    }

    #[test]
    fn what_a_promise_leads_to_proves_a_table_that_wins_and_finds_the_faults_of_another() {
        ["krk", "krk_book"].into_iter().for_each(assert_both_ways_find_the_same);
    }

    #[test]
    fn what_a_promise_leads_to_proves_a_table_that_hands_over_to_two_others_and_one_that_holds() {
        ["kpk", "kkp"].into_iter().for_each(assert_both_ways_find_the_same);
    }

    /// With and without pawns, and for ever.
    #[test]
    fn what_a_promise_leads_to_proves_tables_whose_advice_is_surveyed_around_it() {
        ["promotes", "mates", "stays"].into_iter().for_each(assert_both_ways_find_the_same);
    }

    #[test]
    fn a_proof_of_five_men_is_refused_if_the_promise_names_no_positions() {
        let mut registry = registry();
        let text = MATES.replace("KQ v K\n", "KQR v KR\n");
        registry.add(check("all", &text).table.unwrap(), Origin::BuiltIn);
        let refused = prove(&registry, registry.find("all").unwrap(), ProveOptions::default());
        assert!(matches!(&refused, Err(ProveError::PromisesAll { men: 5, .. })), "{refused:?}");
    }

    #[test]
    fn a_proof_reports_its_progress_while_it_plans_what_it_begins_with() {
        let registry = Registry::built_in();
        let counts = parking_lot::Mutex::new(Vec::new());
        let report = |notice: ProofNotice<'_>| {
            if let ProofNotice::Reached { reached, open, .. } = notice {
                counts.lock().push((reached, open));
            }
        };
        let options = ProveOptions { threads: 1, report: &report, ..ProveOptions::default() };
        let mut session = ProofSession { most_men_of_all: 2, ..ProofSession::new(&registry, options) };
        session.prove(registry.find("kqk").unwrap()).unwrap();
        let counts = counts.lock();
        let (first, last) = (counts.first().unwrap(), counts.last().unwrap());
        assert!(first.0 < last.0 && first.1 > 0 && last.1 == 0, "{counts:?}");
    }

    /// Proves `kqk` through what its promise leads to, beside these stored proofs, and gives up after this many looks at what was
    /// reached. Returns the proof, if it was completed, and how many positions were reached and planned at each look.
    fn proven_among(proofs: &ProofCache, looks: usize) -> (Option<Proof>, Vec<usize>) {
        let (registry, counts, cancel) =
            (Registry::built_in(), parking_lot::Mutex::new(Vec::new()), AtomicBool::new(false));
        let report = |notice: ProofNotice<'_>| {
            if let ProofNotice::Reached { reached, .. } = notice {
                let mut counts = counts.lock();
                counts.push(reached);
                cancel.store(counts.len() >= looks, Ordering::Relaxed);
            }
        };
        let options = ProveOptions {
            threads: 1,
            report: &report,
            cancel: &cancel,
            proofs: Some(proofs),
            between_saves: Duration::ZERO,
            ..ProveOptions::default()
        };
        let mut session = ProofSession { most_men_of_all: 2, ..ProofSession::new(&registry, options) };
        let proof = session.prove(registry.find("kqk").unwrap()).ok();
        drop(session);
        (proof, counts.into_inner())
    }

    /// The name of the only file in a folder.
    fn only_file(folder: &Path) -> PathBuf {
        let mut files = std::fs::read_dir(folder).unwrap();
        let file = files.next().unwrap().unwrap().path();
        assert!(files.next().is_none());
        file
    }

    #[test]
    fn a_proof_that_was_ended_goes_on_and_finds_the_same() {
        let [one, other] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        let [whole, halved] = [&one, &other].map(|folder| ProofCache::new(folder.path().to_owned()));
        let (proof, at_once) = proven_among(&whole, usize::MAX);
        let proof = proof.unwrap();
        let (ended, before) = proven_among(&halved, 1);
        assert!(ended.is_none() && before[..] == at_once[..1], "{before:?} {at_once:?}");
        let (again, after) = proven_among(&halved, usize::MAX);
        // The second look is at what was planned after the first save.
        assert_eq!(after, at_once[1..]);
        let again = again.unwrap();
        assert_eq!(Proof { seconds: 0.0, ..again }, Proof { seconds: 0.0, ..proof });
        assert_eq!(std::fs::read_dir(other.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_proof_begins_anew_where_what_was_saved_is_damaged_or_about_something_else() {
        let folder = tempfile::tempdir().unwrap();
        let proofs = ProofCache::new(folder.path().to_owned());
        let (_, whole) = proven_among(&proofs, usize::MAX);
        proven_among(&proofs, 1);
        let file = only_file(folder.path());
        let saved = std::fs::read(&file).unwrap();
        let mut changed = saved.clone();
        changed[saved.len() / 2] ^= 1;
        for damaged in [&saved[..saved.len() / 2], &changed, b""] {
            std::fs::write(&file, damaged).unwrap();
            assert_eq!(proven_among(&proofs, usize::MAX).1, whole);
        }
        let mut other = Unfinished::new(file, &[1, 2, 3], Duration::ZERO);
        other.save(&0).unwrap();
        assert_eq!(proven_among(&proofs, usize::MAX).1, whole);
    }

    #[test]
    fn a_proof_ends_when_its_promise_leads_to_more_than_memory_has_room_for() {
        let registry = Registry::built_in();
        let options = ProveOptions { memory: 100_000, ..ProveOptions::default() };
        let mut session = ProofSession { most_men_of_all: 2, ..ProofSession::new(&registry, options) };
        let refused = session.prove(registry.find("kqk").unwrap());
        assert!(matches!(refused, Err(ProveError::TooMuchMemory { .. })), "{refused:?}");
    }
}
