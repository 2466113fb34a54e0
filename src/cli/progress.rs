//! Progress bars for long work, on stderr and only where a person is looking.

use std::thread::Builder;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// A bar that ticks is drawn so often.
const BETWEEN_TICKS: Duration = Duration::from_millis(100);

/// A bar over this many steps. It draws nothing where stderr is not a terminal.
pub(super) fn bar(steps: usize, label: &'static str) -> ProgressBar {
    let bar = ProgressBar::new(steps as u64).with_message(label);
    // The template is fixed; should indicatif refuse it, its own style does as well.
    if let Ok(style) =
        ProgressStyle::with_template("{msg} {bar:40} {pos}/{len} {elapsed_precise}, {eta} left")
    {
        bar.set_style(style);
    }
    bar
}

/// Draws a bar anew from time to time, also where nothing moves; where the system gives no thread for that, when something does.
pub(super) fn keep_ticking(bar: &ProgressBar) {
    if bar.is_hidden() {
        return;
    }
    let seen = bar.downgrade();
    let tick = move || {
        while let Some(bar) = seen.upgrade().filter(|bar| !bar.is_finished()) {
            bar.tick();
            drop(bar);
            std::thread::sleep(BETWEEN_TICKS);
        }
    };
    // indicatif's own ticking ends the program where there is no thread.
    let _ = Builder::new().name("progress".to_owned()).spawn(tick);
}

/// A stream of things whose number nobody knows beforehand, and perhaps the bytes that they come from.
pub(super) struct Stream {
    bar: ProgressBar,
    bytes: Option<u64>,
}

impl Stream {
    /// It draws nothing where stderr is not a terminal. `bytes` is the length of the whole input, where that is known.
    pub(super) fn new(label: &'static str, things: &'static str, bytes: Option<u64>) -> Stream {
        let bar = ProgressBar::new_spinner().with_prefix(label);
        // The template is fixed; should indicatif refuse it, its own style does as well.
        if let Ok(style) = ProgressStyle::with_template(&format!(
            "{{prefix}} {{pos}} {things} {{msg}} {{elapsed_precise}}, {{per_sec}}"
        )) {
            bar.set_style(style);
        }
        Stream { bar, bytes: bytes.filter(|bytes| *bytes > 0) }
    }

    /// One thing is done; so many bytes of the input have been read.
    pub(super) fn step(&self, read: u64) {
        self.bar.inc(1);
        if let Some(bytes) = self.bytes.filter(|_| !self.bar.is_hidden()) {
            self.bar.set_message(format!("({} % of the input)", 100 * read.min(bytes) / bytes));
        }
    }

    /// Nothing more is to come.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
