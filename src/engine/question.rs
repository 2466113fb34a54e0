//! The question that a `go` asks.

use std::time::Duration;

use super::options::Options;
use super::solved::Solved;
use super::tablebase_supply::TablebaseSupply;
use crate::board::Game;
use crate::search::{Control, Limits, ReportSink, SyzygySettings};

/// The user's settings that shape an answer.
#[derive(Clone, Debug)]
pub struct SearchSettings {
    /// The number of best lines.
    pub multi_pv: usize,
    /// Time lost between engine and GUI at every move.
    pub move_overhead: Duration,
    /// Whether to ask the exact tables.
    pub probe_tables: bool,
    /// How to ask Syzygy files; only with `probe_tables`.
    pub syzygy: SyzygySettings,
    /// The strength to play at, in Elo; `None` for full strength.
    pub elo: Option<u32>,
}

impl SearchSettings {
    /// Settings for measuring and analysing: full strength, no time lost, exact tables, and these best lines and Syzygy files.
    #[must_use]
    pub fn at_full_strength(multi_pv: usize, syzygy: SyzygySettings) -> SearchSettings {
        SearchSettings { multi_pv, move_overhead: Duration::ZERO, probe_tables: true, syzygy, elo: None }
    }

    /// Takes the settings from the options, with the files that they name.
    pub(super) fn of_options(options: &Options, supply: &TablebaseSupply) -> SearchSettings {
        SearchSettings {
            multi_pv: options.multi_pv,
            move_overhead: Duration::from_millis(options.move_overhead),
            probe_tables: supply.is_probed(),
            syzygy: options.syzygy_settings(supply.syzygy()),
            elo: (options.limit_strength && !options.analyse_mode).then_some(options.elo),
        }
    }
}

/// A `go`: what to answer, where to report, and how to stop.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    /// The game; its last position is the question.
    pub game: &'a Game,
    /// What ends the search.
    pub limits: &'a Limits,
    /// The user's settings.
    pub settings: &'a SearchSettings,
    /// Stops the search, or turns pondering into play.
    pub control: &'a Control,
    /// What is solved, now or during the search; `None` if nothing is solved in parallel.
    pub solved: Option<&'a Solved>,
    /// Receives the reports.
    pub sink: &'a dyn ReportSink,
}
