//! `lucena tablebase probe`: prints the value of a position, as text or as one JSON object a line.

use std::io::Write;

use indicatif::ProgressBar;
use parking_lot::Mutex;

use super::super::machine::threads_or_all_cores;
use super::super::syzygy::{self, SyzygyFolders};
use super::super::{CommandError, input, position, progress};
use crate::analysis::probe::{Answer, Knowledge, ProbeError, ProbeNotice, in_words, text};
use crate::board::Board;
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

/// An answer, and what is wrong with the question, or unknown.
struct Answered<'a> {
    answer: Answer<'a>,
    problem: Option<CommandError>,
    /// How to know more of a position whose result is known.
    advice: Option<String>,
}

impl Prober {
    /// Prints the report on the position of the command line.
    fn single_text(&mut self, fen: &str) -> Result<(), CommandError> {
        let board = position::read_fen(fen, "", false)?;
        self.knowledge.check(&board)?;
        let value = self.knowledge.value(&board)?;
        write!(std::io::stdout().lock(), "{}", text(&mut self.knowledge, &board, value)?)?;
        match (value, how_to_get(&self.knowledge, &board)) {
            (None, Some(words)) => Err(CommandError::Failed(words)),
            (Some(_), Some(words)) => {
                eprintln!("lucena: {words}");
                Ok(())
            }
            (_, None) => Ok(()),
        }
    }

    /// Prints the object for the position of the command line, and reports what is wrong with it or unknown.
    fn single_json(&mut self, fen: &str) -> Result<(), CommandError> {
        let Answered { answer, problem, advice } = self.json(fen, "")?;
        write(&answer, &mut std::io::stdout().lock())?;
        if let Some(words) = advice {
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
                let Answered { answer, problem, .. } = self.json(fen, &place)?;
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
        let problem = how_to_get(&self.knowledge, &board).filter(|_| value.is_none());
        let words = problem.clone().unwrap_or_else(|| value.map_or_else(String::new, in_words));
        Ok((words, problem.map(CommandError::Failed)))
    }

    /// Returns the object for a position, or for what is none.
    fn json<'a>(&mut self, fen: &'a str, place: &str) -> Result<Answered<'a>, CommandError> {
        let board = match position::read_fen(fen, place, false) {
            Ok(board) => board,
            Err(error) => {
                let answer = Answer::unread(fen, error.to_string());
                return Ok(Answered { answer, problem: Some(error.into()), advice: None });
            }
        };
        // Of a position that no table can hold, the moves may still lead to tables.
        let refusal = self.knowledge.check(&board).err();
        let value = if refusal.is_none() { self.knowledge.value(&board)? } else { None };
        let facts = self.knowledge.facts(&board)?;
        let is_known = facts.category.without_rule().is_some();
        let problem = if is_known { None } else { self.why_unknown(&board, refusal) };
        let error = problem.as_ref().map(ToString::to_string);
        let answer = Answer::of(fen, value, &facts, error).with_source(self.knowledge.source(&board));
        let answer = match self.has_moves {
            true => answer.with_moves(&board, &self.knowledge.move_facts(&board)?),
            false => answer,
        };
        let advice = how_to_get(&self.knowledge, &board).filter(|_| is_known);
        Ok(Answered { answer, problem, advice })
    }

    fn why_unknown(&self, board: &Board, refusal: Option<ProbeError>) -> Option<CommandError> {
        refusal
            .map(CommandError::from)
            .or_else(|| how_to_get(&self.knowledge, board).map(CommandError::Failed))
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
        ProbeNotice::NoResults(problem) => eprintln!("lucena: {problem}"),
    }
}

/// Returns how to get the missing table; `None` if none is missing.
fn how_to_get(knowledge: &Knowledge, board: &Board) -> Option<String> {
    let material = knowledge.missing_table(board)?;
    Some(format!("{material} is not in the cache; to build it: lucena tablebase build {material}"))
}
