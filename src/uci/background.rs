//! Runs work beside the session on its own thread, so that the session goes on reading. `perft` and `tools` use it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{Builder, JoinHandle};

use super::output::Output;

/// Work in progress. Dropping it cancels the work and waits for its end.
pub(super) struct Background {
    cancelled: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Background {
    /// Starts work, which should end soon after the flag is set. If the system gives no thread, it does the work before it
    /// returns. `name` is a verb.
    pub(super) fn start<Work>(name: &str, output: &Output, work: Work) -> Background
    where
        Work: Fn(&Arc<AtomicBool>) + Clone + Send + 'static,
    {
        let cancelled = Arc::<AtomicBool>::default();
        let (seen, same) = (Arc::clone(&cancelled), work.clone());
        let thread = Builder::new().name(name.to_owned()).spawn(move || same(&seen));
        if thread.is_err() {
            output.note(&format!(
                "the system allows no thread to {name} on; lucena reads no input until that is done"
            ));
            work(&cancelled);
        }
        Background { cancelled, thread: thread.ok() }
    }

    /// Whether the work goes on.
    pub(super) fn is_running(&self) -> bool {
        self.thread.as_ref().is_some_and(|thread| !thread.is_finished())
    }

    /// Waits for the end of the work.
    pub(super) fn wait(mut self) {
        self.join();
    }

    fn join(&mut self) {
        if let Some(thread) = self.thread.take() {
            // The standard hook has already reported a panic of that thread.
            drop(thread.join());
        }
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        self.cancelled.store(true, Ordering::Relaxed);
        self.join();
    }
}
