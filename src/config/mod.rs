//! Combines engine.toml and the command line into one typed [`Config`]; `main` loads it, `uci` and `cli` read it.
//!
//! The defaults come from the declared options and the repository's engine.toml. A user's file overrides them key by key: an
//! error in it becomes a [`Problem`], that key keeps its default, and the engine starts all the same.

mod overlay;
mod problem;
mod review;
mod schema;

pub use problem::{Problem, ProblemKind};
pub use review::ReviewSettings;
pub use schema::{Schema, SchemaError, Setting};

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::de::DeserializeOwned;
use thiserror::Error;
use toml_edit::{DocumentMut, Table};

use crate::engine::{AdviceMode, AdviceSettings, Configuration, Options, TableSettings};
use crate::evaluation::Parameters;
use crate::search::SearchParameters;
use crate::tablebase::EmbeddedTables;
use crate::text::{decode_keeping_bytes, system_reason};
use overlay::Overlay;

/// The name of the user's file.
const FILE_NAME: &str = "engine.toml";

/// Everything that can be set before the engine starts.
#[derive(Clone, Debug)]
pub struct Config {
    /// The engine's options: section `[options]`.
    pub options: Options,
    /// The parameters of the search: section `[search]`.
    pub search: SearchParameters,
    /// How exact tables are used: section `[tablebase]`.
    pub tables: TableSettings,
    /// Which tables of advice play, and where the user's tables are: section `[advice]`.
    pub advice: AdviceSettings,
    /// How games are judged: section `[review]`.
    pub review: ReviewSettings,
    /// The errors in the user's file. Each such key has its default.
    pub problems: Vec<Problem>,
    /// The user's file; `None` if there is none.
    pub source: Option<PathBuf>,
}

/// Why the file given with `--config` cannot be used.
#[derive(Debug, Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("cannot read the configuration file {}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: std::io::Error,
    },
}

impl Config {
    /// The defaults, whatever files exist: for tests and measurements.
    pub fn built_in() -> Config {
        let schema = Schema::built_in();
        let overlay = Overlay::new(&schema);
        Config::from_overlay(overlay, None)
    }

    /// Returns the configuration of an engine with these settings.
    pub fn engine(&self) -> Configuration {
        Configuration {
            options: self.options.clone(),
            search: self.search.clone(),
            evaluation: Parameters::built_in(),
            networks: None,
            embedded: Arc::clone(EmbeddedTables::built_in()),
            tables: self.tables.clone(),
            advice: self.advice.clone(),
        }
    }

    /// Returns the configuration of an engine that only measures or judges: the built-in one with these settings' parameters
    /// of the search, and the Syzygy files that the options `named` name. So a measurement does not depend on the rest of
    /// the user's file.
    pub fn measuring(&self, named: &Options) -> Configuration {
        let built_in = Config::built_in().engine();
        let options = Options {
            advice: AdviceMode::Off,
            table_cache: false,
            syzygy_path: named.syzygy_path.clone(),
            syzygy_probe_limit: named.syzygy_probe_limit,
            syzygy_50_move_rule: named.syzygy_50_move_rule,
            ..built_in.options
        };
        // A table that is ready only sometimes would make every run different.
        let tables = TableSettings { build: false, ..built_in.tables };
        Configuration { options, search: self.search.clone(), tables, ..built_in }
    }

    /// Reads the defaults and the user's file over them: the one that is named, otherwise the first one found.
    ///
    /// # Errors
    /// If the named file cannot be read. The content of a file is never an error but a [`Problem`].
    pub fn load(named: Option<&Path>) -> Result<Config, ConfigError> {
        if let Some(path) = named {
            return match read(path) {
                Ok(text) => Ok(Config::from_text(&text, path)),
                Err(source) => Err(ConfigError::Unreadable { path: path.to_owned(), source }),
            };
        }
        Ok(Config::find_in(&default_places()))
    }

    /// Reads the defaults and the first of these files that exists over them.
    fn find_in(places: &[PathBuf]) -> Config {
        for path in places {
            match read(path) {
                Ok(text) => return Config::from_text(&text, path),
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => {
                    let mut config = Config::built_in();
                    let kind = ProblemKind::Unreadable { reason: system_reason(&error) };
                    config.problems.push(Problem { file: path.clone(), line: 0, kind });
                    config.source = Some(path.clone());
                    return config;
                }
            }
        }
        Config::built_in()
    }

    /// Reads the defaults and a text in engine.toml's form over them. `path` is the name that problems show.
    pub fn from_text(text: &str, path: &Path) -> Config {
        let schema = Schema::built_in();
        let mut overlay = Overlay::new(&schema);
        overlay.read(text, path);
        Config::from_overlay(overlay, Some(path.to_owned()))
    }

    fn from_overlay(overlay: Overlay<'_>, source: Option<PathBuf>) -> Config {
        Config {
            options: typed(overlay.section("options")),
            search: typed(overlay.section("search")),
            tables: typed(overlay.section("tablebase")),
            advice: typed(overlay.section("advice")),
            review: typed(overlay.section("review")),
            problems: overlay.into_problems(),
            source,
        }
    }
}

/// Reads a file's text. Paths in it may have bytes that are not UTF-8.
fn read(path: &Path) -> std::io::Result<String> {
    Ok(decode_keeping_bytes(&std::fs::read(path)?))
}

/// Returns a section as its struct. The schema has checked every value, so this could fail only if the built-in engine.toml did
/// not fit the structs, and a test reads that.
#[allow(clippy::expect_used, reason = "the built-in file is part of the program and a test reads it")]
fn typed<T: DeserializeOwned>(section: Table) -> T {
    toml_edit::de::from_document(DocumentMut::from(section)).expect("engine.toml fits its structs")
}

/// Returns the places of the user's file, in order: beside the binary, then in the user's configuration folder.
fn default_places() -> Vec<PathBuf> {
    let beside = std::env::current_exe().ok().and_then(|binary| Some(binary.parent()?.join(FILE_NAME)));
    let folder = directories::ProjectDirs::from("", "", "lucena");
    let own = folder.map(|folders| folders.config_dir().join(FILE_NAME));
    beside.into_iter().chain(own).collect()
}

#[cfg(test)]
mod generated;
#[cfg(test)]
mod tests;
