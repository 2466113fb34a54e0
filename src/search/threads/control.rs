//! Steers a running search from outside: stop, ponder hit, and waiting until an answer may be given.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use parking_lot::{Condvar, Mutex};

use crate::search::root::limits::Limits;
use crate::search::root::report::ReportSink;

/// The control that a search's threads share with the caller that started it.
pub struct Control {
    stopped: AtomicBool,
    pondering: AtomicBool,
    finished: AtomicBool,
    has_notice: AtomicBool,
    /// When the counting clock started: at `go`, or at the ponder hit.
    clock_started: Mutex<Instant>,
    changed: Condvar,
}

impl Control {
    /// Makes the control of a search that begins now.
    pub fn new(pondering: bool) -> Control {
        Control {
            stopped: AtomicBool::new(false),
            pondering: AtomicBool::new(pondering),
            finished: AtomicBool::new(false),
            has_notice: AtomicBool::new(false),
            clock_started: Mutex::new(Instant::now()),
            changed: Condvar::new(),
        }
    }

    /// Asks the search to end.
    pub fn stop(&self) {
        let _guard = self.clock_started.lock();
        self.stopped.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// Returns whether the search has to end.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Notes that the search should begin anew, because something beside it has learned more.
    pub fn give_notice(&self) {
        self.has_notice.store(true, Ordering::Release);
    }

    /// Returns whether such a notice has not been taken yet.
    pub fn has_notice(&self) -> bool {
        self.has_notice.load(Ordering::Acquire)
    }

    /// Takes the notice. Returns whether there was one.
    pub fn take_notice(&self) -> bool {
        self.has_notice.swap(false, Ordering::AcqRel)
    }

    /// Makes the search's limits count from now on.
    pub fn ponder_hit(&self) {
        let mut clock_started = self.clock_started.lock();
        if self.pondering.swap(false, Ordering::Relaxed) {
            *clock_started = Instant::now();
        }
        self.changed.notify_all();
    }

    /// Returns whether the search runs on the opponent's time.
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }

    /// Returns when the counting clock started.
    pub fn clock_started(&self) -> Instant {
        *self.clock_started.lock()
    }

    /// Blocks while a best move must not be given yet, after an infinite or ponder search that ended by itself. It does
    /// not wait if the sink is closed.
    pub fn wait_until_answer_is_due<R>(&self, limits: &Limits, sink: &dyn ReportSink<R>) {
        let mut guard = self.clock_started.lock();
        while !self.is_stopped() && !sink.is_closed() && (limits.infinite || self.is_pondering()) {
            self.changed.wait(&mut guard);
        }
    }

    /// Marks the search as ended, then gives its answer. A caller that has the answer can rely on it that the search is
    /// over and that a new one begins at once.
    pub fn finish(&self, answer: impl FnOnce()) {
        self.finished.store(true, Ordering::Release);
        answer();
    }

    /// Returns whether the answer has been given, or is just being given.
    pub fn is_finished(&self) -> bool {
        self.finished.load(Ordering::Acquire)
    }
}
