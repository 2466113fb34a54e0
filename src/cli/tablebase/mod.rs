//! `lucena tablebase`: the tables of exact endings in the user's cache, one file per subcommand.

mod build;
mod list;
mod probe;
mod verify;

use std::path::PathBuf;

use clap::Subcommand;

use super::CommandError;
use crate::config::Config;
use crate::tablebase::Cache;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The folder of tables [default: the one in engine.toml, otherwise the user's cache folder]
    #[arg(long, global = true, value_name = "PATH", value_parser = super::input::path())]
    cache: Option<PathBuf>,

    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Generate tables, and all that they depend on, into the cache
    Build(build::Arguments),
    /// List the tables in the cache
    List,
    /// Check every cached table and the embedded results
    Verify,
    /// Show the exact value of a position, every move with its distance, and the line to mate
    Probe(probe::Arguments),
}

/// Runs a subcommand on the folder of `--cache`, else of the configuration, else the user's own.
pub(super) fn run(config: &Config, arguments: &Arguments) -> Result<(), CommandError> {
    let named = arguments.cache.clone().or_else(|| config.options.table_folder());
    let folder = named.or_else(Cache::default_folder).ok_or_else(|| {
        CommandError::Usage("this system names no cache folder; name one with --cache PATH".to_owned())
    })?;
    // The user asked for what is built, so nothing is evicted for it.
    let cache = Cache::new(folder, u64::MAX);
    match &arguments.command {
        Command::Build(arguments) => build::run(&cache, arguments),
        Command::List => list::run(&cache),
        Command::Verify => verify::run(&cache),
        Command::Probe(arguments) => probe::run(config, cache, arguments),
    }
}
