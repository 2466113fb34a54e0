//! Draws progress bars for long work, on stderr and only on a terminal, and prints an engine's notices there.

use std::collections::BTreeSet;
use std::thread::Builder;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use parking_lot::Mutex;

use crate::advice::prover::ProofCacheError;
use crate::engine::Notice;
use crate::uci::in_words;

/// The time between two ticks of a bar.
const BETWEEN_TICKS: Duration = Duration::from_millis(100);

/// The notices about files of tables that were printed: every engine of a command opens the files, and one report is enough.
static PRINTED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Prints a notice on stderr; of several equal ones about files of tables, the first alone.
pub(super) fn print_notice(notice: &Notice) {
    let words = in_words(notice);
    let is_about_files = matches!(
        notice,
        Notice::Syzygy(_) | Notice::SyzygyDamage(_) | Notice::Results { .. } | Notice::NoResults(_)
    );
    if !is_about_files || PRINTED.lock().insert(words.clone()) {
        eprintln!("lucena: {words}");
    }
}

/// Prints what the user should know, each sentence once.
pub(super) fn print_words(words: &str) {
    if PRINTED.lock().insert(words.to_owned()) {
        eprintln!("lucena: {words}");
    }
}

/// Prints what is wrong with a file of a proof, which is not used.
pub(super) fn print_problem(problem: &ProofCacheError) {
    eprintln!("lucena: {problem}");
}

/// Returns a bar over this many steps, hidden unless stderr is a terminal.
pub(super) fn bar(steps: usize, label: &'static str) -> ProgressBar {
    let bar = ProgressBar::new(steps as u64).with_message(label);
    // The template is fixed; if indicatif refused it, its own style would do.
    if let Ok(style) =
        ProgressStyle::with_template("{msg} {bar:40} {pos}/{len} {elapsed_precise}, {eta} left")
    {
        bar.set_style(style);
    }
    bar
}

/// Redraws a bar regularly, even without progress. Without a thread for that, the bar is drawn only at each step.
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
    // indicatif's own ticking would end the program if it got no thread.
    let _ = Builder::new().name("progress".to_owned()).spawn(tick);
}

/// The progress of a stream: how many things are done, and how much of the input, if its length is known.
pub(super) struct Stream {
    bar: ProgressBar,
    bytes: Option<u64>,
}

impl Stream {
    /// Draws nothing unless stderr is a terminal. `bytes` is the length of the whole input; `None` if it is unknown.
    pub(super) fn new(label: &'static str, things: &'static str, bytes: Option<u64>) -> Stream {
        let bar = ProgressBar::new_spinner().with_prefix(label);
        // The template is fixed; if indicatif refused it, its own style would do.
        if let Ok(style) = ProgressStyle::with_template(&format!(
            "{{prefix}} {{pos}} {things} {{msg}} {{elapsed_precise}}, {{per_sec}}"
        )) {
            bar.set_style(style);
        }
        Stream { bar, bytes: bytes.filter(|bytes| *bytes > 0) }
    }

    /// Counts one more thing; `read` is the number of input bytes read so far.
    pub(super) fn step(&self, read: u64) {
        self.bar.inc(1);
        if let Some(bytes) = self.bytes.filter(|_| !self.bar.is_hidden()) {
            self.bar.set_message(format!("({} % of the input)", 100 * read.min(bytes) / bytes));
        }
    }

    /// Removes the bar.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
