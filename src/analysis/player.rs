//! Runs searches of a few dozen nodes, one after the other, on the calling thread: starting another would cost too much.

use std::cell::Cell;

use parking_lot::Mutex;
use shakmaty::Move;

use crate::board::{Board, Game};
use crate::config::Config;
use crate::engine::{DirectEngine, LastScore, Question, SearchSettings};
use crate::score::Score;
use crate::search::{Bound, Control, Limits, Report, SpareHash, SyzygySettings, TableError};

/// The transposition table in MiB: a few dozen nodes need no more.
const HASH_MIB: usize = 1;

/// Plays with a few nodes per move.
pub struct Player {
    engine: DirectEngine,
    settings: SearchSettings,
}

/// The result of a search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Found {
    /// The move to play; `None` if there is no legal one.
    pub best: Option<Move>,
    /// The last exact score, else the last bound; `None` if the search reported neither.
    pub score: Option<Score>,
}

impl Player {
    /// Makes a player with the configuration's search parameters and the built-in evaluation and tables.
    ///
    /// # Errors
    /// If the transposition table does not fit into memory.
    pub fn new(config: &Config) -> Result<Player, TableError> {
        let engine = DirectEngine::built_in(config.search.clone(), HASH_MIB)?;
        Ok(Player { engine, settings: SearchSettings::at_full_strength(1, SyzygySettings::default()) })
    }

    /// Forgets earlier searches, so that a game depends only on its number.
    pub fn forget(&mut self) {
        self.engine.forget(SpareHash::default());
    }

    /// Searches a game's position and uses what earlier searches found.
    pub fn search(&mut self, game: &Game, limits: &Limits) -> Found {
        let last = Mutex::new(LastScore::default());
        let collect = |report: Report| {
            if let Report::Line(line) = report {
                last.lock().take(line.score, line.bound == Bound::Exact);
            }
        };
        let best = Cell::new(None);
        let control = Control::new(false);
        let question = Question {
            game,
            limits,
            settings: &self.settings,
            control: &control,
            solved: None,
            sink: &collect,
        };
        self.engine.answer(&question, &|found| best.set(found.best));
        Found { best: best.get(), score: last.into_inner().score() }
    }

    /// Returns the value of a position for the side to move, in centipawns; `None` if the game is over or decided.
    pub fn value(&mut self, board: &Board, nodes: u64) -> Option<i32> {
        let score = self.search(&Game::new(board.clone()), &nodes_each(nodes)).score?;
        (!score.is_decisive()).then_some(score.value())
    }
}

/// Returns the limits of a search of this many nodes.
#[must_use]
pub fn nodes_each(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}
