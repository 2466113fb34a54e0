//! `lucena eval`: a position's static value.

use std::io::Write as _;

use super::CommandError;
use crate::board::Board;
use crate::evaluation::{Evaluator, Parameters};

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The position
    fen: String,
}

// TO JOIN: the table of terms, when the evaluation explains itself.
pub(super) fn run(arguments: &Arguments) -> Result<(), CommandError> {
    let board = Board::from_fen(&arguments.fen, false)?;
    let score = Evaluator::new(Parameters::built_in()).evaluate(&board);
    writeln!(std::io::stdout().lock(), "{score:?} for the side to move")?;
    Ok(())
}
