//! `lucena analyse`: reads a stream of positions and prints, for each, what is known and found as one JSON object a line.

mod arguments;

use std::path::Path;
use std::sync::Arc;

use super::CommandError;
use super::progress::Stream;
use super::syzygy;
use crate::analysis::stream::{self, Format, Outcome, Sources, Task, To};
use crate::config::Config;
pub(super) use arguments::Arguments;

pub(super) fn run(config: &Config, arguments: &Arguments) -> Result<(), CommandError> {
    let sources = Sources::new(&arguments.files, arguments.format.map(Format::from), print_guess)?;
    let task = (!arguments.read_only).then(|| task(config, arguments)).transpose()?;
    let progress = Stream::new("analyse", "positions", sources.length());
    let mut step = |read| progress.step(read);
    let destination = arguments.destination();
    let to = destination.as_ref().map_or(To::Standard, To::File);
    let outcome = stream::analyse(sources, task.as_ref(), to, &mut step);
    progress.finish();
    if let Some(task) = &task {
        syzygy::report_damage(&task.syzygy);
    }
    let usage = |words: String| Err(CommandError::Usage(words));
    match outcome? {
        Outcome { failures: 0, unread: 0 } => Ok(()),
        Outcome { failures: 0, unread: 1 } => {
            usage("1 line or game could not be read; its object has the error".to_owned())
        }
        Outcome { failures: 0, unread } => {
            usage(format!("{unread} lines or games could not be read; their objects have the errors"))
        }
        Outcome { failures, .. } => Err(CommandError::Internal(format!("{failures} searches failed"))),
    }
}

/// Reports a format that was guessed from the file's beginning alone.
fn print_guess(path: &Path, format: Format) {
    let name = if path == Path::new("-") { "stdin".into() } else { path.display().to_string() };
    match format {
        Format::Games => {
            eprintln!(
                "lucena: {name} is read as games (PGN), because it begins like them; --format fen reads positions"
            );
        }
        Format::Positions => {
            eprintln!("lucena: {name} is read as positions (FEN or EPD); --format pgn reads games");
        }
    }
}

/// Returns what the workers do.
fn task(config: &Config, arguments: &Arguments) -> Result<Task, CommandError> {
    Ok(Task {
        config: config.clone(),
        workers: arguments.workers,
        limits: arguments.limits(),
        multi_pv: arguments.multipv.into(),
        table_mebibytes: arguments.table_mebibytes(),
        solver_mebibytes: arguments.solver_mebibytes()?,
        syzygy: arguments.syzygy.open(config),
        advice: arguments.advice.then(|| Arc::new(super::advice::registry(config))),
        shows_time: arguments.shows_time(),
        cancel: Arc::default(),
    })
}
