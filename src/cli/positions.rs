//! `lucena positions`: counts, prints and shuffles files of positions that a network learns from.

use std::io::{BufWriter, Write};
use std::path::PathBuf;

use clap::Subcommand;

use super::words::outputs::Force;
use super::words::{input, machine};
use super::{CommandError, progress};
use crate::text::numbers;
use crate::text::outputs::OutputPath;
use crate::training::{Census, PositionReader, Shuffled, Shuffling, Stage, as_text};

/// The default memory for shuffling.
const MEMORY_GIBIBYTES: f64 = 1.0;
const BYTES_PER_GIBIBYTE: f64 = (1 << 30) as f64;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Read whole files, verify their checksums and print what is in them
    Count(Count),
    /// Print positions as lines FEN;RESULT;GAME;SCORE
    Text(Text),
    /// Shuffle the positions of files, drop duplicates, and hold out whole games
    Shuffle(Shuffle),
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Exit code 1 if a file is damaged or contains something that is not a position.")]
struct Count {
    /// Files of positions
    #[arg(required = true, value_parser = input::path())]
    files: Vec<PathBuf>,

    /// Also set up every position on a board
    #[arg(long)]
    boards: bool,
}

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Each line is FEN;RESULT;GAME;SCORE: the result of the game (1, 0.5 or 0) and the score in centipawns, both \
    for White and empty if unknown. The marks of first positions number the games."
)]
struct Text {
    /// A file of positions
    file: PathBuf,

    /// Print at most this many positions
    #[arg(long, value_name = "N", value_parser = numbers::at_least(0_u64))]
    positions: Option<u64>,
}

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Two positions are the same if men, side to move, castling rights and en passant agree; the first one \
    stays. Whole games are held out, chosen by their first positions: the same game is held out whatever other \
    files there are. A position of a game that is held out appears in no other game. Positions without a score teach nothing \
    and are left out. All files must have scores of the same teacher. Meanwhile a folder beside the output holds the \
    positions and takes as much space as they do."
)]
struct Shuffle {
    /// Files of positions, with the positions of each game together
    #[arg(required = true, value_parser = input::path())]
    files: Vec<PathBuf>,

    /// Write the shuffled positions to this file
    #[arg(long, value_name = "FILE", value_parser = input::output())]
    out: OutputPath,

    /// Write the positions of games that are held out to this file
    #[arg(long, value_name = "FILE", value_parser = input::output())]
    held_out: Option<OutputPath>,

    #[command(flatten)]
    force: Force,

    /// Hold out this many of a thousand games
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = numbers::within(1..=500_u64))]
    held_out_share: u64,

    /// Seed for shuffling
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = numbers::at_least(0_u64))]
    seed: u64,

    /// Memory for shuffling in GiB [default: 1]
    #[arg(long, value_name = "GIB", value_parser = machine::gibibytes)]
    memory: Option<f64>,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), CommandError> {
    match &arguments.command {
        Command::Count(arguments) => count(arguments),
        Command::Text(arguments) => print(arguments),
        Command::Shuffle(arguments) => shuffle(arguments),
    }
}

fn count(arguments: &Count) -> Result<(), CommandError> {
    let mut out = std::io::stdout().lock();
    for path in &arguments.files {
        let mut reader = PositionReader::open(path)?;
        let census = Census::of(&mut reader, arguments.boards)?;
        writeln!(out, "{}: {}", path.display(), reader.maker())?;
        for line in census.lines() {
            writeln!(out, "  {line}")?;
        }
        let torn = reader.length() - reader.offset();
        if torn > 0 {
            writeln!(out, "  the last {torn} bytes are not a whole block: the writer was interrupted")?;
        }
    }
    Ok(())
}

fn print(arguments: &Text) -> Result<(), CommandError> {
    let mut reader = PositionReader::open(&arguments.file)?;
    let mut out = BufWriter::new(std::io::stdout().lock());
    let mut left = arguments.positions.unwrap_or(u64::MAX);
    let mut games = 0_u64;
    while let Some(block) = reader.next_block()? {
        for record in &block.records {
            if left == 0 {
                return Ok(out.flush()?);
            }
            left -= 1;
            games += u64::from(record.is_first_of_game());
            writeln!(out, "{}", as_text(record, games.saturating_sub(1))?)?;
        }
    }
    Ok(out.flush()?)
}

fn shuffle(arguments: &Shuffle) -> Result<(), CommandError> {
    let Shuffle { files, held_out_share, seed, .. } = arguments;
    let task = Shuffling {
        files: files.clone(),
        held_out_share: *held_out_share,
        seed: *seed,
        memory: (machine::memory(arguments.memory, MEMORY_GIBIBYTES)? * BYTES_PER_GIBIBYTE) as u64,
        force: arguments.force.force,
    };
    let bar = progress::bar(0, "distribute");
    let step = |stage: Stage, done: u64, of: u64| {
        bar.set_message(match stage {
            Stage::Distribute => "distribute",
            Stage::Mix => "mix",
        });
        bar.set_length(of);
        bar.set_position(done);
    };
    let Shuffled { kept, held_out, doubles, without_score } =
        task.run(&arguments.out, arguments.held_out.as_ref(), step)?;
    bar.finish_and_clear();
    eprintln!(
        "{kept} positions, {held_out} held out; {doubles} doubles and {without_score} without score left out"
    );
    Ok(())
}
