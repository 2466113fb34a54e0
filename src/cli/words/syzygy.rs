//! `--syzygy` and `--tables`: where commands that ask for results find files of them, and the one place that opens Syzygy files.

use std::ffi::OsString;
use std::path::PathBuf;

use crate::cli::progress::print_notice;
use crate::cli::{CommandError, input};
use crate::config::Config;
use crate::engine::Notice;
use crate::search::SyzygySettings;
use crate::text::keep_bytes;

/// Where the Syzygy files are.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct SyzygyFolders {
    /// Folders with Syzygy files, separated as in SyzygyPath [default: those of engine.toml]
    #[arg(long = "syzygy", value_name = "FOLDERS")]
    folders: Option<OsString>,
}

impl SyzygyFolders {
    /// Returns the configuration with the folders of the command line, if it names any.
    pub fn named_in(&self, config: &Config) -> Config {
        let mut config = config.clone();
        if let Some(folders) = &self.folders {
            config.options.syzygy_path = keep_bytes(folders.as_encoded_bytes());
        }
        config
    }

    /// Opens the files of the command line, else those of the configuration; reports what each folder contains.
    pub fn open(&self, config: &Config) -> SyzygySettings {
        let (settings, folders) = self.named_in(config).options.open_syzygy();
        for folder in folders {
            print_notice(&Notice::Syzygy(folder));
        }
        settings
    }
}

/// Where the built tables are.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct TablesFolder {
    /// The folder of tables of five men from `lucena tablebase build` [default: the one in engine.toml, otherwise the user's
    /// cache folder]
    #[arg(long, value_name = "PATH", value_parser = input::path())]
    tables: Option<PathBuf>,
}

impl TablesFolder {
    /// Returns the folder of the command line, else that of the configuration; `None` if the system names none.
    ///
    /// # Errors
    /// If the folder of the command line cannot be read: it would hold no tables, and nobody would hear of a misspelt name.
    pub fn folder(&self, config: &Config) -> Result<Option<PathBuf>, CommandError> {
        if let Some(folder) = &self.tables {
            let unreadable = |source| CommandError::Unreadable { path: folder.clone(), source };
            std::fs::read_dir(folder).map(drop).map_err(unreadable)?;
        }
        Ok(self.tables.clone().or_else(|| config.options.table_folder()))
    }
}

/// Reports the files that turned out to be damaged.
pub(in crate::cli) fn report_damage(settings: &SyzygySettings) {
    for file in settings.tables.take_problems() {
        print_notice(&Notice::SyzygyDamage(file));
    }
}

/// Reports which files gave an answer, if any did.
pub(in crate::cli) fn report_asked(asked: &[String]) {
    if !asked.is_empty() {
        eprintln!("lucena: Syzygy files asked: {}", asked.join(" "));
    }
}
