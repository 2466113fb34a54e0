//! Reads files and streams of commands line by line, and counts their bad lines.

use std::fmt::Display;
use std::io::BufRead;
use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, TypedValueParser};

use crate::cli::CommandError;
use crate::games::epd::{self, Epd};
use crate::text::outputs::OutputPath;
use crate::text::{decode, decode_line, paths};

/// Parses a path of the command line. It expands the `~` that a shell leaves in `--option=~/x`.
pub(in crate::cli) fn path() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().map(paths::under_home)
}

/// Parses the path of an output; `-` is standard output.
pub(in crate::cli) fn output() -> impl TypedValueParser<Value = OutputPath> {
    path().map(OutputPath::new)
}

/// Reads a file's text, in any encoding that its mark names.
pub(in crate::cli) fn read_text(path: &Path) -> Result<String, CommandError> {
    let bytes =
        std::fs::read(path).map_err(|source| CommandError::Unreadable { path: path.to_owned(), source })?;
    Ok(decode(&bytes))
}

/// Reads the lines of standard input without white space at their ends.
pub(in crate::cli) fn stdin_lines() -> impl Iterator<Item = Result<String, CommandError>> {
    std::io::stdin().lock().split(b'\n').map(|line| {
        let line = line.map_err(|source| CommandError::Unreadable { path: "stdin".into(), source })?;
        Ok(decode_line(&line))
    })
}

/// Reads the positions of an EPD file, with their lines. `take` makes of a position what a command needs, or says why the line is
/// of no use. Such lines are reported and left out; their number comes second.
///
/// # Errors
/// If the file cannot be read.
pub(in crate::cli) fn read_epd<Position>(
    path: &Path,
    take: impl Fn(Epd) -> Result<Position, &'static str>,
) -> Result<(Vec<(usize, Position)>, usize), CommandError> {
    let (mut positions, mut wrong) = (Vec::new(), 0);
    for (line, read) in epd::read(&read_text(path)?) {
        let reason = match read.map(&take) {
            Ok(Ok(position)) => {
                positions.push((line, position));
                continue;
            }
            Ok(Err(reason)) => reason.to_owned(),
            Err(error) => error.to_string(),
        };
        wrong += 1;
        report_skipped(path, line, &reason);
    }
    Ok((positions, wrong))
}

/// Reports a line that is of no use and is left out.
pub(in crate::cli) fn report_skipped(path: &Path, line: usize, reason: &dyn Display) {
    eprintln!("lucena: {}:{line}: {reason}; skipped", path.display());
}

/// Returns the outcome of a command that has done the rest, if this many lines were wrong.
pub(in crate::cli) fn outcome(path: &Path, wrong: usize) -> Result<(), CommandError> {
    match wrong {
        0 => Ok(()),
        1 => Err(CommandError::Usage(format!(
            "{}: 1 line was wrong and is named above; mend it, or leave it out",
            path.display()
        ))),
        _ => Err(CommandError::Usage(format!(
            "{}: {wrong} lines were wrong and are named above; mend them, or leave them out",
            path.display()
        ))),
    }
}
