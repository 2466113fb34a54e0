//! What whoever answers a `go` is asked.

use std::time::Duration;

use super::options::Options;
use super::solved::Solved;
use super::tablebase_supply::TablebaseSupply;
use crate::board::Game;
use crate::search::{Control, Limits, ReportSink, SyzygySettings};

/// What the user set that shapes an answer.
#[derive(Clone, Debug)]
pub struct SearchSettings {
    /// How many best lines are wanted.
    pub multi_pv: usize,
    /// Time lost between engine and GUI at every move.
    pub move_overhead: Duration,
    /// Whether the exact tables are asked.
    pub probe_tables: bool,
    /// How Syzygy files are asked; with `probe_tables` only.
    pub syzygy: SyzygySettings,
    /// The strength to play at, in Elo; `None` means full strength.
    pub elo: Option<u32>,
}

impl SearchSettings {
    /// The options, with the files that they name.
    pub(super) fn of_options(options: &Options, supply: &TablebaseSupply) -> SearchSettings {
        SearchSettings {
            multi_pv: options.multi_pv,
            move_overhead: Duration::from_millis(options.move_overhead),
            probe_tables: supply.is_probed(),
            syzygy: SyzygySettings {
                tables: supply.syzygy(),
                minimum_depth: options.syzygy_probe_depth as i32,
                men: options.syzygy_probe_limit,
                fifty_move_rule: options.syzygy_50_move_rule,
            },
            elo: (options.limit_strength && !options.analyse_mode).then_some(options.elo),
        }
    }
}

/// A `go`, for whom it is, and how it is stopped.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    /// The game whose last position is asked about.
    pub game: &'a Game,
    /// What ends the search.
    pub limits: &'a Limits,
    /// What the user set.
    pub settings: &'a SearchSettings,
    /// How the answer is steered from outside.
    pub control: &'a Control,
    /// What has been solved, and what will be while the answer is looked for; `None` where nothing is solved beside.
    pub solved: Option<&'a Solved>,
    /// Who is told.
    pub sink: &'a dyn ReportSink,
}
