//! How a running search is steered from outside: stop, ponder hit, and who waits for what.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use parking_lot::{Condvar, Mutex};

use super::limits::Limits;
use super::report::ReportSink;

/// Shared between a search's threads and whoever started it.
pub struct Control {
    stopped: AtomicBool,
    pondering: AtomicBool,
    finished: AtomicBool,
    has_news: AtomicBool,
    /// When the clock that counts began to run: at `go`, or at the ponder hit.
    clock_started: Mutex<Instant>,
    changed: Condvar,
}

impl Control {
    /// The control of a search that begins now.
    pub fn new(pondering: bool) -> Control {
        Control {
            stopped: AtomicBool::new(false),
            pondering: AtomicBool::new(pondering),
            finished: AtomicBool::new(false),
            has_news: AtomicBool::new(false),
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

    /// Whether the search has to end.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Somebody beside the search knows something that the question has to be asked anew with.
    pub fn tell_news(&self) {
        self.has_news.store(true, Ordering::Release);
    }

    /// Whether there is news that nobody has taken.
    pub fn has_news(&self) -> bool {
        self.has_news.load(Ordering::Acquire)
    }

    /// Takes the news: answers whether there was any.
    pub fn take_news(&self) -> bool {
        self.has_news.swap(false, Ordering::AcqRel)
    }

    /// From now on the search's limits count.
    pub fn ponder_hit(&self) {
        let mut clock_started = self.clock_started.lock();
        if self.pondering.swap(false, Ordering::Relaxed) {
            *clock_started = Instant::now();
        }
        self.changed.notify_all();
    }

    /// Whether the search runs on the opponent's time.
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }

    /// When the clock that counts began to run.
    pub fn clock_started(&self) -> Instant {
        *self.clock_started.lock()
    }

    /// Blocks while a best move must not be given yet: an infinite or ponder search that ended by itself. Where nobody
    /// reads the answer it need not wait.
    pub fn wait_until_answer_is_due<R>(&self, limits: &Limits, sink: &dyn ReportSink<R>) {
        let mut guard = self.clock_started.lock();
        while !self.is_stopped() && !sink.is_closed() && (limits.infinite || self.is_pondering()) {
            self.changed.wait(&mut guard);
        }
    }

    /// Marks the search as ended, then gives its answer: whoever has seen the answer knows that nothing is searched any
    /// more, and that what is asked for now begins at once.
    pub fn finish(&self, answer: impl FnOnce()) {
        self.finished.store(true, Ordering::Release);
        answer();
    }

    /// Whether the answer has been given, or is just being given.
    pub fn is_finished(&self) -> bool {
        self.finished.load(Ordering::Acquire)
    }
}
