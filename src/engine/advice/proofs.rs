//! Supplies proofs of tables: embedded, from the cache, or proven in the background while the search plays.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use crossbeam_channel::{Receiver, bounded};
use thread_priority::{ThreadPriority, set_current_thread_priority};

use super::library::AdviceLibrary;
use super::settings::AdviceSettings;
use crate::advice::prover::{ProofCache, ProofCacheError, ProveOptions, StoredProof, built_in_proof};
use crate::advice::{AdviceTable, Aim};
use crate::engine::notice::{AdviceNotice, Notice, ProofFailure, Unproven};
use crate::engine::report::{Report, Sink};

/// The wait for a proof from the cache. It is enough unless the proof is big, and the clock can afford it.
const PATIENCE: Duration = Duration::from_millis(3);

/// Whether a table can play.
pub(super) enum State {
    /// It is proven.
    Proven(Arc<StoredProof>),
    /// It has no proof, or none yet, for this reason.
    Without(Unproven),
}

/// The proofs of one engine's tables.
pub(super) struct ProofSupply {
    library: Arc<AdviceLibrary>,
    cache: Option<ProofCache>,
    known: HashMap<String, Result<Arc<StoredProof>, Arc<ProofFailure>>>,
    run: Option<Run>,
}

/// A search for one proof, in progress.
struct Run {
    table: String,
    outcome: Receiver<Outcome>,
}

struct Outcome {
    stored: Result<StoredProof, ProofFailure>,
    /// A problem with the cache.
    problem: Option<ProofCacheError>,
    /// Whether it was proven just now.
    is_new: bool,
}

impl ProofSupply {
    pub fn new(settings: &AdviceSettings, library: Arc<AdviceLibrary>) -> ProofSupply {
        let built_in = library.listed().filter_map(|table| {
            let stored = built_in_proof(&library.registry, table)?;
            Some((table.name.clone(), Ok(Arc::new(stored))))
        });
        let known = built_in.collect();
        ProofSupply { cache: settings.proofs(), library, known, run: None }
    }

    /// The proof of a table; `None` if there is none yet, or if the table is not proven.
    pub fn at_hand(&self, table: &AdviceTable) -> Option<Arc<StoredProof>> {
        self.known.get(&table.name)?.as_ref().ok().filter(|stored| stored.proof.proven).cloned()
    }

    /// Returns whether a table is proven. If that is unknown, a background thread finds out.
    pub fn of(&mut self, table: &AdviceTable, sink: &Sink) -> State {
        self.collect(Duration::ZERO, sink);
        if !self.known.contains_key(&table.name) && self.run.is_none() {
            self.begin(table);
            self.collect(PATIENCE, sink);
        }
        match self.known.get(&table.name) {
            Some(Ok(stored)) if stored.proof.proven => State::Proven(Arc::clone(stored)),
            Some(Ok(stored)) => State::Without(unproven(stored)),
            Some(Err(reason)) => State::Without(Unproven::Failed(Arc::clone(reason))),
            None => State::Without(self.waits_for(table)),
        }
    }

    /// What a table without a proof waits for.
    fn waits_for(&self, table: &AdviceTable) -> Unproven {
        match self.run.as_ref().filter(|run| run.table != table.name) {
            Some(other) => Unproven::WaitsFor(other.table.clone()),
            None if table.material.has_many_men() => Unproven::BeingRead,
            None => Unproven::UnderWay,
        }
    }

    fn begin(&mut self, table: &AdviceTable) {
        let (sender, outcome) = bounded(1);
        let (library, cache, name) = (Arc::clone(&self.library), self.cache.clone(), table.name.clone());
        // If the engine is gone when the proof is done, the result is dropped.
        let run = move || drop(sender.send(find(&library, cache.as_ref(), &name)));
        match std::thread::Builder::new().name(format!("prove {}", table.name)).spawn(run) {
            Ok(_) => self.run = Some(Run { table: table.name.clone(), outcome }),
            Err(error) => {
                let failure = Arc::new(ProofFailure::NoThread(error));
                self.known.insert(table.name.clone(), Err(failure));
            }
        }
    }

    /// Takes the result of the background thread, if there is one.
    fn collect(&mut self, patience: Duration, sink: &Sink) {
        let Some(run) = &self.run else { return };
        let outcome = match run.outcome.recv_timeout(patience) {
            Ok(outcome) => outcome,
            Err(crossbeam_channel::RecvTimeoutError::Timeout) => return,
            Err(crossbeam_channel::RecvTimeoutError::Disconnected) => {
                Outcome { stored: Err(ProofFailure::ProverFailed), problem: None, is_new: false }
            }
        };
        let table = run.table.clone();
        self.run = None;
        let report = |says| sink.accept(Report::Notice(Notice::Advice { table: table.clone(), says }));
        if let Some(problem) = outcome.problem {
            report(AdviceNotice::ProofCache(problem));
        }
        if let Ok(stored) = &outcome.stored
            && outcome.is_new
            && stored.proof.proven
        {
            let wins = stored.proof.promise == Aim::Wins;
            report(AdviceNotice::Proven { longest: wins.then_some(stored.proof.longest) });
        }
        self.known.insert(table, outcome.stored.map(Arc::new).map_err(Arc::new));
    }
}

/// Loads a proof from the cache, or proves the table and stores the proof.
fn find(library: &AdviceLibrary, cache: Option<&ProofCache>, name: &str) -> Outcome {
    let Some(table) = library.registry.find(name) else {
        return Outcome { stored: Err(ProofFailure::NoSuchTable), problem: None, is_new: false };
    };
    let mut problem = None;
    match cache.map(|cache| cache.load(&library.registry, table)) {
        Some(Ok(Some(stored))) => return Outcome { stored: Ok(stored), problem, is_new: false },
        Some(Err(error)) => problem = Some(error),
        Some(Ok(None)) | None => {}
    }
    if table.material.has_many_men() {
        return Outcome { stored: Err(ProofFailure::OnlyBeforehand), problem, is_new: false };
    }
    // A game is in progress: this uses half of the cores and what the search leaves of them. If the system refuses the low
    // priority, the proof runs at normal priority.
    let _ = set_current_thread_priority(ThreadPriority::Min);
    let threads = std::thread::available_parallelism().map_or(1, |cores| cores.get().div_ceil(2));
    let options = ProveOptions { threads, counterexamples: 1, proofs: cache, ..ProveOptions::default() };
    let stored = StoredProof::prove(&library.registry, table, options).map_err(ProofFailure::Impossible);
    if let (Some(cache), Ok(stored)) = (cache, &stored)
        && let Err(error) = cache.store(&library.registry, table, stored)
    {
        problem = Some(error);
    }
    Outcome { stored, problem, is_new: true }
}

/// Returns why a table is not proven, from the result of its proof.
fn unproven(stored: &StoredProof) -> Unproven {
    Unproven::Escapes {
        promise: stored.proof.promise,
        positions: stored.proof.escapes.iter().map(|(_, count)| count).sum(),
        example: stored.proof.counterexamples.first().map(|example| example.fen.clone()),
    }
}
