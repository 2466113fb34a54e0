//! `lucena solve`: proves the result of one position that no table holds, as text, JSON or a page; or checks those of a suite.

mod suite;

use std::io::Write;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::machine::{self, threads_or_all_cores};
use super::outputs::Force;
use super::syzygy::{self, SyzygyFolders, TablesFolder};
use super::{CommandError, input, position, progress};
use crate::analysis::solved::words::proven_in_words;
use crate::analysis::solved::{self, Answer, Decision, Estimated, LargerTables};
use crate::board::Board;
use crate::config::Config;
use crate::page;
use crate::solve::{Question, SOLVED_POSITIONS, SolveLimits, SolveProgress, SolvedGraph, Solver};
use crate::text::outputs::OutputPath;
use crate::text::{numbers, with_causes};
use indicatif::{HumanBytes, HumanCount, HumanDuration, ProgressBar, ProgressStyle};
use serde::Serialize;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Lucena solves positions with at most two pieces besides kings and any number of pawns, without \
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

    /// Only answer whether White wins (win), or whether Black holds (draw), and stop as soon as that is known
    #[arg(long, value_name = "QUESTION", conflicts_with_all = ["suite", "html"])]
    question: Option<Asked>,

    /// Only estimate arrangements, memory and time
    #[arg(long, conflicts_with_all = ["suite", "html", "save", "load"])]
    estimate: bool,

    /// Print one JSON object; with --suite, one for each position
    #[arg(long)]
    json: bool,

    /// Also write a page to click through
    #[arg(long, value_name = "FILE", value_parser = input::output(), conflicts_with = "suite")]
    html: Option<OutputPath>,

    /// Save what is proven to this file, which may be the one of --load
    #[arg(long, value_name = "FILE", value_parser = input::output(), conflicts_with = "suite")]
    save: Option<OutputPath>,

    /// Keep what is solved in this file once memory runs short, and go on from it if it is there
    #[arg(long, value_name = "FILE", value_parser = input::output(), conflicts_with_all = ["suite", "estimate", "load"])]
    disk: Option<OutputPath>,

    #[command(flatten)]
    force: Force,

    /// Start from a saved file: lucena answers its positions, and those that they lead to, at once
    #[arg(long, value_name = "FILE", value_parser = input::path(), conflicts_with = "suite")]
    load: Option<PathBuf>,

    #[command(flatten)]
    tables: TablesFolder,

    /// Do not build results of five men that a proof lacks
    #[arg(long)]
    no_build: bool,

    #[command(flatten)]
    syzygy: SyzygyFolders,

    /// Stop after this many seconds; with --suite, seconds for each position [default: none, with --suite 60]
    #[arg(long, value_name = "SECONDS", value_parser = numbers::at_least(NonZeroU32::MIN))]
    time: Option<NonZeroU32>,

    /// Memory for results, in GiB [default: 4, or what the machine allows]
    #[arg(long, value_name = "GIB", value_parser = machine::gibibytes)]
    memory: Option<f64>,

    /// Threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = super::machine::threads)]
    threads: Option<usize>,
}

/// A question, as the command line names it.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Asked {
    /// Does White win?
    Win,
    /// Does Black hold, by a draw or a win?
    Draw,
}

impl From<Asked> for Question {
    fn from(asked: Asked) -> Question {
        match asked {
            Asked::Win => Question::Win,
            Asked::Draw => Question::Draw,
        }
    }
}

/// Solves with the tables in the folder of `--tables`, else in that of the configuration.
pub(super) fn run(config: &Config, arguments: &Arguments) -> Result<(), CommandError> {
    let limits = SolveLimits {
        time: arguments.time.map(|seconds| Duration::from_secs(seconds.get().into())),
        bytes: machine::solver_bytes(arguments.memory)?,
        threads: threads_or_all_cores(arguments.threads),
    };
    let folder = arguments.tables.folder(config)?;
    let syzygy = arguments.syzygy.open(config);
    let tables = LargerTables::new(folder.as_deref(), syzygy.clone(), limits, !arguments.no_build);
    let done = match &arguments.suite {
        Some(path) => suite::run(path, limits, &tables, arguments.json),
        None => solve(arguments, limits, &tables),
    };
    for problem in tables.problems() {
        eprintln!("lucena: {problem}");
    }
    syzygy::report_damage(&syzygy);
    done
}

fn solve(arguments: &Arguments, limits: SolveLimits, tables: &LargerTables) -> Result<(), CommandError> {
    let board = position::read(&arguments.fen, false)?;
    let question = arguments.question.map(Question::from);
    let solver = tables.solver(limits);
    let solver = question.map_or(solver.clone(), |question| solver.with_question(question));
    if arguments.estimate {
        let estimated = estimated(&board, &solver, limits)?;
        return print(arguments.json, &estimated, || estimated.text());
    }
    let saved = arguments.force.claim(arguments.save.as_ref(), &SOLVED_POSITIONS)?;
    let html = arguments.force.claim(arguments.html.as_ref(), &page::KIND)?;
    let known = known_already(arguments, limits, &board)?;
    let bar = progress_bar();
    if known.is_none() && !bar.is_hidden() {
        bar.println(estimated(&board, &solver, limits)?.line());
    }
    let begin = Instant::now();
    let mut report = |progress: &SolveProgress| {
        let most_left = limits.time.map(|time| time.saturating_sub(begin.elapsed()));
        bar.set_message(format!("{}; {}", progress_in_words(progress), left_in_words(progress, most_left)));
    };
    let never = AtomicBool::new(false);
    let solved = match known {
        Some(known) => solver.go_on(&board, known, &never, &mut report),
        None => solver.solve(&board, &never, &mut report),
    };
    bar.finish_and_clear();
    let (solution, graph) = solved.map_err(|error| CommandError::Usage(error.to_string()))?;
    let page = html.is_some().then(|| solved::page(&board, &solution, &graph, tables));
    let page = page.transpose().map_err(std::io::Error::from)?;
    if let Some(failure) = graph.read_failure() {
        return Err(CommandError::Failed(failure.to_string()));
    }
    if let Some(saved) = saved {
        saved.write_by(|output| graph.save(output, &board))?;
    }
    if let (Some(html), Some(page)) = (html, page) {
        html.write(page)?;
    }
    if let Some(failure) = graph.write_failure() {
        eprintln!("lucena: {}; went on in memory", with_causes(failure));
    }
    match question.map(|question| Decision::of(&board, question, &solution, tables)) {
        Some(decision) => print(arguments.json, &decision, || decision.text(&board)),
        None => {
            let text = || solved::text(&board, &solution, tables);
            print(arguments.json, &Answer::of(&board, &solution, tables), text)
        }
    }
}

/// Estimates the work before it begins.
fn estimated(board: &Board, solver: &Solver, limits: SolveLimits) -> Result<Estimated, CommandError> {
    let estimate = solver.estimate(board).map_err(|error| CommandError::Usage(error.to_string()))?;
    Ok(Estimated::of(board, estimate, limits))
}

/// Prints an answer as JSON or as text.
fn print(is_json: bool, answer: &impl Serialize, text: impl FnOnce() -> String) -> Result<(), CommandError> {
    let mut out = std::io::stdout().lock();
    if is_json {
        serde_json::to_writer(&mut out, answer).map_err(std::io::Error::from)?;
        writeln!(out)?;
    } else {
        write!(out, "{}", text())?;
    }
    Ok(())
}

/// Returns what an earlier run solved or saved, and where more may be kept; `None` if the work begins from nothing in memory.
fn known_already(
    arguments: &Arguments,
    limits: SolveLimits,
    board: &Board,
) -> Result<Option<SolvedGraph>, CommandError> {
    if let Some(output) = &arguments.disk {
        return in_file(output, arguments.force.force, board).map(Some);
    }
    arguments.load.as_deref().map(|path| load(path, limits.bytes, board)).transpose()
}

/// Begins or continues a file of work in progress; reports what it finds there.
fn in_file(output: &OutputPath, force: bool, board: &Board) -> Result<SolvedGraph, CommandError> {
    let name = output.as_ref().display();
    let (graph, bytes_cut) = SolvedGraph::in_file(output, force, board)?;
    if graph.size().arrangements > 0 {
        let arrangements = HumanCount(graph.size().arrangements as u64);
        eprintln!("lucena: going on from {name} with {arrangements} solved arrangements");
    }
    if bytes_cut > 0 {
        eprintln!(
            "lucena: the last {} of {name} were not complete; solving them again",
            HumanBytes(bytes_cut)
        );
    }
    Ok(graph)
}

/// Loads a file; reports if it does not contain the position.
fn load(path: &Path, bytes: usize, board: &Board) -> Result<SolvedGraph, CommandError> {
    let graph = SolvedGraph::load(path, bytes)?;
    if !graph.knows(board) {
        eprintln!("lucena: {} does not contain this position; solving it now", path.display());
    }
    Ok(graph)
}

/// Returns a bar that shows the work on stderr, only on a terminal.
fn progress_bar() -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    // The template is fixed; if indicatif refused it, its own style would do.
    if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed_precise} {msg}") {
        bar.set_style(style);
    }
    progress::keep_ticking(&bar);
    bar
}

fn progress_in_words(progress: &SolveProgress) -> String {
    if let Some(material) = progress.building {
        return format!("{}; building the results of {material}", proven_in_words(progress.proven));
    }
    format!(
        "{}; {} of {} moves proven; {} arrangements, {}",
        proven_in_words(progress.proven),
        progress.moves_proven,
        progress.moves,
        HumanCount(progress.size.arrangements as u64),
        HumanBytes(progress.size.bytes as u64)
    )
}

/// Returns the estimate of the time left.
fn left_in_words(progress: &SolveProgress, most_left: Option<Duration>) -> String {
    let of_open = match progress.left_of_open {
        Some(left) => format!("about {} left for the open part", HumanDuration(left)),
        None => "time left still unknown".to_owned(),
    };
    match most_left {
        Some(most) => format!("{of_open}, {} at most", HumanDuration(most)),
        None => of_open,
    }
}
