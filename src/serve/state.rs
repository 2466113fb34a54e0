//! What all routes share: the settings, and the tables, one set of probing state for each thread that asks.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use parking_lot::Mutex;

use super::engines::Engines;
use super::hosts::Hosts;
use super::jobs::{Interrupted, Jobs, Journals};
use super::refusal::Refusal;
use super::settings::Settings;
use super::solver::QuickSolver;
use crate::advice::{AdviceTable, Registry};
use crate::analysis::probe::{Knowledge, ProbeNotice};
use crate::analysis::solved::LargerTables;
use crate::solve::SolveLimits;
use crate::tablebase::Cache;
use crate::text::did_you_mean;
use crate::threads::all_cores;

/// The most sets of probing state that are kept for the next questions.
const MOST_IDLE: usize = 16;

/// What all routes share.
#[derive(Clone)]
pub struct Shared(Arc<State>);

/// The state of a server.
pub struct State {
    /// The settings.
    pub settings: Settings,
    /// The hosts that a request may name.
    pub hosts: Hosts,
    /// The description of all routes, as JSON.
    pub description: String,
    /// The engines of searches.
    pub engines: Engines,
    /// The jobs.
    pub jobs: Arc<Jobs>,
    journals: OnceLock<Option<Journals>>,
    /// The solver for single answers.
    pub solver: QuickSolver,
    /// The first, from which the others are made.
    knowledge: Mutex<Option<Knowledge>>,
    /// Those that nobody uses now.
    idle: Mutex<Vec<Knowledge>>,
}

impl std::ops::Deref for Shared {
    type Target = State;

    fn deref(&self) -> &State {
        &self.0
    }
}

impl Shared {
    /// Makes the state of a server that answers to these hosts.
    pub fn new(settings: Settings, hosts: Hosts, description: String) -> Shared {
        let jobs = settings.jobs;
        Shared(Arc::new(State {
            settings,
            hosts,
            description,
            engines: Engines::new(),
            jobs: Jobs::new(jobs),
            journals: OnceLock::new(),
            solver: QuickSolver::new(all_cores()),
            knowledge: Mutex::default(),
            idle: Mutex::default(),
        }))
    }

    /// Does work that may take long on a thread where nothing else waits for it.
    ///
    /// # Errors
    /// If the work fails, or by a bug.
    pub async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Shared) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let shared = self.clone();
        tokio::task::spawn_blocking(move || work(&shared)).await.unwrap_or_else(|_| Err(Refusal::bug()))
    }

    /// Asks the tables.
    pub fn ask<T>(&self, ask: impl FnOnce(&mut Knowledge) -> T) -> T {
        let mut knowledge = self.idle.lock().pop().unwrap_or_else(|| self.another());
        let answer = ask(&mut knowledge);
        knowledge.forget();
        let mut idle = self.idle.lock();
        if idle.len() < MOST_IDLE {
            idle.push(knowledge);
        }
        answer
    }

    fn another(&self) -> Knowledge {
        self.knowledge.lock().get_or_insert_with(|| first(&self.settings)).sharing()
    }

    /// Returns the journals of jobs; `None` if there is no folder for them.
    pub fn journals(&self) -> Option<&Journals> {
        let open = || {
            let opened = Journals::open(self.settings.journals.as_deref()?);
            opened
                .map_err(|problem| self.settings.notice(&format_args!("no journals of jobs: {problem}")))
                .ok()
        };
        self.journals.get_or_init(open).as_ref()
    }

    /// Lists the jobs that the end of an earlier server has interrupted.
    pub fn list_interrupted(&self) {
        let has_folder = self.settings.journals.as_deref().is_some_and(std::path::Path::is_dir);
        if let Some(journals) = has_folder.then(|| self.journals()).flatten() {
            Interrupted::all(journals.folder()).into_iter().for_each(|one| self.jobs.list(one));
        }
    }

    /// Returns the limits of a solve.
    pub fn solve_limits(&self, time: Option<Duration>) -> SolveLimits {
        SolveLimits { time, bytes: self.settings.solve_bytes, threads: self.settings.threads }
    }

    /// Opens the tables of more than four men for a solve; it may build those that it lacks.
    pub fn larger_tables(&self, limits: SolveLimits, builds: bool) -> LargerTables {
        // Opened anew: the answer names the files that this work has asked, and no others.
        let (syzygy, _) = self.settings.config.options.open_syzygy();
        LargerTables::new(self.settings.tables.as_deref(), syzygy, limits, builds)
    }

    /// Returns the tables of advice: the built-in ones and the user's, as they are now.
    pub fn registry(&self) -> Registry {
        let (registry, left_out) = self.settings.config.advice.registry();
        for left_out in left_out {
            self.settings.notice(&left_out);
        }
        registry
    }

    /// Returns the table of advice of that name.
    ///
    /// # Errors
    /// If there is none.
    pub fn table<'a>(&self, registry: &'a Registry, name: &str) -> Result<&'a AdviceTable, Refusal> {
        registry.find(name).ok_or_else(|| {
            let names: Vec<&str> = registry.tables().iter().map(|known| known.table.name.as_str()).collect();
            let meant = did_you_mean(name, names.iter().copied());
            Refusal::unknown(format!("unknown table {name:?}{meant}; allowed: {}", names.join(", ")))
        })
    }

    /// Returns the time for the solver: what was asked for, within what the server allows.
    ///
    /// # Errors
    /// If it is not a number of seconds within these limits.
    pub fn solve_time(&self, asked: Option<f64>) -> Result<Duration, Refusal> {
        let most = self.settings.solve_time.as_secs_f64();
        match asked {
            None => Ok(Duration::ZERO),
            Some(asked) if (0.0..=most).contains(&asked) => Ok(Duration::from_secs_f64(asked)),
            Some(asked) => {
                Err(Refusal::impossible(&format!("solve {asked}"), format_args!("0 to {most} seconds")))
            }
        }
    }
}

fn first(settings: &Settings) -> Knowledge {
    let notices = settings.notices;
    // Without a folder nothing is found and nothing can be stored, which a notice says once.
    let folder = settings.tables.clone().unwrap_or_default();
    let report = move |notice: ProbeNotice<'_>| match notice {
        ProbeNotice::Building(_) | ProbeNotice::Built => {}
        ProbeNotice::Problem(problem) => notices(&problem.to_string()),
        ProbeNotice::NoResults(problem) => notices(&problem.to_string()),
    };
    Knowledge::without_waiting(Cache::new(folder, u64::MAX), settings.syzygy.clone(), report)
}
