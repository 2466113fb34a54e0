//! One `go` from the command line, answered as a session would answer it. Called by `cli`.

use std::sync::Arc;

use super::command::Command;
use super::go_limits::{ReadLimits, limits, perft_depth};
use super::options::{Change, OptionRange, OptionTable};
use super::output::{Output, SharedOutput};
use super::perft::PerftRun;
use super::session::board_from_fen;
use super::writer::ReportWriter;
use super::{normalise, read_line};
use crate::board::Game;
use crate::engine::Engine;
use crate::search::Report;

/// Does what a session does on `go` and these words, and returns when the answer has been written. Without a
/// FEN it searches the engine's own position.
///
/// # Errors
/// Where the FEN is refused, in words that say what is allowed. Words behind `go` are never an error: what is
/// not understood is told in an `info string`, as in a session.
pub fn run_single_go(
    words: &[String],
    fen: Option<&str>,
    engine: &mut Engine,
    output: SharedOutput,
) -> Result<(), String> {
    let output = Output::new(output);
    let chess960 = engine.options().chess960;
    if let Some(fen) = fen {
        engine.set_game(Game::new(board_from_fen(&normalise(fen.as_bytes()), chess960)?));
    }
    let reading = read_line(&normalise(format!("go {}", words.join(" ")).as_bytes()));
    output.notes(&reading.notes);
    let Some(Command::Go(arguments)) = reading.command else { return Ok(()) };
    let board = engine.game().board();
    if let Some(depth) = arguments.perft {
        let mut notes = Vec::new();
        let depth = perft_depth(depth, &mut notes);
        output.notes(&notes);
        PerftRun::start(board.clone(), depth, chess960, output).map_err(|error| error.to_string())?.wait();
        return Ok(());
    }
    let ReadLimits { mut limits, mut notes } = limits(&arguments, board, chess960);
    if limits.ponder {
        limits.ponder = false;
        notes.push("ignored: ponder; nobody can send a ponderhit here".to_owned());
    }
    // Nobody can send a stop: a search that has come to its end answers.
    limits.infinite = false;
    output.notes(&notes);
    let show_wdl = engine.options().show_wdl;
    engine.go(limits, Arc::new(ReportWriter { output, chess960, show_wdl }));
    engine.wait();
    Ok(())
}

/// Sets an option as `setoption` does.
///
/// # Errors
/// In words: what is wrong with name or value and what is allowed.
pub fn set_option(
    engine: &mut Engine,
    range_of: &dyn Fn(&str) -> Option<OptionRange>,
    name: &str,
    value: &str,
) -> Result<(), String> {
    let table = OptionTable::new(engine.options().clone(), range_of);
    if let Change::Options(options) = table.change(name, Some(value), engine.options())? {
        engine.set_options(*options, Arc::new(|_: Report| {})).map_err(|error| error.to_string())?;
    }
    Ok(())
}
