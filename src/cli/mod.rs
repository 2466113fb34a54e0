//! The command line: `lucena` alone speaks UCI, every subcommand has a file here; `main` calls [`run`].

mod advice;
mod analyse;
mod bench;
mod error;
mod eval;
mod explain;
mod genfens;
mod label;
mod packaging;
mod perft;
mod positions;
mod progress;
mod protocol;
mod review;
mod selfplay;
mod serve;
mod solve;
mod suite;
mod tablebase;
mod tree;
mod words;

pub use error::CommandError;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use self::words::named_files::NamedFiles;
use self::words::{input, machine, outputs, position, syzygy};
use crate::config::Config;
use crate::threads;
use crate::uci::fewer_threads;

/// A UCI chess engine for endings that knows why.
///
/// Without a command, lucena speaks UCI on stdin and stdout, for GUIs and match runners.
#[derive(Debug, Parser)]
#[command(name = "lucena", version, max_term_width = 110)]
#[command(
    after_help = "Exit code: 0 success, 1 something failed, 2 the command line or a file named on it is wrong."
)]
pub struct Cli {
    /// Read settings from this engine.toml and no other
    #[arg(long, global = true, value_name = "PATH", value_parser = input::path())]
    config: Option<PathBuf>,

    #[command(subcommand)]
    command: Option<Command>,

    /// The files that the words above name.
    #[arg(skip)]
    files: NamedFiles,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Search one position and print what UCI prints, as in: go depth 20 --fen FEN
    Go(protocol::Arguments),
    /// Search fixed endgame positions; the last line is "N nodes M nps", with the same N everywhere
    Bench(bench::Arguments),
    /// Count move paths, to test move generation
    Perft(perft::Arguments),
    /// Show the static value of a position term by term
    Eval(eval::Arguments),
    /// Analyse streams of positions and games; print one JSON object per line
    Analyse(analyse::Arguments),
    /// Solve the positions of an EPD file: best moves, mates, results
    Suite(suite::Arguments),
    /// Play games against itself, for positions to train the networks
    Selfplay(selfplay::Arguments),
    /// Print balanced starting positions, as OpenBench's clients request them
    Genfens(genfens::Arguments),
    /// Label the positions of a file with a teacher's scores, for the networks
    Label(label::Arguments),
    /// Count, print and shuffle files of positions
    Positions(positions::Arguments),
    /// Build, list, verify and probe tables of exact endings
    Tablebase(tablebase::Arguments),
    /// List, check and prove tables of advice, and show what they play
    Advice(advice::Arguments),
    /// Prove the result of a position with few pieces and any number of pawns
    Solve(solve::Arguments),
    /// Explain a move by a table of advice, or a mate by its solution tree
    Explain(explain::Arguments),
    /// Review the endings of games: write annotated games and a page
    Review(review::Arguments),
    /// Show a board in the browser, and answer programs as the public table servers do
    Serve(serve::Arguments),
    /// Compare minimax, F1, F2 and principal variation search on one position
    Tree(tree::Arguments),
    /// Print the script that completes commands and options in a shell
    Completions(packaging::Completions),
    /// Write a manual page for every command into a folder
    Man(packaging::ManPages),
}

impl Cli {
    /// Reads the command line. Ends the program if it is wrong or asks for help.
    #[must_use]
    pub fn from_arguments(arguments: impl Iterator<Item = OsString>) -> Cli {
        let mut command = Cli::command();
        let words = genfens::split_quoted(arguments);
        let matches = command.try_get_matches_from_mut(&words);
        let matches = matches.unwrap_or_else(|error| with_commands(error, &command, &words).exit());
        let files = NamedFiles::of(&command, &matches);
        match Cli::from_arg_matches(&matches) {
            Ok(cli) => Cli { files, ..cli },
            Err(error) => error.format(&mut command).exit(),
        }
    }
}

/// Adds the commands to an error about an unknown one, unless clap has found a similar one. `words` are the command line.
fn with_commands(mut error: clap::Error, command: &clap::Command, words: &[OsString]) -> clap::Error {
    let has_hint = error.get(ContextKind::SuggestedSubcommand).is_some();
    if error.kind() == ErrorKind::InvalidSubcommand && !has_hint {
        let above = words.iter().fold(command, |above, word| above.find_subcommand(word).unwrap_or(above));
        let names: Vec<&str> = above.get_subcommands().map(clap::Command::get_name).collect();
        let tip = StyledStr::from(format!("the commands are {}", names.join(", ")));
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
    }
    error
}

/// Runs what the command line asks for.
///
/// # Errors
/// If the request is impossible ([`CommandError::exit_code`] 2) or fails (1).
pub fn run(cli: &Cli) -> Result<(), CommandError> {
    let config = Config::load(cli.config.as_deref())?;
    cli.files.refuse_overlap(config.source.clone())?;
    for problem in &config.problems {
        eprintln!("lucena: {problem}");
    }
    if cli.command.is_some() {
        threads::on_shortage(|shortage| eprintln!("lucena: {}", fewer_threads(shortage)));
    }
    // Measurements must not depend on a configuration file that happens to exist.
    let measured = if cli.config.is_some() { config.clone() } else { Config::built_in() };
    match &cli.command {
        None => protocol::run(&config),
        Some(Command::Go(arguments)) => protocol::go(&config, arguments),
        Some(Command::Bench(arguments)) => bench::run(&measured, arguments),
        Some(Command::Perft(arguments)) => perft::run(arguments),
        Some(Command::Eval(arguments)) => eval::run(arguments),
        Some(Command::Analyse(arguments)) => analyse::run(&measured, arguments),
        Some(Command::Suite(arguments)) => suite::run(&measured, arguments),
        Some(Command::Selfplay(arguments)) => selfplay::run(&measured, arguments),
        Some(Command::Genfens(arguments)) => genfens::run(&measured, arguments),
        Some(Command::Label(arguments)) => label::run(&measured, arguments),
        Some(Command::Positions(arguments)) => positions::run(arguments),
        Some(Command::Tablebase(arguments)) => tablebase::run(&config, arguments),
        Some(Command::Advice(arguments)) => advice::run(&config, arguments),
        Some(Command::Solve(arguments)) => solve::run(&config, arguments),
        Some(Command::Explain(arguments)) => explain::run(&config, arguments),
        Some(Command::Review(arguments)) => review::run(&config, arguments),
        Some(Command::Serve(arguments)) => serve::run(&config, arguments),
        Some(Command::Tree(arguments)) => tree::run(arguments),
        Some(Command::Completions(arguments)) => packaging::completions(Cli::command(), arguments),
        Some(Command::Man(arguments)) => packaging::man(Cli::command(), arguments),
    }
}
