//! `lucena genfens`: prints balanced positions after random moves, as OpenBench's clients ask for them to begin games.

mod request;

use std::io::Write;
use std::path::Path;

use super::CommandError;
use super::words::input;
use crate::analysis::Player;
use crate::config::Config;
use crate::training::{BalancedPositions, Book};
pub(super) use request::split_quoted;
use request::{FORM, Request};

/// Only words, because the protocol between OpenBench and engines defines them.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Each position is one line: info string genfens FEN. The same words give the same positions.\n\
    Random moves lead to them from the start position (6 to 10 half-moves), or from a position of the book (2 to \
    5), and a search of 1,000 nodes finds them balanced. PLIES sets another number of random half-moves, CP \
    another limit than 150 centipawns.\n\
    The words may be a single argument, followed by quit: lucena \"genfens 10 seed 42 book None\" quit"
)]
pub(super) struct Arguments {
    /// N seed S book None|FILE.epd [plies PLIES] [balance CP]
    #[arg(required = true, value_name = "WORDS")]
    words: Vec<String>,
}

pub(super) fn run(config: &Config, arguments: &Arguments) -> Result<(), CommandError> {
    let request = Request::read(&arguments.words)
        .map_err(|reason| CommandError::Usage(format!("{reason}; write genfens {FORM}")))?;
    let book = match &request.book {
        Some(path) => Book::of_file(path, input::read_text(path)?, input::report_skipped)?,
        None => Book::start(),
    };
    let mut positions = BalancedPositions::new(book, Player::new(config)?, request.seed);
    (positions.plies, positions.balance) = (request.plies, request.balance);
    for number in 0..request.count {
        let board = positions.position(number)?;
        // One line at a time, so that the client sees progress.
        writeln!(std::io::stdout().lock(), "info string genfens {}", board.fen())?;
    }
    input::outcome(request.book.as_deref().unwrap_or(Path::new("None")), positions.book.wrong_lines())
}
