//! Whole conversations with the program: random commands at random moments, judged by the rules of the protocol. `reading`
//! says what a line means, `oracle` what may be answered.
//!
//! `LUCENA_CONVERSATIONS=10000 cargo test --release --test conversations -- --nocapture` holds many,
//! `LUCENA_CONVERSATION_SEED=7` begins with that seed (and with `LUCENA_CONVERSATIONS=1` holds that one alone), and
//! `LUCENA_CONVERSATION_PROGRAM=PATH` talks to another build, `LUCENA_CONVERSATION_FOLDER=FOLDER` names a folder with Syzygy
//! files that is set now and then, `LUCENA_CONVERSATION_SPEAKERS=N` holds this many at a time,
//! `LUCENA_CONVERSATION_PATIENCE_MS=2000` allows answers to be this late;
//! `LUCENA_CONVERSATION_REPLAY=FILE` repeats a written conversation at the same moments.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod info;
mod options;
mod oracle;
mod planted;
mod positions;
mod process;
mod reading;
mod replay;
mod scenes;
mod search;
mod standing;
mod talk;
#[path = "../support/user_folders.rs"]
mod user_folders;

use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

use fastrand::Rng;
use options::Announced;
use oracle::{Count, Slowest};
use process::Process;
use scenes::Speaker;
use talk::Talk;

/// Part of every run of the tests.
const SHORT_RUN: u64 = 80;
/// The engine may be so late: test machines are crowded.
const PATIENCE: Duration = Duration::from_secs(15);
/// So many faults are shown in full.
const MOST_SHOWN: usize = 12;

fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

fn patience() -> Duration {
    setting("LUCENA_CONVERSATION_PATIENCE_MS").map_or(PATIENCE, Duration::from_millis)
}

/// The options as the engine announces them.
fn announced() -> Announced {
    static LINES: OnceLock<Vec<String>> = OnceLock::new();
    let lines = LINES.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let mut process = Process::start(folder.path());
        process.write(b"uci\nquit\n").unwrap();
        process.lines.iter().map(|(_, line)| line).collect()
    });
    Announced::new(lines.iter().map(String::as_str))
}

/// What many conversations gave.
#[derive(Default)]
struct Report {
    held: usize,
    count: Count,
    slowest: Slowest,
    /// The seeds of the slowest answers.
    slow_seeds: [u64; 3],
    faults: BTreeMap<u64, (String, String)>,
}

impl Report {
    fn add(&mut self, seed: u64, talk: &Talk, outcome: Result<(), String>) {
        self.held += 1;
        let (count, slowest) = (talk.oracle.count, talk.oracle.slowest);
        self.count.sent += count.sent;
        self.count.searches += count.searches;
        self.count.scored_lines += count.scored_lines;
        self.count.ready += count.ready;
        let pairs = [
            (&mut self.slowest.ready, slowest.ready),
            (&mut self.slowest.stop, slowest.stop),
            (&mut self.slowest.limit, slowest.limit),
        ];
        for ((most, here), slow_seed) in pairs.into_iter().zip(&mut self.slow_seeds) {
            if here > *most {
                (*most, *slow_seed) = (here, seed);
            }
        }
        if let Err(fault) = outcome {
            if self.faults.len() < MOST_SHOWN {
                println!("seed {seed}: {fault}\n{}", talk.transcript());
            } else {
                println!("seed {seed}: {fault}");
            }
            self.faults.insert(seed, (fault, talk.transcript().to_owned()));
        }
    }
}

fn hold(seed: u64, folder: &Path) -> (Talk, Result<(), String>) {
    let announced = Rc::new(announced());
    let mut rng = Rng::with_seed(seed);
    let budget = rng.usize(2..50);
    let mut talk = Talk::new(folder, Rc::clone(&announced), patience(), budget);
    let outcome = Speaker { rng, talk: &mut talk, announced: &announced }.talk();
    (talk, outcome)
}

/// Holds so many conversations, several at a time.
fn hold_many(count: u64, first_seed: u64) -> Report {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let speakers = setting("LUCENA_CONVERSATION_SPEAKERS").map_or(2 * cores, |speakers| speakers as usize);
    let next = AtomicU64::new(first_seed);
    let report = Mutex::new(Report::default());
    std::thread::scope(|scope| {
        for _ in 0..speakers {
            scope.spawn(|| {
                let folder = tempfile::tempdir().unwrap();
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= first_seed + count {
                        return;
                    }
                    let (talk, outcome) = hold(seed, folder.path());
                    report.lock().unwrap().add(seed, &talk, outcome);
                }
            });
        }
    });
    report.into_inner().unwrap()
}

#[test]
fn no_conversation_breaks_the_protocol() {
    let count = setting("LUCENA_CONVERSATIONS").unwrap_or(SHORT_RUN);
    let seed = setting("LUCENA_CONVERSATION_SEED").unwrap_or(1);
    let begin = Instant::now();
    let Report { held, count, slowest, slow_seeds, faults } = hold_many(count, seed);
    println!(
        "{held} conversations in {:.0} s: {} lines sent, {} searches, {} scored lines, {} readyok; at most {} ms to \
         readyok, {} ms from stop to bestmove, {} ms beyond a limit in time (seeds {slow_seeds:?}); {} faults",
        begin.elapsed().as_secs_f64(),
        count.sent,
        count.searches,
        count.scored_lines,
        count.ready,
        slowest.ready.as_millis(),
        slowest.stop.as_millis(),
        slowest.limit.as_millis(),
        faults.len()
    );
    let list: Vec<String> = faults.iter().map(|(seed, (fault, _))| format!("seed {seed}: {fault}")).collect();
    assert!(list.is_empty(), "\n{}", list.join("\n"));
}

#[test]
fn a_conversation_that_was_written_down_is_said_again() {
    let Ok(file) = std::env::var("LUCENA_CONVERSATION_REPLAY") else { return };
    let folder = tempfile::tempdir().unwrap();
    let text = std::fs::read_to_string(file).unwrap();
    let mut talk = Talk::new(folder.path(), Rc::new(announced()), patience(), usize::MAX);
    let outcome = replay::say_again(&text, &mut talk);
    println!("{}", talk.transcript());
    outcome.unwrap();
}
