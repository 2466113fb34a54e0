//! Writes whole lines, flushed, from any thread. The session and the running search share it.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;

use crate::text::shortened;

/// The output of a session, behind a lock so that the search can write too.
pub type SharedOutput = Arc<Mutex<dyn Write + Send>>;

/// The longest note, in characters. A list of all legal moves fits.
const LONGEST_NOTE: usize = 2_000;

/// Writes lines. Cheap to clone.
#[derive(Clone)]
pub(super) struct Output {
    writer: SharedOutput,
    broken: Arc<AtomicBool>,
}

impl Output {
    /// Writes to this output.
    pub(super) fn new(writer: SharedOutput) -> Output {
        Output { writer, broken: Arc::new(AtomicBool::new(false)) }
    }

    /// Writes one line. If the output fails, the line is lost and [`Output::is_broken`] is true from then on.
    pub(super) fn line(&self, text: &str) {
        let line = format!("{text}\n");
        let mut writer = self.writer.lock();
        if writer.write_all(line.as_bytes()).and_then(|()| writer.flush()).is_err() {
            self.broken.store(true, Ordering::Relaxed);
        }
    }

    /// Writes a text as one `info string`, whatever it contains.
    pub(super) fn note(&self, text: &str) {
        let one_line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        self.line(&format!("info string {}", shortened(&one_line, LONGEST_NOTE)));
    }

    /// Writes all notes about one line as one `info string`.
    pub(super) fn notes(&self, notes: &[impl ToString]) {
        if !notes.is_empty() {
            let notes: Vec<String> = notes.iter().map(ToString::to_string).collect();
            self.note(&notes.join("; "));
        }
    }

    /// Whether the reader is gone.
    pub(super) fn is_broken(&self) -> bool {
        self.broken.load(Ordering::Relaxed)
    }
}
