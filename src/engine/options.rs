//! The engine's options, typed. Their ranges, units and defaults stand in engine.toml.

use std::path::PathBuf;

use serde::Deserialize;

use crate::tablebase::Cache;
use crate::text::paths;

const MEBIBYTE: u64 = 1 << 20;

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
    /// Whether the tables that lucena builds are kept on disk.
    pub table_cache: bool,
    /// Where; empty means the user's cache folder.
    pub table_cache_folder: String,
    /// The most that the folder may hold, in MiB.
    pub table_cache_limit: u64,
    /// Folders with Syzygy table files, separated by `;` or (on systems without drive letters) `:`.
    pub syzygy_path: String,
    /// Least remaining depth at which Syzygy tables of the most men are asked, in plies.
    pub syzygy_probe_depth: u32,
    /// Syzygy tables of more men than this are not asked.
    pub syzygy_probe_limit: usize,
    /// Whether wins that the 50-move rule takes away count as draws.
    pub syzygy_50_move_rule: bool,
}

impl Options {
    /// The folder of built tables; nothing where the system names no cache folder and the options neither.
    pub fn table_folder(&self) -> Option<PathBuf> {
        if !self.table_cache_folder.is_empty() {
            return Some(paths::path(&self.table_cache_folder));
        }
        Cache::default_folder()
    }

    /// The cache of built tables, where one is wanted.
    pub fn open_cache(&self) -> Option<Cache> {
        let folder = self.table_folder().filter(|_| self.table_cache)?;
        Some(Cache::new(folder, self.table_cache_limit.saturating_mul(MEBIBYTE)))
    }
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
