//! The engine's options, typed. Their ranges, units and defaults stand in engine.toml.

use serde::Deserialize;

/// What a user can set, in the order of engine.toml's `[options]`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// Size of the transposition table, in MiB.
    pub hash: usize,
    /// Search threads.
    pub threads: usize,
    /// How many best lines are searched and shown.
    pub multi_pv: usize,
    /// Whether the GUI may let the engine ponder; pondering itself is asked for by `go ponder`.
    pub ponder: bool,
    /// Time lost between engine and GUI at every move, in ms.
    pub move_overhead: u64,
    /// Castling is read and written in Chess960 notation.
    pub chess960: bool,
    /// Scores are shown with chances to win, draw and lose.
    pub show_wdl: bool,
    /// The GUI analyses and does not play: full strength whatever the strength limit says.
    pub analyse_mode: bool,
    /// Play at `elo` instead of at full strength.
    pub limit_strength: bool,
    /// The limited strength, in Elo.
    pub elo: u32,
}
