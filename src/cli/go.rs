//! `lucena go`: one search from the command line, with the words and the output of UCI's `go`.

use super::{CommandError, protocol};
use crate::config::Config;

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  lucena go depth 20 --fen \"1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1\"\n  \
                        lucena go movetime 2000 --option Threads=2 --option Hash=256\n  lucena go perft 5")]
pub(super) struct Arguments {
    /// What UCI's go takes: depth N, nodes N, movetime MS, mate N, perft N, searchmoves MOVES, wtime MS …
    #[arg(required = true, allow_negative_numbers = true)]
    words: Vec<String>,

    /// The position; without it the start of the game
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,

    /// Set a UCI option first, for example --option Hash=256; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
}

pub(super) fn run(config: &Config, arguments: &Arguments) -> Result<(), CommandError> {
    let options: Vec<(&str, &str)> =
        arguments.options.iter().map(|text| name_and_value(text)).collect::<Result<_, _>>()?;
    protocol::run_single_go(config, &arguments.words, arguments.fen.as_deref(), &options)
}

fn name_and_value(text: &str) -> Result<(&str, &str), CommandError> {
    text.split_once('=').ok_or_else(|| {
        CommandError::Usage(format!(
            "--option {text:?} has no value; it is written NAME=VALUE, as in Hash=256"
        ))
    })
}
