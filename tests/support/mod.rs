//! Shared by the tests: runs searches and gathers what they report.
#![allow(dead_code, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::sync::{Arc, OnceLock};

use lucena::board::{Board, Game};
use lucena::config::Config;
use lucena::engine::{AdviceMode, AdviceSettings, Configuration, Engine, Options, Report, TableSettings};
use lucena::search::{Limits, LineReport};
use parking_lot::Mutex;
use shakmaty::Move;
use shakmaty::san::San;

/// All reports of one search.
pub struct Analysis {
    pub lines: Vec<LineReport>,
    pub best: Option<Move>,
    pub ponder: Option<Move>,
}

impl Analysis {
    pub fn last(&self) -> &LineReport {
        self.lines.iter().rfind(|line| line.multi_pv == 1).expect("a scored line before every best move")
    }
}

pub fn game(fen: &str) -> Game {
    Game::new(Board::from_fen(fen, false).unwrap_or_else(|error| panic!("{error}")))
}

/// The built-in configuration without anything that was built or kept before: what a test finds must not depend on it.
pub fn configuration() -> Configuration {
    static CONFIGURATION: OnceLock<Configuration> = OnceLock::new();
    let make = || {
        let built_in = Config::built_in().engine();
        let options = Options { table_cache: false, ..built_in.options };
        let tables = TableSettings { build: false, ..built_in.tables };
        let advice = AdviceSettings { cache: false, ..built_in.advice };
        Configuration { options, tables, advice, ..built_in }
    };
    CONFIGURATION.get_or_init(make).clone()
}

/// An engine for tests about the search, with changed options.
pub fn engine(change: impl FnOnce(&mut Options)) -> Engine {
    let mut configuration = configuration();
    configuration.options.advice = AdviceMode::Off;
    change(&mut configuration.options);
    Engine::new(configuration).unwrap()
}

/// Searches to the end on an engine; the limits must have one.
pub fn analyse_with(engine: &mut Engine, game: &Game, limits: Limits) -> Analysis {
    let reports = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&reports);
    engine.set_game(game.clone());
    engine.go(limits, Arc::new(move |report: Report| sink.lock().push(report)));
    engine.wait();
    gather(reports.lock().drain(..))
}

pub fn analyse(game: &Game, limits: Limits) -> Analysis {
    analyse_with(&mut engine(|_| {}), game, limits)
}

pub fn gather(reports: impl Iterator<Item = Report>) -> Analysis {
    let mut analysis = Analysis { lines: Vec::new(), best: None, ponder: None };
    let mut answers = 0;
    for report in reports {
        match report {
            Report::Line(line) => {
                assert_eq!(answers, 0, "nothing is told after the best move");
                analysis.lines.push(line);
            }
            Report::BestMove { best, ponder, .. } => {
                answers += 1;
                analysis.best = best;
                analysis.ponder = ponder;
            }
            Report::CurrentMove(_) | Report::Notice(_) => {}
        }
    }
    assert_eq!(answers, 1, "every search gives one best move");
    analysis
}

pub fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

pub fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// The rows of a data file: its lines without comments and blanks.
pub fn rows(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// A row of the mates' files, `FEN dm MOVES;`: the game, and the moves to the mate (negative: the side to move is mated).
pub fn mate_row(text: &str) -> (Game, i32) {
    let (fen, moves) = text.split_once(" dm ").unwrap();
    (game(fen), moves.trim_end_matches(';').parse().unwrap())
}

/// A row of the data files: the game, the moves that are right, and its name.
pub fn row(text: &str) -> (Game, Vec<String>, String) {
    let mut words = text.split_whitespace();
    let placement: Vec<&str> = words.by_ref().take(4).collect();
    let rest = words.collect::<Vec<_>>().join(" ");
    let operation = |name: &str| {
        rest.split(';')
            .map(str::trim)
            .find_map(|part| part.strip_prefix(name))
            .unwrap_or_default()
            .trim()
            .to_owned()
    };
    let clock = operation("hmvc");
    let clock = if clock.is_empty() { "0" } else { &clock };
    let game = game(&format!("{} {clock} 90", placement.join(" ")));
    (game, operation("bm").split(' ').map(str::to_owned).collect(), operation("id"))
}

pub fn best_in_words(game: &Game, analysis: &Analysis) -> String {
    San::from_move(game.board().position(), analysis.best.unwrap()).to_string()
}

/// Plays the positions of an EPD file, each to so many nodes; answers how many there were.
pub fn check_rows(text: &str, most: u64) -> usize {
    let mut count = 0;
    for text in rows(text) {
        let (game, right, name) = row(text);
        let analysis = analyse(&game, nodes(most));
        // A right move gives check or mates, perhaps: only its letters and squares are compared.
        let played = best_in_words(&game, &analysis);
        let is_right = right.iter().any(|right| right.trim_end_matches(['+', '#']) == played);
        assert!(is_right, "{name}: {played} is not one of {right:?} in {}", game.board().fen());
        count += 1;
    }
    count
}
