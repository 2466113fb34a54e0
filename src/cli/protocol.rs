//! Starts the UCI protocol for the command line: `lucena` alone, and `lucena go`, one search with the words and the output of UCI's `go`.

use std::ffi::{OsStr, OsString};
use std::io::{ErrorKind, Result, Write};
use std::sync::Arc;

use parking_lot::Mutex;

use super::{CommandError, position};
use crate::config::Config;
use crate::engine::Engine;
use crate::engine::options::declarations;
use crate::text::keep_bytes;
use crate::uci::{self, GoWords, SharedOutput, SingleGoError, separate_fen};

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

/// Speaks UCI on stdin and stdout until `quit` or the end of input.
pub(super) fn run(config: &Config) -> std::result::Result<(), CommandError> {
    let problems: Vec<String> = config.problems.iter().map(ToString::to_string).collect();
    let engine = Engine::new(config.engine())?;
    uci::run(std::io::stdin().lock(), output(), engine, declarations(), &problems)?;
    Ok(())
}

/// Runs one `go` on a position and prints what UCI prints.
pub(super) fn go(config: &Config, arguments: &Arguments) -> std::result::Result<(), CommandError> {
    let options: Vec<(String, String)> =
        arguments.options.iter().map(|text| name_and_value(text)).collect::<std::result::Result<_, _>>()?;
    let GoWords { words, fen: bare_fen } = separate_fen(&arguments.words);
    let mut engine = Engine::new(config.engine())?;
    for (name, value) in &options {
        uci::set_option(&mut engine, name, value, output()).map_err(CommandError::Usage)?;
    }
    let bare_fen: Vec<String> = bare_fen.into_iter().collect();
    let board = position::read_optional(arguments.fen.as_deref(), &bare_fen, engine.options().chess960)?;
    uci::run_single_go(&words, board, &mut engine, output()).map_err(|error| match error {
        SingleGoError::Refused(reason) => CommandError::Usage(reason),
        SingleGoError::Failed(reason) => CommandError::Internal(reason),
    })
}

/// Splits an option `NAME=VALUE`; the value keeps its bytes.
fn name_and_value(text: &OsStr) -> std::result::Result<(String, String), CommandError> {
    let text = keep_bytes(text.as_encoded_bytes());
    let parts = text.split_once('=').map(|(name, value)| (name.trim().to_owned(), value.to_owned()));
    parts.ok_or_else(|| {
        CommandError::Usage(format!("--option {text:?} has no value; write NAME=VALUE, as in Hash=256"))
    })
}

fn output() -> SharedOutput {
    Arc::new(Mutex::new(LastsAsLongAsItsReader(std::io::stdout())))
}

/// An output that ends the program when it breaks. A session waits for its next line and would not notice otherwise that the
/// GUI has gone.
struct LastsAsLongAsItsReader<W>(W);

impl<W: Write> LastsAsLongAsItsReader<W> {
    fn checked<T>(outcome: Result<T>) -> Result<T> {
        if let Err(error) = &outcome
            && error.kind() != ErrorKind::Interrupted
        {
            let has_reader = error.kind() != ErrorKind::BrokenPipe;
            if has_reader {
                eprintln!("lucena: cannot write: {error}");
            }
            std::process::exit(i32::from(has_reader));
        }
        outcome
    }
}

impl<W: Write> Write for LastsAsLongAsItsReader<W> {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        Self::checked(self.0.write(bytes))
    }

    fn flush(&mut self) -> Result<()> {
        Self::checked(self.0.flush())
    }
}
