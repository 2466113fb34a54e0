//! The fast search against the textbook: without its bets it must find minimax's value, to the centipawn.

use crate::support::{game, rows};
use lucena::board::Game;
use lucena::config::Config;
use lucena::evaluation::Parameters;
use lucena::score::Score;
use lucena::search::reference::{ChessGame, Count, f2, minimax};
use lucena::search::{
    Control, Exhaustive, ExhaustiveWithTable, Limits, Report, ReportSink, Rules, SpareHash, Task, ThreadPool,
};
use parking_lot::Mutex;

const ENDINGS: &str = include_str!("../data/many_endings.epd");

/// The value that the engine's own search, with the given rules, reports at a depth.
fn engine_value<R: Rules>(start: &Game, depth: u32) -> Score {
    let mut pool: ThreadPool<R> = ThreadPool::new(Config::built_in().search, &Parameters::built_in());
    pool.resize(4, 1, SpareHash::default()).unwrap();
    let value = Mutex::new(None);
    let sink = |report: Report| {
        if let Report::Line(line) = report {
            *value.lock() = Some(line.score);
        }
    };
    let sink: &(dyn ReportSink + '_) = &sink;
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let task = Task::new(start, &limits);
    pool.search(task, &Control::new(false), sink, |finished| finished.report_lines());
    value.into_inner().expect("a scored line")
}

fn minimax_value(start: &Game, depth: u32) -> i32 {
    let mut reference = ChessGame::new(start, Parameters::built_in());
    minimax(&mut reference, depth, &mut Count::default()).unwrap()
}

fn alpha_beta_value(start: &Game, depth: u32) -> i32 {
    let mut reference = ChessGame::new(start, Parameters::built_in());
    let window = (-Score::INFINITE.value(), Score::INFINITE.value());
    f2(&mut reference, depth, window, &mut Count::default()).unwrap()
}

#[test]
fn without_its_bets_the_search_equals_minimax_on_two_hundred_endings() {
    let mut compared = 0;
    for fen in rows(ENDINGS) {
        let start = game(fen);
        assert_eq!(engine_value::<Exhaustive>(&start, 3).value(), minimax_value(&start, 3), "{fen}");
        compared += 1;
    }
    assert!(compared >= 200);
}

#[test]
fn deeper_down_it_equals_alpha_beta_which_equals_minimax() {
    for fen in rows(ENDINGS).step_by(4) {
        let start = game(fen);
        assert_eq!(engine_value::<Exhaustive>(&start, 5).value(), alpha_beta_value(&start, 5), "{fen}");
    }
}

/// The table may answer with the value of a deeper search, or of the same position reached by a path with other
/// repetitions behind it. At three plies from a quiet clock neither happens, and the values are the same.
#[test]
fn with_the_table_the_values_are_the_same() {
    for fen in rows(ENDINGS) {
        let start = game(fen);
        assert_eq!(engine_value::<ExhaustiveWithTable>(&start, 3).value(), minimax_value(&start, 3), "{fen}");
    }
}
