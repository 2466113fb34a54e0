//! What `lucena selfplay` takes.

use std::path::PathBuf;

use crate::cli::outputs::Force;
use crate::cli::{input, searcher};
use crate::text::outputs::OutputPath;

/// What the games are played for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Purpose {
    /// To fit parameters to results: endings, played to their end
    Tuning,
    /// To train the network: whole games, endings of the book and random men, into a file of positions
    Network,
}

#[derive(Debug, clap::Args)]
#[command(
    after_help = "For tuning, each line of the output is one quiet position: FEN;RESULT;GAME;SCORE, with the \
    result of the game (1, 0.5 or 0) and the score of the search in centipawns, both for White, \
    and the number of the game. Quiet means: not in check, the best move neither captures nor \
    promotes, no mate or table result announced. Games are played to their end; positions of up to \
    four men count as the exact tables say, and a score near zero for twenty half-moves is a draw.\n\
    For the network, the output is a file of positions (docs/network-data.md). Its games begin at the start position \
    after six to ten random half-moves, in endings of the book and with random men. One move in 40 is random, and the \
    games end late. --resume continues a file after its last whole game.\n\
    The games depend only on book, nodes, seed, purpose and shares, not on the threads."
)]
pub(in crate::cli) struct Arguments {
    /// Number of games; with --resume, including those in the file
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub games: u64,

    /// Start at the game with this number, counted from 0: parts made separately make up one run
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub first_game: u64,

    /// Nodes for each move [default: 5000, for the network 30]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,

    /// Seed for the random moves at the start of each game
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,

    /// Openings: an EPD file with endings of 6 to 16 men; other positions are left out, bad lines give exit code 2
    #[arg(long, value_name = "FILE.epd", value_parser = input::path())]
    pub book: Option<PathBuf>,

    /// What the games are for
    #[arg(long, value_enum, default_value_t = Purpose::Tuning)]
    pub(super) purpose: Purpose,

    /// Of 100 games for the network, this many begin at the start position; with 78, six of ten positions have more
    /// than 16 men
    #[arg(long, value_name = "N", default_value_t = 78, value_parser = clap::value_parser!(u8).range(..=100))]
    pub start_share: u8,

    /// Of 100 games for the network, this many begin with random men; the rest begin in the book
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u8).range(..=100))]
    pub random_share: u8,

    /// Write the positions to this file
    #[arg(long, value_name = "FILE", value_parser = input::output())]
    pub out: OutputPath,

    #[command(flatten)]
    pub(super) force: Force,

    /// Continue the file of a run for the network with the same options
    #[arg(long)]
    pub resume: bool,

    /// Games to play at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = searcher::threads)]
    pub threads: usize,
}
