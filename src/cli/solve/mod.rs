//! `lucena solve`: the proven result of one position that no table holds, as text, as JSON or as a page; or those of a suite.

mod claim;
mod page;
mod suite;
mod tables;

use std::io::Write;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use self::tables::FiveMen;
use super::machine::{self, threads_or_all_cores};
use super::outputs::{self, Force};
use super::{CommandError, input, position, progress};
use crate::analysis::solved::words::{
    conversion_in_words, headline, notations, numbered, proven_in_words, reason_in_words, sorted,
    stopped_in_words, uci,
};
use crate::board::Board;
use crate::solve::{FiftyMoves, Solution, SolveLimits, SolveProgress, SolvedGraph, SolvedMove};
use crate::text::outputs::OutputPath;
use comfy_table::{Table, presets};
use indicatif::{HumanBytes, HumanCount, HumanDuration, ProgressBar, ProgressStyle};
use serde::Serialize;

/// The default memory for results, in GiB, if the machine has that much.
const MEMORY_GIBIBYTES: f64 = 4.0;
const BYTES_PER_GIBIBYTE: f64 = (1u64 << 30) as f64;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Lucena solves positions with at most two pieces beside kings and any number of pawns, without \
                  castling rights. Everything it reports is proven: if a limit ends the work, it reports what is proven by \
                  then, and the limit. Results and distances ignore the 50-move rule; the answer says whether it could matter.\n\
                  Example:\n  lucena solve \"8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1\""
)]
pub(super) struct Arguments {
    /// The position
    #[arg(required_unless_present = "suite")]
    fen: Vec<String>,

    /// Check the claims of a suite: bm, am, dm and wdl
    #[arg(long, value_name = "FILE.epd", value_parser = input::path(), conflicts_with = "fen")]
    suite: Option<PathBuf>,

    /// Print one JSON object; with --suite, one for each position
    #[arg(long)]
    json: bool,

    /// Also write a page to click through
    #[arg(long, value_name = "FILE", value_parser = input::output(), conflicts_with = "suite")]
    html: Option<OutputPath>,

    /// Save what is proven to this file, which may be the one of --load
    #[arg(long, value_name = "FILE", value_parser = input::output(), conflicts_with = "suite")]
    save: Option<OutputPath>,

    #[command(flatten)]
    force: Force,

    /// Start from a saved file: lucena answers its positions, and those that they lead to, at once
    #[arg(long, value_name = "FILE", value_parser = input::path(), conflicts_with = "suite")]
    load: Option<PathBuf>,

    /// The folder of tables of five men from `lucena tablebase build` [default: the one in engine.toml, otherwise the user's
    /// cache folder]
    #[arg(long, value_name = "PATH", value_parser = input::path())]
    tables: Option<PathBuf>,

    /// Stop after this many seconds; with --suite, seconds for each position [default: none, with --suite 60]
    #[arg(long, value_name = "SECONDS")]
    time: Option<NonZeroU32>,

    /// Memory for results, in GiB [default: 4, or what the machine allows]
    #[arg(long, value_name = "GIB", value_parser = gibibytes)]
    memory: Option<f64>,

    /// Threads [default: one per core]
    #[arg(long, value_parser = super::machine::threads)]
    threads: Option<usize>,
}

/// A positive number of GiB.
fn gibibytes(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number > 0.0 && number.is_finite() => Ok(number),
        _ => Err("memory is a number of GiB above 0, such as 8 or 0.5".to_owned()),
    }
}

/// The memory that was asked for, else as much as is usual or the machine allows, in GiB.
fn memory(asked: Option<f64>) -> Result<f64, CommandError> {
    let allowed = machine::memory_gibibytes();
    match asked {
        Some(asked) if asked > allowed => Err(CommandError::Usage(format!(
            "--memory {asked} is impossible here: this machine's memory allows up to {allowed:.1} GiB"
        ))),
        asked => Ok(asked.unwrap_or(MEMORY_GIBIBYTES.min(allowed))),
    }
}

/// Solves with the tables in the folder of `--tables`, else in that of the configuration.
pub(super) fn run(arguments: &Arguments, configured: Option<&Path>) -> Result<(), CommandError> {
    let limits = SolveLimits {
        time: arguments.time.map(|seconds| Duration::from_secs(seconds.get().into())),
        bytes: (memory(arguments.memory)? * BYTES_PER_GIBIBYTE) as usize,
        threads: threads_or_all_cores(arguments.threads),
    };
    let tables = FiveMen::of_folder(arguments.tables.as_deref().or(configured), limits);
    let done = match &arguments.suite {
        Some(path) => suite::run(path, limits, &tables, arguments.json),
        None => solve(arguments, limits, &tables),
    };
    tables.tell_problems();
    done
}

fn solve(arguments: &Arguments, limits: SolveLimits, tables: &FiveMen) -> Result<(), CommandError> {
    let board = position::read(&arguments.fen, false)?;
    let saved = arguments.force.claim(arguments.save.as_ref(), &outputs::SOLVED)?;
    let html = arguments.force.claim(arguments.html.as_ref(), &crate::page::KIND)?;
    let known = arguments.load.as_deref().map(|path| load(path, limits.bytes, &board)).transpose()?;
    let bar = progress_bar();
    let begin = Instant::now();
    let mut report = |progress: &SolveProgress| {
        let most_left = limits.time.map(|time| time.saturating_sub(begin.elapsed()));
        bar.set_message(format!("{}; {}", progress_in_words(progress), left_in_words(progress, most_left)));
    };
    let (solver, never) = (tables.solver(limits), AtomicBool::new(false));
    let solved = match known {
        Some(known) => solver.go_on(&board, known, &never, &mut report),
        None => solver.solve(&board, &never, &mut report),
    };
    bar.finish_and_clear();
    let (solution, graph) = solved.map_err(|error| CommandError::Usage(error.to_string()))?;
    if let Some(saved) = saved {
        saved.write_by(|output| graph.save(output, &board))?;
    }
    if let Some(html) = html {
        html.write(page::page(&board, &solution, &graph).map_err(std::io::Error::from)?)?;
    }
    let mut out = std::io::stdout().lock();
    if arguments.json {
        serde_json::to_writer(&mut out, &Answer::of(&board, &solution, tables.names()))
            .map_err(std::io::Error::from)?;
        writeln!(out)?;
    } else {
        describe(&board, &solution, tables, &mut out)?;
    }
    Ok(())
}

/// What a file keeps; whether it is about the position is told.
fn load(path: &Path, bytes: usize, board: &Board) -> Result<SolvedGraph, CommandError> {
    let graph = SolvedGraph::load(path, bytes)?;
    if !graph.knows(board) {
        eprintln!("lucena: {} does not know this position, which is solved anew", path.display());
    }
    Ok(graph)
}

/// What is going on, on stderr and only where a person is looking.
fn progress_bar() -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    // The template is fixed; should indicatif refuse it, its own style does as well.
    if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed_precise} {msg}") {
        bar.set_style(style);
    }
    progress::keep_ticking(&bar);
    bar
}

fn progress_in_words(progress: &SolveProgress) -> String {
    format!(
        "{}; {} of {} moves proven; {} arrangements, {}",
        proven_in_words(progress.proven),
        progress.moves_proven,
        progress.moves,
        HumanCount(progress.size.arrangements as u64),
        HumanBytes(progress.size.bytes as u64)
    )
}

/// The time left, as far as anything is known of it.
fn left_in_words(progress: &SolveProgress, most_left: Option<Duration>) -> String {
    let of_open = match progress.left_of_open {
        Some(left) => format!("about {} left for what is open", HumanDuration(left)),
        None => "time left unknown yet".to_owned(),
    };
    match most_left {
        Some(most) => format!("{of_open}, {} at most", HumanDuration(most)),
        None => of_open,
    }
}

#[derive(Serialize)]
struct Answer {
    fen: String,
    result: &'static str,
    moves: Vec<MoveAnswer>,
    /// Best play of both, in UCI's notation.
    line: Vec<String>,
    /// The same for people.
    line_san: Vec<String>,
    /// With a win or loss: whether it stands with the 50-move rule, too; null where it may not, and in draws.
    stands_with_50_move_rule: Option<bool>,
    /// Pawn arrangements with the kinds of pieces beside them, once for each side that could win.
    arrangements: usize,
    positions: u64,
    /// Tables of five men that positions were looked up in.
    tables: Vec<String>,
    bytes: usize,
    seconds: f64,
    /// `time`, `memory` or `pieces` where not everything could be proven.
    stopped_by: Option<&'static str>,
}

#[derive(Serialize)]
struct MoveAnswer {
    uci: String,
    san: String,
    result: &'static str,
    /// Moves of the winning side until the next capture, pawn move or mate, without the 50-move rule.
    moves_to_conversion: Option<u32>,
    /// Whether there is no shorter way; otherwise it is so many moves at most.
    is_conversion_exact: Option<bool>,
    /// It keeps the win only by coming back to the position.
    loses_time: bool,
}

impl Answer {
    fn of(board: &Board, solution: &Solution, tables: Vec<String>) -> Answer {
        Answer {
            fen: board.fen(),
            result: proven_in_words(solution.proven),
            moves: sorted(&solution.moves)
                .iter()
                .map(|solved| MoveAnswer::of(board, solved, solution))
                .collect(),
            line: solution.line.iter().map(|played| uci(*played)).collect(),
            line_san: notations(board, &solution.line),
            stands_with_50_move_rule: match solution.fifty_moves {
                Some(FiftyMoves::Stands) => Some(true),
                Some(FiftyMoves::MayMatter) | None => None,
            },
            arrangements: solution.size.arrangements,
            positions: solution.size.positions,
            tables,
            bytes: solution.size.bytes,
            seconds: solution.time.as_secs_f64(),
            stopped_by: solution.stopped_by.map(stopped_in_words),
        }
    }
}

impl MoveAnswer {
    fn of(board: &Board, solved: &SolvedMove, solution: &Solution) -> MoveAnswer {
        MoveAnswer {
            uci: uci(solved.played),
            san: board.notation(solved.played).to_string(),
            result: proven_in_words(solved.proven),
            moves_to_conversion: solved.conversion.map(|conversion| conversion.moves),
            is_conversion_exact: solved.conversion.map(|conversion| conversion.is_exact),
            loses_time: solution.losing_time.contains(&solved.played),
        }
    }
}

fn describe(
    board: &Board,
    solution: &Solution,
    tables: &FiveMen,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    writeln!(out, "{}", headline(board, solution))?;
    if !solution.moves.is_empty() {
        writeln!(out, "{}", move_table(board, solution))?;
    }
    if !solution.line.is_empty() {
        writeln!(out, "line          {}", numbered(board, &solution.line))?;
    }
    writeln!(out, "arrangements  {}", HumanCount(solution.size.arrangements as u64))?;
    writeln!(out, "positions     {}", HumanCount(solution.size.positions))?;
    let names = tables.names();
    if !names.is_empty() {
        writeln!(out, "tables        {}", names.join(" "))?;
    }
    writeln!(out, "memory        {}", HumanBytes(solution.size.bytes as u64))?;
    writeln!(out, "time          {:.1} s", solution.time.as_secs_f64())?;
    if let Some(stopped_by) = solution.stopped_by {
        writeln!(out, "stopped by    {}", reason_in_words(stopped_by))?;
        let is_open = solution.proven.value().is_none();
        if let Some(material) = tables.lacking(board).filter(|_| is_open) {
            writeln!(
                out,
                "would help    lucena tablebase build {material}, once; it takes some minutes or more"
            )?;
        }
    }
    Ok(())
}

fn move_table(board: &Board, solution: &Solution) -> Table {
    let mut table = Table::new();
    table.load_style(presets::UTF8_BORDERS_ONLY);
    table.set_header(["move", "result", "winner's moves to capture, pawn move or mate"]);
    for solved in sorted(&solution.moves) {
        let conversion = solved.conversion.map(conversion_in_words).unwrap_or_default();
        let mut words = proven_in_words(solved.proven).to_owned();
        if solution.losing_time.contains(&solved.played) {
            words.push_str(", but only loses time");
        }
        table.add_row([board.notation(solved.played).to_string(), words, conversion]);
    }
    table
}
