//! `lucena selfplay`: games that lucena plays against itself, as positions for tuning and for networks.

mod game;
mod lesson;
mod numbered;
mod opening;
mod start;
mod teaching;

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use super::CommandError;
use super::input;
use super::searcher::Searcher;
use crate::config::Config;
use game::Played;
use numbered::{play_in_order, random_of};

/// The table of a game in MiB: some thousand nodes a move need no more.
const HASH_MIB: usize = 4;

/// Nodes for each move where the command line says nothing.
const NODES: u64 = 5000;

/// What the games are played for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Purpose {
    /// Fitting parameters to results: endings, played to their end
    Tuning,
    /// Teaching the network: whole games, endings of the book and random men, into a file of positions
    Network,
    /// Teaching the pawn endings' network: games end, moreover, once a piece is on the board
    PawnNetwork,
}

#[derive(Debug, clap::Args)]
#[command(
    after_help = "For tuning and pawn-network each line of the output is one quiet position: FEN;RESULT;GAME;SCORE, \
    with the game's result (1, 0.5 or 0) and the search's score in centipawns, both White's, and the game's number. \
    Quiet is: not in check, the best move neither captures nor promotes, no mate or table result announced. Games are \
    played to their end; positions of up to four men count as the exact tables say, and a score of nearly nothing for \
    twenty half-moves is a draw. For pawn-network they end sooner, and twice as many positions are written.\n\
    For the network the output is a file of positions (docs/network-data.md). Its games begin at the start position \
    after six to ten random half-moves, in endings of the book and with random men, one move of 40 is random, and they \
    end late. --resume goes on with a file behind its last whole game.\n\
    The games depend on book, nodes, seed, purpose and shares alone, not on the threads."
)]
pub(super) struct Arguments {
    /// How many games; with --resume those that the file has among them
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: u64,

    /// Nodes for each move [default: 5000, for the network 30]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Seed of the random moves that each game begins with
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Openings: an EPD file with endings of 6 to 16 men; others in it are left out, and wrong lines make the exit code 2
    #[arg(long, value_name = "FILE.epd", value_parser = input::path())]
    book: Option<PathBuf>,

    /// What the games are for
    #[arg(long, value_enum, default_value_t = Purpose::Tuning)]
    purpose: Purpose,

    /// Of 100 games for the network so many begin at the start position: with 78 six positions of ten have more
    /// than 16 men
    #[arg(long, value_name = "N", default_value_t = 78, value_parser = clap::value_parser!(u8).range(..=100))]
    start_share: u8,

    /// Of 100 games for the network so many begin with random men; what is left begins in the book
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u8).range(..=100))]
    random_share: u8,

    /// Where the positions go
    #[arg(long, value_name = "FILE", value_parser = input::path())]
    out: PathBuf,

    /// Go on with the network's games in the file, which the same options have made
    #[arg(long)]
    resume: bool,

    /// Games played at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = super::searcher::threads)]
    threads: usize,
}

pub(super) fn run(config: &Config, arguments: &Arguments) -> Result<(), CommandError> {
    match arguments.purpose {
        Purpose::Network => teaching::run(config, arguments),
        Purpose::Tuning | Purpose::PawnNetwork => write_text(config, arguments),
    }
}

/// Games from endings, as lines of text.
fn write_text(config: &Config, arguments: &Arguments) -> Result<(), CommandError> {
    if arguments.resume {
        return Err(CommandError::Usage("--resume is for --purpose network alone".to_owned()));
    }
    let Some(path) = &arguments.book else {
        return Err(CommandError::Usage("--book is missing: an EPD file with endings".to_owned()));
    };
    let book = opening::read_book(path)?;
    let searchers = (0..arguments.threads)
        .map(|_| Searcher::new(config, HASH_MIB, 1))
        .collect::<Result<Vec<_>, CommandError>>()?;
    let mut output = BufWriter::new(create(&arguments.out)?);
    let nodes = arguments.nodes.unwrap_or(NODES);
    let play = |searcher: &mut Searcher, number| {
        let mut random = random_of(arguments.seed, number);
        let start = opening::choose(&book.boards, number, &mut random);
        game::play(searcher, start, nodes, arguments.purpose, &mut random)
    };
    play_in_order(searchers, 0..arguments.games, play, |number, played| {
        write_game(number, &played, &mut output)
    })?;
    output.flush()?;
    input::outcome(path, book.wrong)
}

fn create(path: &Path) -> Result<File, CommandError> {
    let reason = |error| CommandError::Usage(format!("cannot write {}: {error}", path.display()));
    File::create(path).map_err(reason)
}

fn write_game(number: u64, played: &Played, output: &mut impl Write) -> Result<(), CommandError> {
    let result = match played.winner {
        Some(winner) => winner.fold_wb("1", "0"),
        None => "0.5",
    };
    for sample in &played.samples {
        writeln!(output, "{};{result};{number};{}", sample.fen, sample.score)?;
    }
    Ok(())
}
