//! `lucena coefficients`: what each evaluation parameter counts in each position of a file, for scripts/tune.py.

use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::{CommandError, input, position, progress};
use crate::board::Board;
use crate::evaluation::tuning::{Parameter, ParameterSet, ParametersError};

#[derive(Debug, clap::Args)]
#[command(
    after_help = "The output is JSON, one object per line. The first object has a list for each part of the value that \
    the terms give the positions (with a bare king their own value, otherwise what explains it): sum \
    (centipawns for White), scale (in parts of full_scale) and damping (by the 50-move clock); the value \
    is sum × scale ÷ full_scale × damping. Every other object is a parameter: its name, value and part, \
    the positions (from 0) that it affects, and by how much one more unit of it changes that part there."
)]
pub(super) struct Arguments {
    /// Positions, one FEN per line; text after a semicolon is ignored, bad lines are reported and not counted
    #[arg(value_name = "FILE", value_parser = input::path())]
    file: PathBuf,

    /// Parameters to use instead of the built-in ones, in the form of src/evaluation/parameters.toml
    #[arg(long, value_name = "FILE.toml", value_parser = input::path())]
    parameters: Option<PathBuf>,

    /// Print only the first line
    #[arg(long)]
    parts_only: bool,
}

/// The first line.
#[derive(Serialize)]
struct Head {
    full_scale: i32,
    sum: Vec<i32>,
    scale: Vec<i32>,
    damping: Vec<f64>,
}

/// Every other line.
#[derive(Serialize)]
struct Counted<'a> {
    #[serde(flatten)]
    parameter: &'a Parameter,
    positions: Vec<usize>,
    coefficients: Vec<f64>,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), CommandError> {
    let (boards, wrong) = read_boards(&arguments.file)?;
    let set = read_parameters(arguments.parameters.as_deref())?;
    let mut output = BufWriter::new(std::io::stdout().lock());
    writeln!(output, "{}", json(&head(&set, &boards))?)?;
    let counted = if arguments.parts_only { Vec::new() } else { set.counted() };
    let bar = progress::bar(counted.len(), "coefficients");
    for parameter in &counted {
        let touched = set.coefficients(parameter, &boards).map_err(internal)?;
        let (positions, coefficients) = touched.into_iter().unzip();
        writeln!(output, "{}", json(&Counted { parameter, positions, coefficients })?)?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    output.flush()?;
    input::outcome(&arguments.file, wrong)
}

fn head(set: &ParameterSet, boards: &[Board]) -> Head {
    let parts = set.parts(boards);
    Head {
        full_scale: set.full_scale(),
        sum: parts.iter().map(|parts| parts.sum).collect(),
        scale: parts.iter().map(|parts| parts.scale).collect(),
        damping: parts.iter().map(|parts| parts.damping).collect(),
    }
}

/// The positions of a file, and how many of its lines were wrong: those are told and left out.
fn read_boards(path: &Path) -> Result<(Vec<Board>, usize), CommandError> {
    let (mut boards, mut wrong) = (Vec::new(), 0);
    for (index, line) in input::read_text(path)?.lines().enumerate() {
        let fen = line.split(';').next().unwrap_or(line).trim();
        if fen.is_empty() {
            continue;
        }
        let place = format!("{}:{}: ", path.display(), index + 1);
        match position::read_told(fen, &place, false) {
            Ok(board) => boards.push(board),
            Err(error) => {
                wrong += 1;
                eprintln!("lucena: {place}{error}; skipped");
            }
        }
    }
    Ok((boards, wrong))
}

fn read_parameters(path: Option<&Path>) -> Result<ParameterSet, CommandError> {
    let Some(path) = path else { return ParameterSet::built_in().map_err(internal) };
    let reason = |error| CommandError::Usage(format!("{}: {error}", path.display()));
    ParameterSet::read(&input::read_text(path)?).map_err(reason)
}

fn json(value: &impl Serialize) -> Result<String, CommandError> {
    serde_json::to_string(value).map_err(|error| CommandError::Internal(error.to_string()))
}

fn internal(error: ParametersError) -> CommandError {
    CommandError::Internal(error.to_string())
}
