//! `lucena positions`: files of positions that a network learns from, counted, told as text and shuffled.

mod census;
mod shuffle;
mod text;

use clap::Subcommand;

use super::CommandError;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Read whole files, verify their checksums and print what is in them
    Count(census::Arguments),
    /// Print positions as lines FEN;RESULT;GAME;SCORE
    Text(text::Arguments),
    /// Shuffle the positions of files, drop duplicates, and hold out whole games
    Shuffle(shuffle::Arguments),
}

pub(super) fn run(arguments: &Arguments) -> Result<(), CommandError> {
    match &arguments.command {
        Command::Count(arguments) => census::run(arguments),
        Command::Text(arguments) => text::run(arguments),
        Command::Shuffle(arguments) => shuffle::run(arguments),
    }
}
