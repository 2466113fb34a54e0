//! What should never happen: a panic in the middle of a search, or an output that has lost its reader.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use lucena::board::Game;
use lucena::engine::{Engine, Notice, Report};
use lucena::search::{Limits, LineReport};
use lucena::uci::SingleGoError;
use parking_lot::Mutex;

use crate::support::{analyse_with, depth, engine, game, gather};
use crate::user_folders;

const ENDING: &str = "8/5pk1/6p1/8/1R6/4K1P1/5P2/1r6 w - - 3 9";

/// Searches with a receiver of reports that panics at a line, as a fault in the search itself would.
fn search_that_panics(
    engine: &mut Engine,
    game: &Game,
    limits: Limits,
    panics: fn(&LineReport) -> bool,
) -> Vec<Report> {
    let reports = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&reports);
    engine.set_game(game.clone());
    engine.go(
        limits,
        Arc::new(move |report: Report| {
            assert!(!matches!(&report, Report::Line(line) if panics(line)), "forced by the test");
            sink.lock().push(report);
        }),
    );
    engine.wait();
    std::mem::take(&mut reports.lock())
}

#[test]
fn a_panic_in_a_search_is_reported_and_a_legal_move_is_given_and_the_next_search_works() {
    let game = game(ENDING);
    for threads in [1, 2] {
        let mut engine = engine(|options| options.threads = threads);
        for first_depth in [|line: &LineReport| line.depth == 1, |line: &LineReport| line.depth >= 6] {
            let reports = search_that_panics(&mut engine, &game, depth(12), first_depth);
            assert!(engine.has_failed());
            assert!(reports.iter().any(|report| matches!(report, Report::Notice(Notice::SearchFailed))));
            let best = gather(reports.into_iter()).best;
            assert!(best.is_some_and(|best| game.board().legal_moves().contains(&best)), "{best:?}");
            assert_eq!(analyse_with(&mut engine, &game, depth(8)).last().depth, 8);
        }
    }
}

#[test]
fn after_a_panic_the_last_reported_move_is_played() {
    let game = game(ENDING);
    let mut engine = engine(|_| {});
    let told = analyse_with(&mut engine, &game, depth(8));
    let told = told.lines.into_iter().rfind(|line| line.depth == 8).unwrap();
    engine.forget();
    let reports = search_that_panics(&mut engine, &game, depth(12), |line| line.depth == 9);
    assert_eq!(gather(reports.into_iter()).best, told.line.first().copied());
}

/// An output that panics at its first line, as a fault in the search itself would.
struct Panicking {
    has_panicked: bool,
}

impl Write for Panicking {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        assert!(std::mem::replace(&mut self.has_panicked, true), "forced by the test");
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_search_of_the_command_line_that_panics_has_failed() {
    let output = Arc::new(Mutex::new(Panicking { has_panicked: false }));
    let words = ["depth", "5"].map(str::to_owned);
    let outcome = lucena::uci::run_single_go(&words, None, &mut engine(|_| {}), output);
    assert!(matches!(outcome, Err(SingleGoError::Failed(_))), "{outcome:?}");
}

/// An output that counts lines and breaks after some.
struct Breaking {
    lines: Arc<AtomicUsize>,
    most: usize,
}

impl Write for Breaking {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        if self.lines.fetch_add(1, Ordering::Relaxed) < self.most {
            Ok(bytes.len())
        } else {
            Err(std::io::ErrorKind::BrokenPipe.into())
        }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_search_that_nobody_reads_ends() {
    let lines = Arc::new(AtomicUsize::new(0));
    let output = Arc::new(Mutex::new(Breaking { lines: Arc::clone(&lines), most: 2 }));
    let words = ["infinite".to_owned()];
    let board = game(ENDING).board().clone();
    lucena::uci::run_single_go(&words, Some(board), &mut engine(|_| {}), output).unwrap();
    assert!(lines.load(Ordering::Relaxed) > 2);
}

#[test]
fn a_program_that_nobody_reads_ends_though_its_input_stays_open() {
    for end in ["go infinite", "go ponder wtime 1000 btime 1000", "go perft 6"] {
        let home = tempfile::tempdir().unwrap();
        let mut child =
            user_folders::program(home.path()).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        writeln!(input, "{end}").unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut String::new()).unwrap();
        drop(output);
        assert!(ends(&mut child), "{end}");
        drop(input);
    }
}

fn ends(child: &mut std::process::Child) -> bool {
    for _ in 0..600 {
        if child.try_wait().unwrap().is_some() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    let _ = child.kill();
    false
}

#[test]
fn an_infinite_search_of_the_command_line_answers_where_the_game_is_over() {
    for fen in ["8/8/8/8/8/5k2/5q2/5K2 w - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"] {
        let home = tempfile::tempdir().unwrap();
        let mut child = user_folders::program(home.path())
            .args(["go", "infinite", "--fen", fen])
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        assert!(ends(&mut child), "{fen}");
    }
}
