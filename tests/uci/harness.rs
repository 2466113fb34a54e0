//! Runs one session in this process on given lines and checks what it answers. Shared by the odd-input test
//! and the fuzz target.

use std::io::{BufRead, Read, Result, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use lucena::uci::{Command, normalise, read_line};
use parking_lot::Mutex;

use crate::small_engine;

/// Longer lines are not read.
const LONGEST_LINE: usize = 1 << 20;
/// A session that reads no line and ends not for this long hangs.
const PATIENCE: Duration = Duration::from_secs(60);
const LONGEST_ANSWER: usize = 10_000;
/// `uci` and perft answer with a few dozen lines.
const MOST_ANSWERS_A_LINE: usize = 40;
/// Every depth may show four lines, each with a bound first.
const MOST_ANSWERS_A_SEARCH: usize = 2_000;

/// What was sent to a session and what it answered.
#[derive(Default)]
pub struct Tally {
    pub lines: AtomicUsize,
    ready_asked: AtomicUsize,
    pub ready_answered: AtomicUsize,
    searches_asked: AtomicUsize,
    pub searches_answered: AtomicUsize,
    answers: AtomicUsize,
    /// Scores, and reasons why there can be none.
    scores_since_answer: AtomicUsize,
}

fn increase(count: &AtomicUsize) {
    count.fetch_add(1, Ordering::Relaxed);
}

impl Tally {
    /// A count's value.
    pub fn value(count: &AtomicUsize) -> usize {
        count.load(Ordering::Relaxed)
    }
}

/// What a line is read as; a line may hold line ends, and none of its parts may be too long.
fn commands(line: &[u8]) -> impl Iterator<Item = Command> {
    line.split_inclusive(|byte| *byte == b'\n')
        .filter(|part| part.len() <= LONGEST_LINE)
        .filter_map(|part| read_line(&normalise(part)).command)
}

/// Whether there is a `quit` in the line.
#[allow(dead_code, reason = "the fuzz target lets sessions end")]
pub fn ends_the_session(line: &[u8]) -> bool {
    commands(line).any(|command| command == Command::Quit)
}

/// Lines to send, without their ends.
pub type Lines = Box<dyn Iterator<Item = Vec<u8>> + Send>;

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
        increase(&self.tally.lines);
        for command in commands(&self.buffer) {
            match command {
                Command::IsReady => increase(&self.tally.ready_asked),
                Command::Go(arguments) if arguments.perft.is_none() => increase(&self.tally.searches_asked),
                Command::Quit => {
                    // Nothing behind it is read.
                    self.lines = Box::new(std::iter::empty());
                    break;
                }
                _ => {}
            }
        }
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
        } else if line.starts_with("info depth ") && line.contains(" score ")
            || line.starts_with("info string there is no position")
        {
            increase(&tally.scores_since_answer);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}

/// Runs one session to its end and checks it; `name` is told where it fails.
pub fn run_session(name: &str, lines: Lines) -> Arc<Tally> {
    let tally = Arc::new(Tally::default());
    let last = Arc::new(Mutex::new(Vec::new()));
    let feed =
        Feed { lines, buffer: Vec::new(), read: 0, tally: Arc::clone(&tally), last: Arc::clone(&last) };
    let output = Arc::new(Mutex::new(Answers(Arc::clone(&tally))));
    let (finished, wait) = channel::<()>();
    let session = std::thread::spawn(move || {
        let _dropped_at_the_end = finished;
        lucena::uci::run(feed, output, small_engine::engine(), small_engine::options(), &[])
    });
    let mut lines_seen = usize::MAX;
    // Nothing comes over the channel but the session's end, be it by a panic.
    while wait.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
        let seen = Tally::value(&tally.lines);
        assert!(seen != lines_seen, "{name}: hangs after {:?}", String::from_utf8_lossy(&last.lock()));
        lines_seen = seen;
    }
    let last = || String::from_utf8_lossy(&last.lock()).into_owned();
    assert!(matches!(session.join(), Ok(Ok(()))), "{name}: panicked or failed after {:?}", last());
    assert_eq!(Tally::value(&tally.ready_answered), Tally::value(&tally.ready_asked), "{name}: readyok");
    assert_eq!(
        Tally::value(&tally.searches_answered),
        Tally::value(&tally.searches_asked),
        "{name}: bestmove"
    );
    let answers = Tally::value(&tally.answers);
    let most = MOST_ANSWERS_A_LINE * (5 + Tally::value(&tally.lines))
        + MOST_ANSWERS_A_SEARCH * Tally::value(&tally.searches_asked);
    assert!(answers <= most, "{name}: {answers} answers");
    tally
}
