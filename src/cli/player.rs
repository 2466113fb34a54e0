//! Searches of some dozen nodes, one after the other, on the thread that asks: a thread of their own costs too much.

use std::cell::Cell;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use shakmaty::Move;

use super::CommandError;
use super::told::Told;
use crate::board::{Board, Game};
use crate::config::Config;
use crate::engine::{DirectEngine, Question, SearchSettings};
use crate::evaluation::Parameters;
use crate::score::Score;
use crate::search::{Bound, Control, Limits, Report, SpareHash, SyzygySettings};
use crate::tablebase::{DtmTables, EmbeddedTables};

/// The table in MiB: some dozen nodes a move need no more.
const HASH_MIB: usize = 1;

/// Plays with few nodes a move.
pub(super) struct Player {
    engine: DirectEngine,
    settings: SearchSettings,
}

/// What a search found.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Found {
    /// The move to play; nothing where there is none.
    pub best: Option<Move>,
    /// The last exact value, else the last bound; nothing where the search told none.
    pub score: Option<Score>,
}

impl Player {
    /// A player with the configuration's search parameters and the built-in evaluation and tables.
    ///
    /// # Errors
    /// Where there is no memory for the table.
    pub fn new(config: &Config) -> Result<Player, CommandError> {
        let tables = Arc::<DtmTables>::default();
        let embedded = Arc::clone(EmbeddedTables::built_in());
        let mut engine = DirectEngine::new(config.search.clone(), &Parameters::built_in(), embedded, tables);
        engine
            .resize(HASH_MIB, 1, SpareHash::default())
            .map_err(|error| CommandError::Failed(error.to_string()))?;
        let settings = SearchSettings {
            multi_pv: 1,
            move_overhead: Duration::ZERO,
            probe_tables: true,
            syzygy: SyzygySettings::default(),
            elo: None,
        };
        Ok(Player { engine, settings })
    }

    /// Forgets what earlier searches found: a game depends on its number alone.
    pub fn forget(&mut self) {
        self.engine.forget(SpareHash::default());
    }

    /// Searches a game's position with what earlier searches found.
    pub fn search(&mut self, game: &Game, limits: &Limits) -> Found {
        let told = Mutex::new(Told::default());
        let collect = |report: Report| {
            if let Report::Line(line) = report {
                told.lock().take(line.score, line.bound == Bound::Exact);
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
        Found { best: best.get(), score: told.into_inner().score() }
    }

    /// The value of a position for the side to move, in centipawns; nothing where the game is over or decided.
    pub fn value(&mut self, board: &Board, nodes: u64) -> Option<i32> {
        let score = self.search(&Game::new(board.clone()), &nodes_each(nodes)).score?;
        (!score.is_decisive()).then_some(score.value())
    }
}

/// The limits of a search of so many nodes.
pub(super) fn nodes_each(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}
