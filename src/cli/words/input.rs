//! Files and streams that commands read, line by line: their text, and how many of their lines were wrong.

use std::io::BufRead;
use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, TypedValueParser};

use crate::cli::CommandError;
use crate::games::epd::EpdError;
use crate::text::outputs::OutputPath;
use crate::text::{decode, decode_line, paths};

/// A path of the command line, where a shell leaves the `~` of `--option=~/x` as it is.
pub(in crate::cli) fn path() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().map(paths::under_home)
}

/// The path of an output on the command line; `-` is standard output.
pub(in crate::cli) fn output() -> impl TypedValueParser<Value = OutputPath> {
    path().map(OutputPath::new)
}

/// A file's text, whatever its marks.
pub(in crate::cli) fn read_text(path: &Path) -> Result<String, CommandError> {
    let bytes =
        std::fs::read(path).map_err(|source| CommandError::Unreadable { path: path.to_owned(), source })?;
    Ok(decode(&bytes))
}

/// The lines of standard input, without white space at their ends.
pub(in crate::cli) fn stdin_lines() -> impl Iterator<Item = Result<String, CommandError>> {
    std::io::stdin().lock().split(b'\n').map(|line| {
        let line = line.map_err(|source| CommandError::Unreadable { path: "stdin".into(), source })?;
        Ok(decode_line(&line))
    })
}

/// Reports a line that is not a position and is left out.
pub(in crate::cli) fn report_skipped(path: &Path, line: usize, error: &EpdError) {
    eprintln!("lucena: {}:{line}: {error}; skipped", path.display());
}

/// What a command that has done the rest ends with, where so many lines were wrong.
pub(in crate::cli) fn outcome(path: &Path, wrong: usize) -> Result<(), CommandError> {
    match wrong {
        0 => Ok(()),
        1 => Err(CommandError::Usage(format!("{}: 1 line was wrong", path.display()))),
        _ => Err(CommandError::Usage(format!("{}: {wrong} lines were wrong", path.display()))),
    }
}
