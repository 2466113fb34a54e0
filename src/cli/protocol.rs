//! Starts the UCI protocol for the command line: `lucena` alone, and `lucena go`.

use std::io::{ErrorKind, Result, Write};
use std::sync::Arc;

use parking_lot::Mutex;

use super::{CommandError, position};
use crate::config::Config;
use crate::engine::Engine;
use crate::engine::options::declarations;
use crate::uci::{self, SharedOutput, SingleGoError};

/// Speaks UCI on stdin and stdout until `quit` or the end of input.
pub(super) fn run(config: &Config) -> std::result::Result<(), CommandError> {
    let problems: Vec<String> = config.problems.iter().map(ToString::to_string).collect();
    let engine = Engine::new(config.engine())?;
    uci::run(std::io::stdin().lock(), output(), engine, declarations(), &problems)?;
    Ok(())
}

/// The places on the command line where a FEN may be.
pub(super) struct Fen<'a> {
    /// After `--fen`.
    pub option: Option<&'a str>,
    /// Among the words of `go`.
    pub words: Vec<String>,
}

/// Runs one `go` on a position and prints what UCI prints.
pub(super) fn run_single_go(
    config: &Config,
    words: &[String],
    fen: &Fen<'_>,
    options: &[(String, String)],
) -> std::result::Result<(), CommandError> {
    let mut engine = Engine::new(config.engine())?;
    for (name, value) in options {
        uci::set_option(&mut engine, name, value, output()).map_err(CommandError::Usage)?;
    }
    let board = position::read_optional(fen.option, &fen.words, engine.options().chess960)?;
    uci::run_single_go(words, board, &mut engine, output()).map_err(|error| match error {
        SingleGoError::Refused(reason) => CommandError::Usage(reason),
        SingleGoError::Failed(reason) => CommandError::Internal(reason),
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
