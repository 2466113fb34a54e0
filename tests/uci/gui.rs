//! A GUI in the test's own process: sends lines to a session and waits for answers.

use std::io::{BufReader, Read, Result, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use parking_lot::Mutex;

use crate::small_engine;
use crate::written::Written;

/// A session and both its ends.
pub struct Gui {
    input: Option<Sender<Vec<u8>>>,
    output: Written,
    session: Option<JoinHandle<Result<()>>>,
}

impl Gui {
    /// Starts a session.
    pub fn start() -> Gui {
        let (input, lines_in) = channel();
        let (lines_out, output) = channel();
        let session = std::thread::spawn(move || {
            let input = BufReader::new(ChannelInput { lines: lines_in, rest: Vec::new() });
            let output = Arc::new(Mutex::new(ChannelOutput { lines: lines_out }));
            lucena::uci::run(input, output, small_engine::engine(), small_engine::options(), &[])
        });
        Gui { input: Some(input), output: Written(output), session: Some(session) }
    }

    /// Sends one line.
    pub fn send(&self, line: &str) {
        self.input.as_ref().unwrap().send(format!("{line}\n").into_bytes()).expect("the session has ended");
    }

    /// Sends one line of any bytes.
    pub fn send_bytes(&self, line: &[u8]) {
        self.input.as_ref().unwrap().send([line, b"\n"].concat()).expect("the session has ended");
    }

    /// All lines that answer what was sent so far, up to a `readyok`.
    pub fn settled(&self) -> Vec<String> {
        self.send("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// All lines up to the first one that begins so.
    pub fn until(&self, beginning: &str) -> Vec<String> {
        self.output.until(&format!("begins with {beginning:?}"), |line| line.starts_with(beginning))
    }

    /// Sends the line, then `isready`; gives all lines before `readyok`.
    pub fn answers(&self, line: &str) -> Vec<String> {
        self.send(line);
        self.settled()
    }

    /// Sends the line and gives all lines up to the best move.
    pub fn search(&self, line: &str) -> Vec<String> {
        self.send(line);
        self.until("bestmove")
    }

    /// Ends the input and gives all lines that were still written.
    pub fn end(mut self) -> Vec<String> {
        self.input = None;
        let session = self.session.take().unwrap();
        let rest = self.output.0.iter().collect();
        session.join().expect("the session panicked").expect("the session failed");
        rest
    }
}

struct ChannelInput {
    lines: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Read for ChannelInput {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        if self.rest.is_empty() {
            self.rest = self.lines.recv().unwrap_or_default();
        }
        let length = self.rest.len().min(buffer.len());
        buffer[..length].copy_from_slice(&self.rest[..length]);
        self.rest.drain(..length);
        Ok(length)
    }
}

struct ChannelOutput {
    lines: Sender<String>,
}

impl Write for ChannelOutput {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        let line = String::from_utf8(bytes.to_vec()).expect("the session writes UTF-8");
        assert!(line.ends_with('\n') && line.matches('\n').count() == 1, "not one line: {line:?}");
        // The test may have stopped listening.
        let _ = self.lines.send(line.trim_end().to_owned());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}
