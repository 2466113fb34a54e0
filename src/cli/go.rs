//! `lucena go`: runs one search from the command line, with the words and the output of UCI's `go`.

use std::ffi::{OsStr, OsString};

use super::CommandError;
use super::protocol::{self, Fen};
use crate::config::Config;
use crate::text::keep_bytes;
use crate::uci::{GoWords, separate_fen};

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  lucena go depth 20 --fen \"1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1\"\n  \
                        lucena go depth 20 8/8/8/3k4/8/8/8/R3K3 w - -\n  \
                        lucena go movetime 2000 --option Threads=2 --option Hash=256\n  lucena go perft 5\n\
                        Unknown words, values out of range and illegal moves are errors here.")]
pub(super) struct Arguments {
    /// The words of UCI's go: depth N, nodes N, movetime MS, mate N, perft N, searchmoves MOVES, wtime MS …; they may
    /// include the position as a FEN
    #[arg(required = true, allow_negative_numbers = true)]
    words: Vec<String>,

    /// The position [default: the start of the game]
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,

    /// Set a UCI option first, for example --option Hash=256; can be repeated
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<OsString>,
}

pub(super) fn run(config: &Config, arguments: &Arguments) -> Result<(), CommandError> {
    let options: Vec<(String, String)> =
        arguments.options.iter().map(|text| name_and_value(text)).collect::<Result<_, _>>()?;
    let GoWords { words, fen: bare_fen } = separate_fen(&arguments.words);
    let fen = Fen { option: arguments.fen.as_deref(), words: bare_fen.into_iter().collect() };
    protocol::run_single_go(config, &words, &fen, &options)
}

/// Splits an option `NAME=VALUE`; the value keeps its bytes.
fn name_and_value(text: &OsStr) -> Result<(String, String), CommandError> {
    let text = keep_bytes(text.as_encoded_bytes());
    let parts = text.split_once('=').map(|(name, value)| (name.trim().to_owned(), value.to_owned()));
    parts.ok_or_else(|| {
        CommandError::Usage(format!("--option {text:?} has no value; write NAME=VALUE, as in Hash=256"))
    })
}
