//! Answers one `go` from the command line as a session would. `cli` calls it.

use std::sync::Arc;

use super::command::GoArguments;
use super::go_limits::{LIMITS, Note, ReadLimits, has_no_limit, limits, perft_depth};
use super::go_words::{is_keyword, read_words};
use super::notices::in_words;
use super::options::{Change, OptionTable};
use super::output::{Output, SharedOutput};
use super::perft::start_perft;
use super::writer::ReportWriter;
use crate::board::{Board, Game};
use crate::engine::options::declarations;
use crate::engine::{Engine, Options, Report};
use crate::search::Limits;
use thiserror::Error;

/// Does what a session does on `go` with these words, and returns once the answer is written. It searches `board`, or the
/// initial position if that is `None`.
///
/// # Errors
/// If a word is unknown, a value is missing or impossible, a move is illegal, or there is no limit: then nothing is searched,
/// and the text says what is allowed. A session, whose game goes on, makes the best of such words instead. Otherwise a search
/// fails only through a bug in lucena.
pub fn run_single_go(
    words: &[String],
    board: Option<Board>,
    engine: &mut Engine,
    output: SharedOutput,
) -> Result<(), SingleGoError> {
    let output = Output::new(output);
    let chess960 = engine.options().chess960;
    engine.set_game(board.map_or_else(Game::default, Game::new));
    let arguments = understood(words)?;
    let board = engine.game().board();
    if let Some(depth) = arguments.perft {
        let mut notes = Vec::new();
        let depth = perft_depth(depth, &mut notes);
        refuse(&notes)?;
        start_perft(board, depth, chess960, &output).wait();
        return Ok(());
    }
    let ReadLimits { mut limits, notes } = limits(&arguments, board, chess960);
    refuse(&notes)?;
    if limits.ponder {
        limits.ponder = false;
        output.note("ignored: ponder; nothing can send ponderhit on the command line");
    }
    has_an_end(&limits)?;
    if limits.infinite {
        // No stop can arrive, so the search answers when it reaches its end. It still counts as an analysis.
        limits.infinite = false;
        analyse(engine)?;
    }
    let show_wdl = engine.options().show_wdl;
    engine.go(limits, Arc::new(ReportWriter { output, chess960, show_wdl }));
    engine.wait();
    if engine.has_failed() {
        return Err(SingleGoError::Failed("the search failed".to_owned()));
    }
    Ok(())
}

fn analyse(engine: &mut Engine) -> Result<(), String> {
    let options = Options { analyse_mode: true, ..engine.options().clone() };
    engine.set_options(options, Arc::new(|_: Report| {})).map_err(|error| error.to_string())
}

/// Why a `go` from the command line did not succeed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SingleGoError {
    /// The request is not understood or not possible; the text says what is allowed.
    #[error("{0}")]
    Refused(String),
    /// The search failed.
    #[error("{0}")]
    Failed(String),
}

impl From<String> for SingleGoError {
    fn from(reason: String) -> SingleGoError {
        SingleGoError::Refused(reason)
    }
}

/// Reads the words as a session does; an error if a session would skip any of them.
fn understood(words: &[String]) -> Result<GoArguments, String> {
    let words: Vec<&str> = words.iter().flat_map(|word| word.split_whitespace()).collect();
    let read = read_words(&words);
    let mut complaints = read.complaints("invalid in go", "unknown words in go");
    let names_no_move = |pair: &[&str]| {
        pair[0].eq_ignore_ascii_case("searchmoves") && pair.get(1).is_none_or(|word| is_keyword(word))
    };
    for (word, value) in clocks(&read.arguments) {
        if value < 0 {
            complaints.push(format!("{word} {value} is below 0; allowed: whole numbers from 0 on"));
        }
    }
    if (0..words.len()).any(|place| names_no_move(&words[place..])) {
        complaints.push("searchmoves needs moves, like e2e4".to_owned());
    }
    if complaints.is_empty() { Ok(read.arguments) } else { Err(complaints.join("; ")) }
}

/// The clocks of a game. A session accepts one that has run out; on the command line it is a typing error.
fn clocks(arguments: &GoArguments) -> impl Iterator<Item = (&'static str, i64)> {
    let GoArguments { remaining, increment, moves_to_go, .. } = arguments;
    let values = [
        ("wtime", remaining.white),
        ("btime", remaining.black),
        ("winc", increment.white),
        ("binc", increment.black),
        ("movestogo", *moves_to_go),
    ];
    values.into_iter().filter_map(|(word, value)| Some((word, value?)))
}

fn refuse(notes: &[Note]) -> Result<(), String> {
    if notes.is_empty() {
        return Ok(());
    }
    let problems: Vec<&str> = notes.iter().map(|note| note.problem.as_str()).collect();
    Err(problems.join("; "))
}

/// No `stop` can arrive, so an endless search must be asked for.
fn has_an_end(limits: &Limits) -> Result<(), String> {
    if has_no_limit(limits) {
        return Err(format!("go needs a limit: {LIMITS}"));
    }
    Ok(())
}

/// Sets an option as `setoption` does. Notices of the engine become `info string` lines.
///
/// # Errors
/// A sentence: what is wrong with name or value, and what is allowed.
pub fn set_option(engine: &mut Engine, name: &str, value: &str, output: SharedOutput) -> Result<(), String> {
    let output = Output::new(output);
    let tell = move |report: Report| {
        if let Report::Notice(notice) = report {
            output.note(&in_words(&notice));
        }
    };
    let table = OptionTable::new(declarations(), engine.options().clone());
    // The program ends with the error, so nothing is ignored and no value stays.
    let change = table.change(name, Some(value), engine.options()).map_err(|refusal| refusal.problem)?;
    if let Change::Options(options) = change {
        engine.set_options(*options, Arc::new(tell)).map_err(|error| error.to_string())?;
        engine.wait();
    }
    Ok(())
}
