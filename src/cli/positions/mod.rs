//! `lucena positions`: files of positions that a network learns from, counted, told as text and shuffled.

mod census;
mod file;
mod record;
mod shuffle;
mod text;

pub use file::PositionFileError;
pub(super) use file::{PositionReader, PositionWriter};
pub(super) use record::{DECIDED, GameResult, Knowledge, Origin, Record, estimate};
pub use record::{PackError, UnpackError};

use clap::Subcommand;

use super::CommandError;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Read files to their end and tell what is in them; the checksums are compared
    Count(census::Arguments),
    /// Print positions as lines FEN;RESULT;GAME;SCORE, as selfplay writes them for tuning
    Text(text::Arguments),
    /// Mix the positions of files, each once, and hold whole games out
    Shuffle(shuffle::Arguments),
}

pub(super) fn run(arguments: &Arguments) -> Result<(), CommandError> {
    match &arguments.command {
        Command::Count(arguments) => census::run(arguments),
        Command::Text(arguments) => text::run(arguments),
        Command::Shuffle(arguments) => shuffle::run(arguments),
    }
}
