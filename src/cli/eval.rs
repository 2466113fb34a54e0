//! `lucena eval`: prints a position's static value, term by term.

use std::io::Write as _;

use super::{CommandError, position};
use crate::evaluation::{Evaluator, Parameters};
use crate::uci::evaluation_lines;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Values are in centipawns. The terms of each side are from its own point of view, the total from White's."
)]
pub(super) struct Arguments {
    /// The position
    #[arg(required = true)]
    fen: Vec<String>,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), CommandError> {
    let board = position::read(&arguments.fen, false)?;
    let breakdown = Evaluator::new(Parameters::built_in()).explain(&board);
    let mut out = std::io::stdout().lock();
    for line in evaluation_lines(&breakdown) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}
