//! Ends solving early: at a deadline, or if a caller cancels.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError};

/// The time between two checks by the watching thread.
const BETWEEN_LOOKS: Duration = Duration::from_millis(5);

/// Placements that a worker handles between two checks.
pub(super) const BETWEEN_CHECKS: usize = 1 << 14;

/// Work that was stopped before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// Workers ask this all the time. If a thread watches, the question costs one read of memory; otherwise it checks the clock
/// itself.
#[derive(Debug)]
pub(super) struct Stop<'a> {
    is_set: AtomicBool,
    is_watched: AtomicBool,
    deadline: Option<Instant>,
    cancel: &'a AtomicBool,
}

impl<'a> Stop<'a> {
    /// Stops at this time, or when `cancel` is set.
    pub fn at(deadline: Option<Instant>, cancel: &'a AtomicBool) -> Stop<'a> {
        Stop { is_set: AtomicBool::new(false), is_watched: AtomicBool::new(false), deadline, cancel }
    }

    /// Whether the work must end.
    #[inline]
    pub fn is_set(&self) -> bool {
        self.is_set.load(Ordering::Relaxed) || !self.is_watched.load(Ordering::Relaxed) && self.look()
    }

    /// The time until the deadline; `None` without one.
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// Checks before the placement of this number, once for every [`BETWEEN_CHECKS`] placements.
    ///
    /// # Errors
    /// If the work must end.
    #[inline]
    pub fn check_at(&self, number: usize) -> Result<(), Stopped> {
        if number.is_multiple_of(BETWEEN_CHECKS) && self.is_set() { Err(Stopped) } else { Ok(()) }
    }

    /// Whether a caller has cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    /// Ends the work.
    pub fn set(&self) {
        self.is_set.store(true, Ordering::Relaxed);
    }

    /// Watches until the work is done or must end.
    pub fn watch(&self, is_done: &Receiver<()>) {
        self.is_watched.store(true, Ordering::Relaxed);
        while is_done.recv_timeout(BETWEEN_LOOKS) == Err(RecvTimeoutError::Timeout) && !self.look() {}
    }

    fn look(&self) -> bool {
        let is_due = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if is_due || self.cancel.load(Ordering::Relaxed) {
            self.set();
        }
        self.is_set.load(Ordering::Relaxed)
    }
}

impl Stop<'static> {
    /// Never stops.
    pub fn never() -> Stop<'static> {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Stop::at(None, &NEVER)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_nobody_watches_time_and_cancelling_end_the_work_all_the_same() {
        let cancel = AtomicBool::new(false);
        let stop = Stop::at(None, &cancel);
        assert!(!stop.is_set());
        cancel.store(true, Ordering::Relaxed);
        assert!(stop.is_set());
        let never = AtomicBool::new(false);
        assert!(Stop::at(Some(Instant::now()), &never).is_set());
        assert!(!Stop::at(Some(Instant::now() + Duration::from_secs(3600)), &never).is_set());
        assert!(!Stop::never().is_set());
    }

    #[test]
    fn a_watcher_ends_the_work_in_time_and_goes_when_it_is_done() {
        let cancel = AtomicBool::new(true);
        let stop = Stop::at(None, &cancel);
        let (done, is_done) = crossbeam_channel::bounded(0);
        stop.watch(&is_done);
        assert!(stop.is_set());
        let never = AtomicBool::new(false);
        let stop = Stop::at(None, &never);
        drop(done);
        stop.watch(&is_done);
        assert!(!stop.is_set());
    }
}
