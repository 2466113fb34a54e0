//! Holds one conversation: lines go to the engine, its lines go to the oracle, and all of it is written down.

use std::fmt::Write;
use std::path::Path;
use std::rc::Rc;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use crate::options::Announced;
use crate::oracle::Oracle;
use crate::process::Process;

/// Why a conversation goes no further.
#[derive(Debug)]
pub enum Halt {
    /// A rule was broken.
    Fault(String),
    /// As many lines have been sent as there were to be.
    Enough,
}

/// Between two looks at what is overdue.
const BETWEEN_LOOKS: Duration = Duration::from_millis(100);

/// A conversation.
pub struct Talk {
    process: Process,
    pub oracle: Oracle,
    patience: Duration,
    begin: Instant,
    transcript: String,
    /// So many lines may still be sent.
    budget: usize,
    /// The engine's answer to the last `go`.
    pub last_answer: Option<String>,
}

impl Talk {
    /// Begins a conversation of at most so many lines.
    pub fn new(folder: &Path, announced: Rc<Announced>, patience: Duration, budget: usize) -> Talk {
        Talk {
            process: Process::start(folder),
            oracle: Oracle::new(announced, patience),
            patience,
            begin: Instant::now(),
            transcript: String::new(),
            budget,
            last_answer: None,
        }
    }

    /// All that was said, with the times in ms. A replay reads it.
    pub fn transcript(&self) -> &str {
        &self.transcript
    }

    fn note(&mut self, now: Instant, mark: char, line: &str) {
        let milliseconds = now.saturating_duration_since(self.begin).as_secs_f64() * 1000.0;
        let _ = writeln!(self.transcript, "{milliseconds:9.1} {mark} {line}");
    }

    /// Sends one line.
    pub fn send(&mut self, line: &str) -> Result<(), Halt> {
        self.send_together(&[line])
    }

    /// Sends lines in one piece: the engine gets them in the same instant.
    pub fn send_together<S: AsRef<str>>(&mut self, lines: &[S]) -> Result<(), Halt> {
        self.listen(Duration::ZERO)?;
        let lines = &lines[..lines.len().min(self.budget)];
        self.budget -= lines.len();
        self.say(lines, "\n")?;
        if self.budget == 0 { Err(Halt::Enough) } else { Ok(()) }
    }

    /// What is sent however many lines were sent before.
    fn say<S: AsRef<str>>(&mut self, lines: &[S], end: &str) -> Result<(), Halt> {
        let mut text = String::new();
        let now = Instant::now();
        for line in lines {
            self.note(now, '>', line.as_ref());
            self.oracle.sent(line.as_ref(), now);
            text += line.as_ref();
            text += end;
        }
        self.process.write(text.as_bytes()).map_err(|error| self.gone(&error.to_string()))
    }

    fn gone(&mut self, how: &str) -> Halt {
        let status = self.process.wait(self.patience);
        let errors = self.process.errors();
        Halt::Fault(format!("the program has gone ({how}, {status:?}): {errors}"))
    }

    /// Takes what the engine says for so long.
    pub fn listen(&mut self, time: Duration) -> Result<(), Halt> {
        let end = Instant::now() + time;
        self.listen_until(|_| false, Some(end)).map(drop)
    }

    /// Takes what the engine says until the oracle is content with it, or until the end. Answers whether it is.
    fn listen_until(
        &mut self,
        content: impl Fn(&Oracle) -> bool,
        end: Option<Instant>,
    ) -> Result<bool, Halt> {
        loop {
            if content(&self.oracle) {
                return Ok(true);
            }
            let now = Instant::now();
            let left = end.map_or(BETWEEN_LOOKS, |end| end.saturating_duration_since(now).min(BETWEEN_LOOKS));
            match self.process.lines.recv_timeout(left) {
                Ok((when, line)) => self.hear(when, &line)?,
                Err(RecvTimeoutError::Timeout) => {
                    // What has come is in the channel: only then can something be missing.
                    self.oracle.overdue(now).map_err(Halt::Fault)?;
                    if end.is_some_and(|end| now >= end) {
                        return Ok(false);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.gone("its output ended")),
            }
        }
    }

    fn hear(&mut self, when: Instant, line: &str) -> Result<(), Halt> {
        self.note(when, '<', line);
        if let Some(answer) = line.strip_prefix("bestmove ") {
            self.last_answer = answer.split(' ').next().map(str::to_owned);
        }
        self.oracle.received(line, when).map_err(|fault| Halt::Fault(format!("{fault}: {line}")))
    }

    /// Waits until every `go` is answered, which must not need a `stop` any more.
    pub fn until_answered(&mut self) -> Result<(), Halt> {
        self.note(Instant::now(), '=', "bestmove");
        self.listen_until(|oracle| !oracle.is_busy(), None).map(drop)
    }

    /// Waits until every question is answered.
    pub fn until_ready(&mut self) -> Result<(), Halt> {
        self.note(Instant::now(), '=', "readyok");
        self.listen_until(Oracle::has_all_answers, None).map(drop)
    }

    /// Ends the program by `quit` or, without, by the end of the input, perhaps in the middle of a line.
    pub fn end(&mut self, last: Option<&str>, quit: bool) -> Result<(), Halt> {
        self.listen(Duration::ZERO)?;
        if let Some(last) = last {
            self.say(&[last], "")?;
        }
        if quit {
            self.say(&["quit"], "\n")?;
        } else {
            self.note(Instant::now(), '=', "end of input");
            self.oracle.input_ends(Instant::now());
            self.process.close_input();
        }
        self.rest()?;
        self.oracle.concluded().map_err(Halt::Fault)?;
        self.check_exit()
    }

    /// What is still said until the output ends.
    fn rest(&mut self) -> Result<(), Halt> {
        let end = Instant::now() + self.patience;
        loop {
            match self.process.lines.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok((when, line)) => self.hear(when, &line)?,
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
                Err(RecvTimeoutError::Timeout) => {
                    return Err(Halt::Fault(format!("the program does not end within {:?}", self.patience)));
                }
            }
        }
    }

    fn check_exit(&mut self) -> Result<(), Halt> {
        let Some(status) = self.process.wait(self.patience) else {
            return Err(Halt::Fault(format!("the program does not end within {:?}", self.patience)));
        };
        let errors = self.process.errors();
        if status.success() && errors.is_empty() {
            Ok(())
        } else {
            Err(Halt::Fault(format!("the program ended with {status}: {errors}")))
        }
    }

    /// Nobody reads any more: the program has to end when it finds out, at its next lines.
    pub fn end_by_closed_output(&mut self) -> Result<(), Halt> {
        self.note(Instant::now(), '=', "closed output");
        self.process.close_output();
        let end = Instant::now() + self.patience;
        while self.process.exit_status().is_none() && Instant::now() < end {
            // Where the program has ended meanwhile, that fails.
            let _ = self.process.write(b"isready\n");
            std::thread::sleep(Duration::from_millis(5));
        }
        self.check_exit()
    }
}
