//! Where the command line hands over to the protocol: `lucena` alone, and `lucena go`.

use std::io::Write;
use std::sync::Arc;

use parking_lot::Mutex;

use super::{CommandError, position};
use crate::config::{Config, Kind};
use crate::engine::Engine;
use crate::evaluation::Parameters;
use crate::uci::{self, OptionRange, SharedOutput};

/// Speaks UCI on stdin and stdout until `quit` or the end of input.
pub(super) fn run(config: &Config) -> Result<(), CommandError> {
    let problems: Vec<String> = config.problems.iter().map(ToString::to_string).collect();
    uci::run(std::io::stdin().lock(), output(), engine(config), &|key| range_of(config, key), &problems)?;
    Ok(())
}

/// Where the command line may have a FEN.
pub(super) struct Fen<'a> {
    /// Behind `--fen`.
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
) -> Result<(), CommandError> {
    let mut engine = engine(config);
    for (name, value) in options {
        uci::set_option(&mut engine, &|key| range_of(config, key), name, value, output())
            .map_err(CommandError::Usage)?;
    }
    let board = position::read_optional(fen.option, &fen.words, engine.options().chess960)?;
    uci::run_single_go(words, board, &mut engine, output()).map_err(CommandError::Usage)
}

fn engine(config: &Config) -> Engine {
    Engine::new(
        config.options.clone(),
        config.search.clone(),
        Parameters::built_in(),
        config.tables.clone(),
        config.advice.clone(),
    )
}

fn output() -> SharedOutput {
    let stdout: Box<dyn Write + Send> = Box::new(std::io::stdout());
    Arc::new(Mutex::new(stdout))
}

fn range_of(config: &Config, key: &str) -> Option<OptionRange> {
    match config.schema.setting("options", key)?.kind {
        Kind::Integer { minimum, maximum } => Some(OptionRange { minimum, maximum }),
        Kind::Boolean | Kind::Choice(_) | Kind::Text => None,
    }
}
