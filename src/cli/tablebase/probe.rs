//! `lucena tablebase probe`: prints the value of a position, as text or as one JSON object a line.

use std::io::Write;

use indicatif::ProgressBar;
use parking_lot::Mutex;

use super::super::machine::threads_or_all_cores;
use super::super::syzygy::{self, SyzygyFolders};
use super::super::{CommandError, input, position, progress};
use crate::analysis::probe::{Answer, Knowledge, ProbeNotice, in_words, text};
use crate::board::Board;
use crate::config::Config;
use crate::tablebase::{Cache, Progress};

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Missing tables of up to four men are built and saved in the cache; those of five men \
                  come only from the cache (lucena tablebase build). Syzygy files give the results, without distances to mate, of \
                  positions that no such table holds. Values ignore the 50-move rule; if a file knows that the rule turns a \
                  win or loss into a draw, the answer says so."
)]
pub(super) struct Arguments {
    /// The position; - reads positions from standard input, one per line
    #[arg(required = true)]
    fen: Vec<String>,

    /// Print one JSON object per line: wdl is 2, 0 or -2 for the side to move; dtm_plies is null in a draw
    #[arg(long)]
    json: bool,

    /// Threads for building [default: one per core]
    #[arg(long, value_name = "N", value_parser = super::super::machine::threads)]
    threads: Option<usize>,

    #[command(flatten)]
    syzygy: SyzygyFolders,
}

pub(super) fn run(config: &Config, cache: Cache, arguments: &Arguments) -> Result<(), CommandError> {
    let settings = arguments.syzygy.open(config);
    let threads = threads_or_all_cores(arguments.threads);
    let mut knowledge = Knowledge::new(cache, settings.clone(), threads, reporter());
    let done = match arguments.fen == ["-"] {
        true => stream(&mut knowledge, arguments.json),
        false => single(&mut knowledge, arguments),
    };
    syzygy::report_damage(&settings);
    done
}

/// Answers for the position of the command line.
fn single(knowledge: &mut Knowledge, arguments: &Arguments) -> Result<(), CommandError> {
    let fen = arguments.fen.join(" ");
    let board = read(knowledge, &fen, "")?;
    let value = knowledge.value(&board)?;
    let mut out = std::io::stdout().lock();
    if arguments.json {
        write(&Answer::of(&fen, value, knowledge.source(&board), None), &mut out)?;
    } else {
        write!(out, "{}", text(knowledge, &board, value)?)?;
    }
    match (value, how_to_get(knowledge, &board)) {
        (None, Some(words)) => Err(CommandError::Failed(words)),
        (Some(_), Some(words)) => {
            eprintln!("lucena: {words}");
            Ok(())
        }
        (_, None) => Ok(()),
    }
}

/// Answers every line of stdin with one line, even a bad one, so that answers and questions stay in step.
fn stream(knowledge: &mut Knowledge, json: bool) -> Result<(), CommandError> {
    let (mut unread, mut unknown) = (0, 0);
    for (index, line) in input::stdin_lines().enumerate() {
        let line = line?;
        let fen = line.as_str();
        if fen.is_empty() {
            continue;
        }
        let mut out = std::io::stdout().lock();
        let (value, source, error) = match read(knowledge, fen, &format!("stdin:{}: ", index + 1)) {
            Ok(board) => {
                let value = knowledge.value(&board)?;
                unknown += usize::from(value.is_none());
                let error = how_to_get(knowledge, &board).filter(|_| value.is_none());
                (value, knowledge.source(&board), error)
            }
            Err(error) => {
                unread += 1;
                (None, None, Some(error.to_string()))
            }
        };
        if json {
            write(&Answer::of(fen, value, source, error), &mut out)?;
        } else {
            let words = error.unwrap_or_else(|| value.map_or_else(String::new, in_words));
            writeln!(out, "{fen}\t{words}")?;
        }
        out.flush()?;
    }
    let failed = |words: &str| Err(CommandError::Failed(words.to_owned()));
    let usage = |words: &str| Err(CommandError::Usage(words.to_owned()));
    match (unread, unknown) {
        (0, 0) => Ok(()),
        (0, 1) => failed("1 position has an unknown value; its line says how to build the table"),
        (0, _) => failed(&format!(
            "{unknown} positions have unknown values; their lines say how to build the tables"
        )),
        (1, _) => usage("1 line is not a position that tables know; its answer says why"),
        _ => usage(&format!("{unread} lines are not positions that tables know; their answers say why")),
    }
}

/// Reads a position that tables can be probed for; `place` is its file and line, for messages.
fn read(knowledge: &Knowledge, fen: &str, place: &str) -> Result<Board, CommandError> {
    let board = position::read_fen(fen, place, false)?;
    knowledge.check(&board)?;
    Ok(board)
}

fn write(answer: &Answer<'_>, out: &mut impl Write) -> Result<(), CommandError> {
    serde_json::to_writer(&mut *out, answer).map_err(std::io::Error::from)?;
    Ok(writeln!(out)?)
}

/// Returns a function that prints problems with the cache and shows the progress of each table being built.
fn reporter() -> impl Fn(ProbeNotice<'_>) + Sync + 'static {
    let shown: Mutex<Option<ProgressBar>> = Mutex::default();
    move |notice| match notice {
        ProbeNotice::Building(Progress { material, solved, positions, .. }) => {
            let mut shown = shown.lock();
            let bar = shown.get_or_insert_with(|| {
                let bar = progress::bar(0, "");
                progress::keep_ticking(&bar);
                bar
            });
            bar.set_message(material.to_string());
            bar.set_length(positions);
            bar.set_position(solved);
        }
        ProbeNotice::Built => {
            if let Some(bar) = shown.lock().take() {
                bar.finish_and_clear();
            }
        }
        ProbeNotice::Problem(problem) => eprintln!("lucena: {problem}"),
    }
}

/// Returns how to get the missing table; `None` if none is missing.
fn how_to_get(knowledge: &Knowledge, board: &Board) -> Option<String> {
    let material = knowledge.missing_table(board)?;
    Some(format!("{material} is not in the cache; to build it: lucena tablebase build {material}"))
}
