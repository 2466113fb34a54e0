//! The engine's options, each declared once: here.
//!
//! To add an option, add an entry to the list below, and nothing else. The struct [`Options`], the lines that UCI announces,
//! the reading of `setoption` and `--option`, and the section `[options]` of engine.toml with its checks all come from the
//! list. `LUCENA_WRITE_GENERATED=1 cargo test generated` writes the texts of engine.toml and docs/options.md; without the
//! variable the same tests compare both with the list.

mod advice_mode;
mod declaration;
mod value;

pub use advice_mode::AdviceMode;
pub use declaration::{Declaration, Effect, Field, Role};
pub use value::{Kind, Value};

use std::path::PathBuf;
use std::sync::Arc;

use serde::Deserialize;

use crate::evaluation::{NetworkError, Networks};
use crate::search::SyzygySettings;
use crate::tablebase::{Cache, StoredResults, Syzygy, SyzygyFolder};
use crate::text::paths;
use declaration::declare;
use value::{Settable, integer};

const MEBIBYTE: u64 = 1 << 20;

/// Means the built-in networks, as it does to other engines.
const DEFAULT_NETWORKS: &str = "<default>";

const ABOUT: &str = concat!(
    "lucena ",
    env!("CARGO_PKG_VERSION"),
    ", a UCI chess engine for endings, ",
    env!("CARGO_PKG_LICENSE")
);

declare! {
    /// The options that a user can set.
    #[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(rustdoc::broken_intra_doc_links, reason = "in engine.toml, [advice] is a section")]
    pub struct Options;

    "Hash" {
        field hash: usize = 16;
        allowed integer(1, 33_554_432, "MiB");
        effect Effect::Idle;
        does "Size of the transposition table, which stores what the search has found.";
    }
    "Threads" {
        field threads: usize = 1;
        allowed integer(1, 256, "threads");
        effect Effect::Idle;
        does "Search threads; more than the machine has cores only slow the search down.";
    }
    "Clear Hash" {
        role Role::Button;
        effect Effect::Idle;
        does "Forgets what earlier searches found.";
    }
    "MultiPV" {
        field multi_pv: usize = 1;
        allowed integer(1, 256, "lines");
        effect Effect::NextSearch;
        does "Number of best lines to search and show.";
    }
    "Ponder" {
        field ponder: bool = false;
        allowed Kind::Boolean;
        effect Effect::Nothing;
        does "Whether the GUI may let the engine think on the opponent's time.";
    }
    "Move Overhead" {
        field move_overhead: u64 = 10;
        allowed integer(0, 5000, "ms");
        effect Effect::NextSearch;
        does "Time lost between engine and GUI at every move, reserved from the clock.";
    }
    "UCI_Chess960" {
        field chess960: bool = false;
        allowed Kind::Boolean;
        effect Effect::NextPosition;
        does "Castling is written as the king capturing its own rook, as Chess960 requires.";
    }
    "UCI_ShowWDL" {
        field show_wdl: bool = false;
        allowed Kind::Boolean;
        effect Effect::NextSearch;
        does "Scores come with the chances of a win, a draw and a loss.";
    }
    "UCI_AnalyseMode" {
        field analyse_mode: bool = false;
        allowed Kind::Boolean;
        effect Effect::NextSearch;
        does "The GUI analyses instead of playing: no strength limit applies, and the search shows the shortest mate even if a table of advice would play a longer one.";
    }
    "UCI_LimitStrength" {
        field limit_strength: bool = false;
        allowed Kind::Boolean;
        effect Effect::NextSearch;
        does "Play at the strength of `elo` instead of at full strength.";
    }
    "UCI_Elo" {
        field elo: u32 = 1800;
        allowed integer(1000, 2800, "Elo");
        effect Effect::NextSearch;
        does "The strength to play at if it is limited.";
    }
    "Table Cache" {
        field table_cache: bool = true;
        allowed Kind::Boolean;
        effect Effect::Idle;
        does "Whether the distance tables that lucena builds are saved on disk.";
    }
    "Table Cache Folder" {
        field table_cache_folder: String = String::new();
        allowed Kind::Text;
        effect Effect::Idle;
        does "The folder of built tables; empty means the user's cache folder.";
    }
    "Table Cache Limit" {
        field table_cache_limit: u64 = 2048;
        allowed integer(1, 1_048_576, "MiB");
        effect Effect::Idle;
        does "The most that tables of up to four men may take in the folder; the least recently used make space.";
    }
    "Solver Memory" {
        field solver_memory: usize = 256;
        allowed integer(0, 1_048_576, "MiB");
        effect Effect::NextSearch;
        does "Memory for solving pawn endings of more than four men, and endings with one piece, during an analysis; 0 solves none.";
    }
    "Solve While Playing" {
        field solve_while_playing: bool = false;
        allowed Kind::Boolean;
        effect Effect::NextSearch;
        does "Also solves such endings in games with a clock, if a processor is free; it made no difference in matches.";
    }
    "Solved Files" {
        field solved_files: String = String::new();
        allowed Kind::Text;
        effect Effect::Idle;
        does "Files written by `lucena solve --save`, separated by ; (or by : on systems without drive letters). They answer the positions that they prove.";
    }
    "SyzygyPath" {
        field syzygy_path: String = String::new();
        allowed Kind::Text;
        effect Effect::Idle;
        does "Folders with Syzygy table files, separated by ; (or by : on systems without drive letters).";
    }
    "SyzygyProbeDepth" {
        field syzygy_probe_depth: u32 = 1;
        allowed integer(1, 100, "plies");
        effect Effect::NextSearch;
        does "Least remaining depth at which the search asks tables with as many men as the limit allows.";
    }
    "SyzygyProbeLimit" {
        field syzygy_probe_limit: usize = 7;
        allowed integer(0, 7, "men");
        effect Effect::NextSearch;
        does "Syzygy tables with more men are not used; 0 uses none.";
    }
    "Syzygy50MoveRule" {
        field syzygy_50_move_rule: bool = true;
        allowed Kind::Boolean;
        effect Effect::NextSearch;
        does "Whether wins that the 50-move rule spoils count as draws in Syzygy tables.";
    }
    "Advice" {
        field advice: AdviceMode = AdviceMode::Play;
        allowed AdviceMode::kind();
        effect Effect::NextSearch;
        does "What tables of advice do: the proven ones listed in [advice] play, all only explain the search's moves, or nothing.";
    }
    "EvalFile" {
        field eval_file: String = String::new();
        allowed Kind::Text;
        effect Effect::Idle;
        does "A file of networks to play with, as `export_net` writes it; what it lacks is built in, and empty or `<default>` means that both are.";
    }
    "Debug Log File" {
        field debug_log_file: String = String::new();
        allowed Kind::Text;
        effect Effect::AtOnce;
        does "A file to which a session adds every line that comes in, after `>>`, and goes out, after `<<`; empty means none.";
    }
    "UCI_EngineAbout" {
        role Role::About(ABOUT);
        effect Effect::Nothing;
        does "Which program this is, and its licence.";
    }
}

impl Options {
    /// The folder of built tables; `None` if neither the options nor the system name one.
    pub fn table_folder(&self) -> Option<PathBuf> {
        if !self.table_cache_folder.is_empty() {
            return Some(paths::path(&self.table_cache_folder));
        }
        Cache::default_folder()
    }

    /// Opens the results of five men that were built; `None` if their file cannot be used, or no folder is named.
    pub fn open_results(&self) -> Option<StoredResults> {
        StoredResults::in_folder(&self.table_folder()?).ok()
    }

    /// Opens the Syzygy files, and returns a report of each of their folders. The only place that does.
    pub fn open_syzygy(&self) -> (SyzygySettings, Vec<SyzygyFolder>) {
        let (tables, folders) = Syzygy::open(&paths::list(&self.syzygy_path));
        (self.syzygy_settings(Arc::new(tables)), folders)
    }

    /// Reads the file of networks; `None` means the built-in ones. The only place that does.
    ///
    /// # Errors
    /// If the file cannot be used.
    pub fn open_networks(&self) -> Result<Option<Networks>, NetworkError> {
        let is_default = matches!(self.eval_file.trim(), "" | DEFAULT_NETWORKS);
        if is_default { Ok(None) } else { Networks::read(&paths::path(&self.eval_file)).map(Some) }
    }

    /// Returns how these Syzygy files are used.
    pub fn syzygy_settings(&self, tables: Arc<Syzygy>) -> SyzygySettings {
        SyzygySettings {
            tables,
            minimum_depth: self.syzygy_probe_depth as i32,
            men: self.syzygy_probe_limit,
            fifty_move_rule: self.syzygy_50_move_rule,
        }
    }

    /// The cache of built tables; `None` if the options turn it off or it has no folder.
    pub fn open_cache(&self) -> Option<Cache> {
        let folder = self.table_folder().filter(|_| self.table_cache)?;
        Some(Cache::new(folder, self.table_cache_limit.saturating_mul(MEBIBYTE)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_takes_its_own_default_and_no_value_of_another_kind() {
        let mut options = Options::default();
        for declaration in declarations() {
            let Role::Sets(field) = declaration.role else { continue };
            let default = (field.read)(&options);
            let other = match default {
                Value::Boolean(_) => Value::Integer(1),
                _ => Value::Boolean(true),
            };
            assert_eq!((field.write)(&mut options, &default), Some(()), "{}", field.key);
            assert_eq!((field.write)(&mut options, &other), None, "{}", field.key);
        }
        assert_eq!(options, Options::default());
    }

    #[test]
    fn a_number_that_its_field_cannot_hold_changes_nothing() {
        let mut options = Options::default();
        for declaration in declarations() {
            let Role::Sets(field) = declaration.role else { continue };
            if matches!(field.kind, Kind::Integer { .. }) {
                assert_eq!((field.write)(&mut options, &Value::Integer(-1)), None, "{}", field.key);
            }
        }
        assert_eq!(options, Options::default());
    }
}
