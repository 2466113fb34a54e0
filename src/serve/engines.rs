//! The engines of searches that somebody watches: a few at most, and one that is kept for the next search.

use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::refusal::Refusal;
use super::settings::Settings;
use crate::engine::{AdviceMode, Engine, EngineError, Options};
use crate::threads::share_of;

/// The most searches at the same time.
pub const MOST_SEARCHES: usize = 4;

/// The engines.
pub struct Engines {
    places: Arc<Semaphore>,
    /// One that nobody uses now: to start another takes a tenth of a second.
    idle: Mutex<Option<Engine>>,
}

impl Engines {
    /// None yet.
    pub fn new() -> Engines {
        Engines { places: Arc::new(Semaphore::new(MOST_SEARCHES)), idle: Mutex::default() }
    }

    /// Returns a place for one more search, until it is dropped.
    ///
    /// # Errors
    /// If too many searches run.
    pub fn place(&self) -> Result<OwnedSemaphorePermit, Refusal> {
        let place = Arc::clone(&self.places).try_acquire_owned();
        place.map_err(|_| Refusal::busy(format!("{MOST_SEARCHES} searches run already; end one of them"), 2))
    }

    /// Returns the threads of one more search, whose place is taken, if those that run share this many.
    pub fn share(&self, threads: usize) -> usize {
        let running = MOST_SEARCHES - self.places.available_permits();
        share_of(threads, running)
    }

    /// Returns an engine for a search.
    ///
    /// # Errors
    /// If its table does not fit into memory, or the system gives no thread.
    pub fn take(&self, settings: &Settings) -> Result<Engine, EngineError> {
        let idle = self.idle.lock().take();
        idle.map_or_else(|| start(settings), Ok)
    }

    /// Takes an engine back.
    pub fn give_back(&self, engine: Engine) {
        *self.idle.lock() = Some(engine);
    }
}

fn start(settings: &Settings) -> Result<Engine, EngineError> {
    let configuration = settings.config.engine();
    // The board shows advice and what is certain by itself; a search shows what it finds.
    let options = Options {
        advice: AdviceMode::Off,
        analyse_mode: true,
        threads: settings.threads,
        ..configuration.options.clone()
    };
    Engine::new(crate::engine::Configuration { options, ..configuration })
}
