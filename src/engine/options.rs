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
    /// What tables of advice do.
    pub advice: AdviceMode,
}

/// What tables of advice do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AdviceMode {
    /// The proven tables that are listed for it play; the others say what they would.
    Play,
    /// All say what they would play, and the search plays.
    Explain,
    /// Nothing.
    Off,
}

impl AdviceMode {
    /// All of them.
    pub const ALL: [AdviceMode; 3] = [AdviceMode::Play, AdviceMode::Explain, AdviceMode::Off];

    /// As it is written.
    pub const fn name(self) -> &'static str {
        match self {
            AdviceMode::Play => "play",
            AdviceMode::Explain => "explain",
            AdviceMode::Off => "off",
        }
    }

    /// The one that is written so, in any case.
    pub fn from_name(name: &str) -> Option<AdviceMode> {
        AdviceMode::ALL.into_iter().find(|mode| mode.name().eq_ignore_ascii_case(name))
    }
}
