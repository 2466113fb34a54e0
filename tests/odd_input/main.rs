//! Odd input: thousands of generated and mutated protocol lines must neither end, hang nor swell a session.
//!
//! `LUCENA_ODD_LINES=1000000 cargo test --release --test odd_input -- --nocapture` makes a long run of it, and
//! `LUCENA_ODD_SEED` another one.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod lines;
#[path = "../uci/support.rs"]
mod support;

use std::io::{BufRead, Read, Result, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use lucena::uci::{Command, normalise, read_line};
use parking_lot::Mutex;

use lines::LineSource;

const LINES: usize = 20_000;
const LINES_A_SESSION: usize = 1_000;
/// Longer lines are not read.
const LONGEST_LINE: usize = 1 << 20;
/// A session that takes longer hangs.
const PATIENCE: Duration = Duration::from_secs(120);
const LONGEST_ANSWER: usize = 10_000;
/// `uci` and perft answer with a few dozen lines.
const MOST_ANSWERS_A_LINE: usize = 40;
const MOST_GROWTH: usize = 48 << 20;

/// What was sent to a session and what it answered.
#[derive(Default)]
struct Tally {
    lines: AtomicUsize,
    ready_asked: AtomicUsize,
    ready_answered: AtomicUsize,
    searches_asked: AtomicUsize,
    searches_answered: AtomicUsize,
    answers: AtomicUsize,
    scores_since_answer: AtomicUsize,
}

fn increase(count: &AtomicUsize) {
    count.fetch_add(1, Ordering::Relaxed);
}

fn value(count: &AtomicUsize) -> usize {
    count.load(Ordering::Relaxed)
}

type Lines = Box<dyn Iterator<Item = Vec<u8>> + Send>;

/// Gives lines as they are read, and notes what they ask for.
struct Feed {
    lines: Lines,
    buffer: Vec<u8>,
    read: usize,
    tally: Arc<Tally>,
    last: Arc<Mutex<Vec<u8>>>,
}

impl Feed {
    fn refill(&mut self) {
        let Some(line) = self.lines.next() else { return };
        self.read = 0;
        self.buffer = line;
        self.buffer.push(b'\n');
        self.last.lock().clone_from(&self.buffer);
        for line in self.buffer.split_inclusive(|byte| *byte == b'\n') {
            if self.note(line) {
                // Nothing behind quit is read.
                self.lines = Box::new(std::iter::empty());
                break;
            }
        }
    }

    /// Notes what a line asks for; true for `quit`.
    fn note(&self, line: &[u8]) -> bool {
        increase(&self.tally.lines);
        if line.len() > LONGEST_LINE {
            return false;
        }
        match read_line(&normalise(line)).command {
            Some(Command::IsReady) => increase(&self.tally.ready_asked),
            Some(Command::Go(arguments)) if arguments.perft.is_none() => increase(&self.tally.searches_asked),
            Some(Command::Quit) => return true,
            _ => {}
        }
        false
    }
}

impl Read for Feed {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        let available = self.fill_buf()?;
        let length = available.len().min(buffer.len());
        buffer[..length].copy_from_slice(&available[..length]);
        self.consume(length);
        Ok(length)
    }
}

impl BufRead for Feed {
    fn fill_buf(&mut self) -> Result<&[u8]> {
        if self.read == self.buffer.len() {
            self.refill();
        }
        Ok(&self.buffer[self.read..])
    }

    fn consume(&mut self, length: usize) {
        self.read += length;
    }
}

/// Counts answers and looks at each.
struct Answers(Arc<Tally>);

impl Write for Answers {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        let tally = &self.0;
        let line = String::from_utf8(bytes.to_vec()).expect("answers are UTF-8");
        assert!(line.ends_with('\n') && line.len() < LONGEST_ANSWER, "not a line: {line:?}");
        assert!(!line.trim_end_matches('\n').contains(char::is_control), "control characters: {line:?}");
        increase(&tally.answers);
        if line == "readyok\n" {
            increase(&tally.ready_answered);
        } else if line.starts_with("bestmove ") {
            increase(&tally.searches_answered);
            assert!(tally.scores_since_answer.swap(0, Ordering::Relaxed) > 0, "no score before {line}");
        } else if line.starts_with("info depth ") && line.contains(" score ") {
            increase(&tally.scores_since_answer);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}

/// Runs one session to its end and checks it; `name` is told where it fails.
fn run_session(name: &str, lines: Lines) -> Arc<Tally> {
    let tally = Arc::new(Tally::default());
    let last = Arc::new(Mutex::new(Vec::new()));
    let feed =
        Feed { lines, buffer: Vec::new(), read: 0, tally: Arc::clone(&tally), last: Arc::clone(&last) };
    let output = Arc::new(Mutex::new(Answers(Arc::clone(&tally))));
    let (finished, wait) = channel();
    let session = std::thread::spawn(move || {
        let outcome = lucena::uci::run(feed, output, support::engine(), &support::range_of, &[]);
        let _ = finished.send(());
        outcome
    });
    let ended = wait.recv_timeout(PATIENCE).is_ok() || session.is_finished();
    let last = || String::from_utf8_lossy(&last.lock()).into_owned();
    assert!(ended, "{name}: hangs after {:?}", last());
    assert!(matches!(session.join(), Ok(Ok(()))), "{name}: panicked or failed after {:?}", last());
    assert_eq!(value(&tally.ready_answered), value(&tally.ready_asked), "{name}: readyok");
    assert_eq!(value(&tally.searches_answered), value(&tally.searches_asked), "{name}: bestmove");
    let answers = value(&tally.answers);
    assert!(answers <= 200 + MOST_ANSWERS_A_LINE * value(&tally.lines), "{name}: {answers} answers");
    tally
}

fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// Resident memory in bytes, where the system tells it.
fn resident_memory() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix(" kB")?.parse::<usize>().ok().map(|kilobytes| kilobytes << 10)
}

#[test]
fn the_fixed_lines_never_break_a_session() {
    let fixed = LineSource::new(0).fixed().to_vec();
    let reads_on = |line: &Vec<u8>| read_line(&normalise(line)).command != Some(Command::Quit);
    let count = fixed.len();
    let lines = fixed.into_iter().filter(reads_on).flat_map(|line| [line, b"isready".to_vec()]);
    let tally = run_session("fixed lines", Box::new(lines));
    assert!(value(&tally.ready_answered) + 5 > count, "{count}");
}

#[test]
fn odd_lines_never_break_a_session() {
    let wanted = setting("LUCENA_ODD_LINES").map_or(LINES, |lines| lines as usize);
    let mut seed = setting("LUCENA_ODD_SEED").unwrap_or(1);
    let begin = Instant::now();
    let (mut lines, mut searches, mut ready, mut sessions) = (0, 0, 0, 0);
    let mut settled_memory = None;
    while lines < wanted {
        let mut source = LineSource::new(seed);
        let made = std::iter::repeat_with(move || source.line()).take(LINES_A_SESSION);
        let tally = run_session(&format!("seed {seed}"), Box::new(made));
        lines += value(&tally.lines);
        searches += value(&tally.searches_answered);
        ready += value(&tally.ready_answered);
        sessions += 1;
        seed += 1;
        if settled_memory.is_none() && lines > wanted / 4 {
            settled_memory = resident_memory();
        }
    }
    println!(
        "{lines} lines, {sessions} sessions, {searches} searches, {ready} readyok in {:.1} s; resident {:?} then {:?}",
        begin.elapsed().as_secs_f64(),
        settled_memory,
        resident_memory()
    );
    if let (Some(before), Some(after)) = (settled_memory, resident_memory()) {
        assert!(after < before + MOST_GROWTH, "memory grew from {before} to {after} bytes");
    }
}
