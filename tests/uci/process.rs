//! Runs the binary as its own process with empty caches: sends lines to it and waits for answers.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::channel;

use crate::user_folders;
use crate::written::Written;

/// A running engine.
pub struct Process {
    child: Child,
    input: ChildStdin,
    output: Written,
    _home: tempfile::TempDir,
}

impl Process {
    /// Starts an engine with these lines in section `[advice]` of its engine.toml.
    pub fn start(advice: &str) -> Process {
        let home = tempfile::tempdir().unwrap();
        let config = home.path().join("engine.toml");
        std::fs::write(&config, format!("[advice]\n{advice}\n")).unwrap();
        let mut child = user_folders::program(home.path())
            .arg("--config")
            .arg(config)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let (sender, output) = channel();
        std::thread::spawn(move || lines.map_while(Result::ok).try_for_each(|line| sender.send(line)));
        let input = child.stdin.take().unwrap();
        let mut engine = Process { child, input, output: Written(output), _home: home };
        engine.answers("uci", "uciok");
        engine.answers("isready", "readyok");
        engine
    }

    /// Sends one line.
    pub fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("the engine has ended");
    }

    /// All lines up to the first one that has this in it.
    pub fn until(&mut self, part: &str) -> Vec<String> {
        self.output.until(&format!("has {part:?}"), |line| line.contains(part))
    }

    /// Sends a line and gives all lines up to the one that has this in it.
    pub fn answers(&mut self, line: &str, part: &str) -> Vec<String> {
        self.send(line);
        self.until(part)
    }

    /// Sends the line and gives all lines up to the best move.
    pub fn search(&mut self, line: &str) -> Vec<String> {
        self.answers(line, "bestmove ")
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = writeln!(self.input, "quit");
        let _ = self.child.wait();
    }
}
