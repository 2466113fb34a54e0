//! `--syzygy`: the option of every command that asks for results, and the one place that opens the files for them.

use std::ffi::OsString;

use crate::cli::progress::print_notice;
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
