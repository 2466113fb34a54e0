//! Runs the engine as its own process: its pipes, and the time of each of its lines.

use std::io::{BufRead, BufReader, Read, Result, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::user_folders;

/// A running engine.
pub struct Process {
    child: Child,
    input: Option<ChildStdin>,
    /// Lines without their ends. The channel is closed at the end of the output.
    pub lines: Receiver<(Instant, String)>,
    listens: Arc<AtomicBool>,
    errors: Option<JoinHandle<String>>,
}

impl Process {
    /// Starts the engine; whatever it keeps on disk comes into the folder.
    pub fn start(folder: &Path) -> Process {
        let program = std::env::var_os("LUCENA_CONVERSATION_PROGRAM");
        let mut command = Command::new(program.unwrap_or(env!("CARGO_BIN_EXE_lucena").into()));
        command.envs(user_folders::at(folder));
        let pipes =
            command.current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = pipes.spawn().unwrap();
        let (output, mut errors) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
        let listens = Arc::new(AtomicBool::new(true));
        let (sender, lines) = channel();
        let still_listens = Arc::clone(&listens);
        std::thread::spawn(move || read(BufReader::new(output), &sender, &still_listens));
        let errors = std::thread::spawn(move || {
            let mut bytes = Vec::new();
            errors.read_to_end(&mut bytes).unwrap();
            String::from_utf8_lossy(&bytes).into_owned()
        });
        Process { input: child.stdin.take(), child, lines, listens, errors: Some(errors) }
    }

    /// Sends bytes as one piece.
    pub fn write(&mut self, bytes: &[u8]) -> Result<()> {
        let Some(input) = &mut self.input else { return Ok(()) };
        input.write_all(bytes)?;
        input.flush()
    }

    /// Ends the input.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Nobody reads the output from the next line on.
    pub fn close_output(&self) {
        self.listens.store(false, Ordering::Relaxed);
    }

    /// How the engine ended, if it has.
    pub fn exit_status(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().unwrap()
    }

    /// How the engine ended, if it does within this time.
    pub fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let begin = Instant::now();
        loop {
            let status = self.exit_status();
            if status.is_some() || begin.elapsed() > patience {
                return status;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// What the engine, which has ended, wrote as errors.
    pub fn errors(&mut self) -> String {
        self.errors.take().map(|errors| errors.join().unwrap()).unwrap_or_default()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read(output: impl BufRead, lines: &Sender<(Instant, String)>, listens: &AtomicBool) {
    for line in output.split(b'\n') {
        let text = line.map(String::from_utf8);
        let line = match text {
            Ok(Ok(line)) => line,
            Ok(Err(_)) => "(bytes that are no text)".to_owned(),
            Err(_) => return,
        };
        let is_heard = lines.send((Instant::now(), line)).is_ok();
        if !is_heard || !listens.load(Ordering::Relaxed) {
            return;
        }
    }
}
