//! `lucena tablebase probe`: prints the value of a position, as text or as one JSON object a line.

use std::io::Write;

use indicatif::ProgressBar;
use parking_lot::Mutex;

use super::super::machine::threads_or_all_cores;
use super::super::syzygy::{self, SyzygyFolders};
use super::super::{CommandError, input, position, progress};
use crate::analysis::probe::{Answer, Answered, Knowledge, ProbeNotice, Unknown, in_words, text};
use crate::config::Config;
use crate::tablebase::{Cache, Progress};

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Missing tables of up to four men are built and saved in the cache; those of five men \
                  come only from the cache (lucena tablebase build). Syzygy files give the results, without distances to mate, of \
                  positions that no such table holds. Values ignore the 50-move rule; if a file knows that the rule turns a \
                  win or loss into a draw, or if the clock of the FEN changes the result or the distance to mate, the answer says \
                  so. The JSON has the fields of the public table servers, which count the clock; docs/probe.md explains each."
)]
pub(super) struct Arguments {
    /// The position; - reads positions from standard input, one per line
    #[arg(required = true)]
    fen: Vec<String>,

    /// Print one JSON object per line: category, distances and moves as the public table servers give them
    #[arg(long)]
    json: bool,

    /// Leave the moves out of the JSON; a long stream is then answered several times as fast
    #[arg(long, requires = "json")]
    without_moves: bool,

    /// Threads for building [default: one per core]
    #[arg(long, value_name = "N", value_parser = super::super::machine::threads)]
    threads: Option<usize>,

    #[command(flatten)]
    syzygy: SyzygyFolders,
}

pub(super) fn run(config: &Config, cache: Cache, arguments: &Arguments) -> Result<(), CommandError> {
    let settings = arguments.syzygy.open(config);
    let threads = threads_or_all_cores(arguments.threads);
    let mut prober = Prober {
        knowledge: Knowledge::new(cache, settings.clone(), threads, reporter()),
        has_moves: !arguments.without_moves,
    };
    let done = match (arguments.fen == ["-"], arguments.json) {
        (true, json) => prober.stream(json),
        (false, true) => prober.single_json(&arguments.fen.join(" ")),
        (false, false) => prober.single_text(&arguments.fen.join(" ")),
    };
    prober.knowledge.report_damage();
    syzygy::report_damage(&settings);
    done
}

/// What answers positions.
struct Prober {
    knowledge: Knowledge,
    /// Whether the JSON lists the moves.
    has_moves: bool,
}

impl Prober {
    /// Prints the report on the position of the command line.
    fn single_text(&mut self, fen: &str) -> Result<(), CommandError> {
        let board = position::read_fen(fen, "", false)?;
        self.knowledge.check(&board)?;
        let value = self.knowledge.value(&board)?;
        write!(std::io::stdout().lock(), "{}", text(&mut self.knowledge, &board, value)?)?;
        match (value, self.knowledge.missing(&board)) {
            (None, Some(missing)) => Err(missing.into()),
            (Some(_), Some(words)) => {
                eprintln!("lucena: {words}");
                Ok(())
            }
            (_, None) => Ok(()),
        }
    }

    /// Prints the object for the position of the command line, and reports what is wrong with it or unknown.
    fn single_json(&mut self, fen: &str) -> Result<(), CommandError> {
        let (answer, problem, missing) = self.json(fen, "")?;
        write(&answer, &mut std::io::stdout().lock())?;
        if let Some(words) = missing {
            eprintln!("lucena: {words}");
        }
        problem.map_or(Ok(()), Err)
    }

    /// Answers every line of stdin with one line, even a bad one, so that answers and questions stay in step.
    fn stream(&mut self, json: bool) -> Result<(), CommandError> {
        let (mut unread, mut unknown) = (0, 0);
        for (index, line) in input::stdin_lines().enumerate() {
            let line = line?;
            let fen = line.as_str();
            if fen.is_empty() {
                continue;
            }
            let place = format!("stdin:{}: ", index + 1);
            let mut out = std::io::stdout().lock();
            let problem = if json {
                let (answer, problem, _) = self.json(fen, &place)?;
                write(&answer, &mut out)?;
                problem
            } else {
                let (words, problem) = self.words(fen, &place)?;
                writeln!(out, "{fen}\t{words}")?;
                problem
            };
            out.flush()?;
            match problem {
                Some(CommandError::Failed(_)) => unknown += 1,
                Some(_) => unread += 1,
                None => {}
            }
        }
        ending(unread, unknown)
    }

    /// Returns the value of a position in a few words.
    fn words(&mut self, fen: &str, place: &str) -> Result<(String, Option<CommandError>), CommandError> {
        let read = position::read_fen(fen, place, false).map_err(CommandError::from);
        let board = match read.and_then(|board| Ok(self.knowledge.check(&board).map(|()| board)?)) {
            Ok(board) => board,
            Err(problem) => return Ok((problem.to_string(), Some(problem))),
        };
        let value = self.knowledge.value(&board)?;
        let missing = self.knowledge.missing(&board).filter(|_| value.is_none());
        let words = missing.as_ref().map(ToString::to_string);
        let words = words.unwrap_or_else(|| value.map_or_else(String::new, in_words));
        Ok((words, missing.map(CommandError::from)))
    }

    /// Returns the object for a position, or for what is none; what is wrong with it or unknown; and what would know more.
    fn json<'a>(
        &mut self,
        fen: &'a str,
        place: &str,
    ) -> Result<(Answer<'a>, Option<CommandError>, Option<Unknown>), CommandError> {
        let board = match position::read_fen(fen, place, false) {
            Ok(board) => board,
            Err(error) => return Ok((Answer::unread(fen, error.to_string()), Some(error.into()), None)),
        };
        let Answered { answer, unknown, missing } =
            self.knowledge.answer(fen, &board, self.has_moves, &mut |_| None)?;
        Ok((answer, unknown.map(CommandError::from), missing))
    }
}

/// Returns how a stream ends in which some lines were no positions for tables, or of unknown value.
fn ending(unread: usize, unknown: usize) -> Result<(), CommandError> {
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

fn write(answer: &Answer<'_>, out: &mut impl Write) -> Result<(), CommandError> {
    serde_json::to_writer(&mut *out, answer).map_err(std::io::Error::from)?;
    Ok(writeln!(out)?)
}

/// Returns a function that prints problems with the cache and shows the progress of each table being built.
fn reporter() -> impl Fn(ProbeNotice<'_>) + Send + Sync + 'static {
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
        ProbeNotice::NoResults(problem) => eprintln!("lucena: {problem}"),
    }
}
