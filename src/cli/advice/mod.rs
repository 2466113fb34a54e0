//! `lucena advice`: lists tables of advice, checks them, proves them, and prints what they play.

mod lesson;
mod prove;

use std::io::Write as _;
use std::path::{Path, PathBuf};

use comfy_table::{Table as Printed, presets};

use super::progress::print_problem;
use super::{CommandError, input, position};
use crate::advice::prover::provable;
use crate::advice::{
    AdviceTable, Aim, Coverage, LeftOut, Material, Origin, Problem, RegisteredTable, Registry, Severity,
    check, choose, language,
};
use crate::analysis::advising::coverage;
use crate::board::Board;
use crate::config::Config;
use crate::tablebase::EMBEDDED_MEN;
use crate::text::outputs::OutputPath;
use crate::text::{did_you_mean, paths};

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// List every table: name, material, promise, how much of it is proven, origin
    List,
    /// Parse and lint a table; problems are printed as FILE:LINE:COLUMN: message
    Check {
        /// The table's file
        #[arg(value_parser = input::path())]
        file: PathBuf,
    },
    /// Play every position of the material against every defence; exit code 0 only if the table is proven
    Prove(prove::Arguments),
    /// Write a lesson as one page: idea, rules with positions, the longest win or a long defence, exercises
    Lesson(lesson::Arguments),
    /// Print what a table plays: FENs in, "FEN<TAB>rule<TAB>advice<TAB>move" out
    Moves {
        /// The name of a table, or its file
        table: String,
        /// The FENs, one per line; - reads standard input
        #[arg(default_value = "-", value_parser = input::path())]
        file: PathBuf,
    },
    /// Print every word that a table may use, as Markdown
    Words,
    /// Print the whole language with examples and traps, as Markdown
    Reference,
    /// Write a first table with comments to NAME.al0, as in: new queen KQvK
    New {
        /// The name of the table
        name: String,
        /// The men of both sides, ours first
        #[arg(required = true)]
        material: Vec<String>,
        /// The table wins [default: unless our men are worth less, or cannot mate]
        #[arg(long, conflicts_with = "holds")]
        wins: bool,
        /// The table holds the draw [default: if our men are worth less, or cannot mate]
        #[arg(long)]
        holds: bool,
    },
}

pub(super) fn run(config: &Config, arguments: &Arguments) -> Result<(), CommandError> {
    let registry = registry(config);
    match &arguments.command {
        Command::List => list(config, &registry),
        Command::Check { file } => check_file(registry, file),
        Command::Prove(arguments) => {
            let (registry, name) = registry_with(registry, arguments.table())?;
            prove::run(config, &registry, table_of(&registry, &name)?, arguments)
        }
        Command::Lesson(arguments) => {
            let (registry, name) = registry_with(registry, arguments.table())?;
            lesson::run(config, &registry, table_of(&registry, &name)?, arguments)
        }
        Command::Moves { table, file } => moves(registry, table, file),
        Command::Words => Ok(writeln!(std::io::stdout().lock(), "{}", language::words())?),
        Command::Reference => Ok(write!(std::io::stdout().lock(), "{}", language::reference())?),
        Command::New { name, material, wins, holds } => {
            let aim = if *wins { Some(Aim::Wins) } else { holds.then_some(Aim::Holds) };
            new(&registry, name, &material.concat(), aim)
        }
    }
}

/// Returns the built-in tables and the user's. It reports and leaves out user's tables that are wrong.
pub(super) fn registry(config: &Config) -> Registry {
    let (registry, left_out) = config.advice.registry();
    for left_out in left_out {
        eprintln!("lucena: {left_out}");
    }
    registry
}

fn list(config: &Config, registry: &Registry) -> Result<(), CommandError> {
    let mut printed = Printed::new();
    printed.load_style(presets::UTF8_HORIZONTAL_ONLY);
    printed.set_header(["table", "material", "promises", "keeps", "rules", "advice", "from"]);
    for registered in registry.tables() {
        let table = &registered.table;
        let origin = match &registered.origin {
            Origin::BuiltIn => "built in".to_owned(),
            Origin::File(path) => path.display().to_string(),
            Origin::Written => String::new(),
        };
        printed.add_row([
            table.name.clone(),
            table.material.to_string(),
            table.promise.to_string(),
            kept_in_words(config, registry, registered),
            table.rules.len().to_string(),
            table.advice.len().to_string(),
            origin,
        ]);
    }
    Ok(writeln!(std::io::stdout().lock(), "{printed}")?)
}

/// Returns in words how much of what is won or drawn a table wins or holds.
fn kept_in_words(config: &Config, registry: &Registry, registered: &RegisteredTable) -> String {
    let table = &registered.table;
    let coverage = coverage(&config.advice, registry, registered, &print_problem);
    let positions = match table.promise.aim {
        _ if table.material.has_many_men() => "promised",
        Aim::Wins => "won",
        Aim::Holds => "drawn",
    };
    match coverage {
        None => format!("not proven yet: lucena advice prove {}", table.name),
        Some(Coverage { all, kept }) if all == kept => format!("all {all} {positions} positions"),
        Some(coverage) => {
            let (percent, all) = (coverage.percent(), coverage.all);
            format!("{} of {all} {positions} positions, {percent:.2} %", coverage.kept)
        }
    }
}

/// Writes a first table; it does not replace a file.
fn new(registry: &Registry, name: &str, material: &str, aim: Option<Aim>) -> Result<(), CommandError> {
    let written = material.replace(char::is_whitespace, "");
    let material = Material::read_joined(&written).ok_or_else(|| {
        CommandError::Usage(format!(
            "{written:?} is not a material; write our men, v and theirs, each with one K and any of Q R B N P, as in KQvK"
        ))
    })?;
    if !language::is_name(name) {
        let rule = "begin with a letter, write letters, digits and _, and no word of the grammar";
        return Err(CommandError::Usage(format!("{name:?} cannot be the name of a table; {rule}")));
    }
    let aim = aim.unwrap_or_else(|| Registry::usual_aim(&material));
    let text = registry.first_table(name, &material, aim);
    if let Some(problem) = check(name, &text).problems.first() {
        return Err(CommandError::Usage(problem.kind.to_string()));
    }
    let path = paths::under_home(format!("{name}.al0").into());
    let mut output = std::io::stdout().lock();
    let next = match provable(&material) {
        Ok(()) => {
            if material.men() > EMBEDDED_MEN {
                let line =
                    "has more positions than a proof can go through: name some in the promise, after `where`";
                writeln!(output, "{material} {line}")?;
            }
            "prove"
        }
        Err(refused) => {
            let line = "this table can be checked and explained, but neither proven nor played";
            writeln!(output, "{refused}: {line}")?;
            "check"
        }
    };
    OutputPath::new(&path).create_new(text.as_bytes())?;
    let (path, promise) = (path.display(), aim.words());
    Ok(writeln!(output, "Wrote {path}, a table that {promise}. Next: `lucena advice {next} {path}`")?)
}

fn check_file(mut registry: Registry, file: &Path) -> Result<(), CommandError> {
    let text = input::read_text(file)?;
    let mut checked = check(&stem(file), &text);
    if let Some(table) = &checked.table {
        registry.add_handed_over(table, &folder_of(file)).map_err(wrong)?;
        checked.problems.extend(registry.handover_problems(table));
    }
    for problem in &checked.problems {
        eprintln!("{}:{problem}", file.display());
    }
    let is_error = |problem: &Problem| problem.severity() == Severity::Error;
    let verdict = match &checked.problems[..] {
        [] => return Ok(writeln!(std::io::stdout().lock(), "{}: no problems", file.display())?),
        problems if problems.iter().any(is_error) => "has errors and is not a table",
        _ => "can be used, but has warnings",
    };
    let message = format!("{} {verdict}; correct these places, then check it again", file.display());
    Err(CommandError::Usage(message))
}

fn moves(registry: Registry, name: &str, file: &Path) -> Result<(), CommandError> {
    let (registry, name) = registry_with(registry, name)?;
    let table = table_of(&registry, &name)?;
    let mut output = std::io::BufWriter::new(std::io::stdout().lock());
    let mut wrong = 0;
    for (index, line) in lines(file)?.enumerate() {
        let line = line?;
        let fen = line.trim();
        if fen.is_empty() {
            continue;
        }
        let place = format!("{}:{}: ", file.display(), index + 1);
        let board = match position::read_fen(fen, &place, false) {
            Ok(board) => Some(board),
            Err(error) => {
                wrong += 1;
                eprintln!("lucena: {place}{error}");
                None
            }
        };
        // A line that is not a position is answered too, so that questions and answers stay in step.
        writeln!(output, "{}", move_line(table, fen, board.as_ref()))?;
    }
    output.flush()?;
    input::outcome(file, wrong)
}

type Lines = Box<dyn Iterator<Item = Result<String, CommandError>>>;

fn lines(file: &Path) -> Result<Lines, CommandError> {
    if file == Path::new("-") {
        return Ok(Box::new(input::stdin_lines()));
    }
    let lines: Vec<String> = input::read_text(file)?.lines().map(str::to_owned).collect();
    Ok(Box::new(lines.into_iter().map(Ok)))
}

fn move_line(table: &AdviceTable, fen: &str, board: Option<&Board>) -> String {
    match board.and_then(|board| choose(table, board)) {
        Some(choice) => {
            let mode = shakmaty::CastlingMode::Standard;
            format!("{fen}\t{}\t{}\t{}", choice.rule, choice.advice, choice.played.to_uci(mode))
        }
        None => format!("{fen}\t-\t-\t-"),
    }
}

/// Adds the table if it is named by a file, with the tables beside it that it hands over to; returns all tables and its name.
pub(super) fn registry_with(mut registry: Registry, name: &str) -> Result<(Registry, String), CommandError> {
    let path = paths::under_home(name.into());
    if path.extension().is_none() {
        return Ok((registry, name.to_owned()));
    }
    registry.add_file(path.clone()).map_err(wrong)?;
    let name = stem(&path);
    let table = table_of(&registry, &name)?.clone();
    registry.add_handed_over(&table, &folder_of(&path)).map_err(wrong)?;
    Ok((registry, name))
}

pub(super) fn table_of<'a>(registry: &'a Registry, name: &str) -> Result<&'a AdviceTable, CommandError> {
    registry.find(name).ok_or_else(|| {
        let names: Vec<&str> = registry.tables().iter().map(|shelved| shelved.table.name.as_str()).collect();
        CommandError::Usage(format!(
            "unknown table {name:?}{}; allowed: {}, or an .al0 file",
            did_you_mean(name, names.iter().copied()),
            names.join(", ")
        ))
    })
}

fn wrong(left_out: Vec<LeftOut>) -> CommandError {
    let lines: Vec<String> = left_out.iter().map(LeftOut::to_string).collect();
    CommandError::Usage(lines.join("\n"))
}

/// Returns the folder in which a file is.
fn folder_of(file: &Path) -> PathBuf {
    file.parent().map(Path::to_owned).unwrap_or_default()
}

fn stem(file: &Path) -> String {
    file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}
