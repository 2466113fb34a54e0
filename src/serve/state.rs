//! What all routes share: the settings, and the tables, one set of probing state for each thread that asks.

use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;

use super::refusal::Refusal;
use super::settings::Settings;
use crate::analysis::probe::{Knowledge, ProbeNotice};
use crate::tablebase::Cache;

/// What all routes share.
#[derive(Clone)]
pub struct Shared(Arc<State>);

/// The state of a server.
pub struct State {
    /// The settings.
    pub settings: Settings,
    /// The hosts that a request may name, in small letters, with the port.
    pub hosts: Vec<String>,
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
    pub fn new(settings: Settings, hosts: Vec<String>) -> Shared {
        Shared(Arc::new(State { settings, hosts, knowledge: Mutex::default(), idle: Mutex::default() }))
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
        self.idle.lock().push(knowledge);
        answer
    }

    fn another(&self) -> Knowledge {
        self.knowledge.lock().get_or_insert_with(|| first(&self.settings)).sharing()
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
                Err(Refusal::wrong(format!("solve {asked} is impossible; allowed: 0 to {most} seconds")))
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
    Knowledge::new(Cache::new(folder, u64::MAX), settings.syzygy.clone(), settings.threads, report)
}
