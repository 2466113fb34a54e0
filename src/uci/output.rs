//! Writes whole lines, flushed, from any thread, and keeps the debug log. The session and the running search share it.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;

use super::debug_log::DebugLog;
use crate::text::outputs::OutputError;
use crate::text::{shortened, with_causes};

/// The output of a session, behind a lock so that the search can write too.
pub type SharedOutput = Arc<Mutex<dyn Write + Send>>;

/// The longest note, in characters. A list of all legal moves fits.
const LONGEST_NOTE: usize = 2_000;

/// Writes lines. Cheap to clone.
#[derive(Clone)]
pub(super) struct Output {
    writer: SharedOutput,
    broken: Arc<AtomicBool>,
    log: Arc<Mutex<Option<DebugLog>>>,
}

impl Output {
    /// Writes to this output, without a log.
    pub(super) fn new(writer: SharedOutput) -> Output {
        Output { writer, broken: Arc::default(), log: Arc::default() }
    }

    /// Writes one line. If the output fails, the line is lost and [`Output::is_broken`] is true from then on.
    pub(super) fn line(&self, text: &str) {
        let line = format!("{text}\n");
        let mut writer = self.writer.lock();
        // Under the writer's lock and before the line is seen, so that the log has it before its successors and its answer.
        let logged = self.logged(|log| log.written(text.as_bytes()));
        if writer.write_all(line.as_bytes()).and_then(|()| writer.flush()).is_err() {
            self.broken.store(true, Ordering::Relaxed);
        }
        drop(writer);
        self.report_of_log(logged);
    }

    /// Writes lines.
    pub(super) fn lines(&self, lines: impl IntoIterator<Item = String>) {
        lines.into_iter().for_each(|line| self.line(&line));
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

    /// Uses a log from now on, or none.
    pub(super) fn use_log(&self, log: Option<DebugLog>) {
        *self.log.lock() = log;
    }

    /// Adds a line that was read to the log, without its end.
    pub(super) fn log_read(&self, line: &[u8]) {
        let logged = self.logged(|log| log.read(line));
        self.report_of_log(logged);
    }

    /// Adds to the log, if there is one. A log that cannot be written is given up.
    fn logged(&self, add: impl FnOnce(&mut DebugLog) -> Result<(), OutputError>) -> Result<(), OutputError> {
        let mut log = self.log.lock();
        let outcome = log.as_mut().map_or(Ok(()), add);
        if outcome.is_err() {
            *log = None;
        }
        outcome
    }

    fn report_of_log(&self, outcome: Result<(), OutputError>) {
        if let Err(error) = outcome {
            self.note(&format!("Debug Log File: {}; the log ends here", with_causes(&error)));
        }
    }
}
