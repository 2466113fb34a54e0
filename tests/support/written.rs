//! Keeps the lines that an engine under test writes, and waits until one fits.

use std::sync::mpsc::Receiver;
use std::time::Duration;

/// Longer than any answer takes, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

/// Lines as they come.
pub struct Written(pub Receiver<String>);

impl Written {
    /// All lines up to the first one that fits; `wanted` says in words which.
    pub fn until(&self, wanted: &str, fits: impl Fn(&str) -> bool) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        while lines.last().is_none_or(|line| !fits(line)) {
            match self.0.recv_timeout(PATIENCE) {
                Ok(line) => lines.push(line),
                Err(error) => panic!("no line {wanted} ({error}): {lines:?}"),
            }
        }
        lines
    }
}
