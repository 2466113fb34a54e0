//! What `lucena selfplay` takes.

use std::path::PathBuf;

use crate::cli::outputs::Force;
use crate::cli::{input, searcher};
use crate::text::outputs::OutputPath;

/// What the games are played for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Purpose {
    /// Fitting parameters to results: endings, played to their end
    Tuning,
    /// Teaching the network: whole games, endings of the book and random men, into a file of positions
    Network,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "For tuning each line of the output is one quiet position: FEN;RESULT;GAME;SCORE, \
    with the game's result (1, 0.5 or 0) and the search's score in centipawns, both White's, and the game's number. \
    Quiet is: not in check, the best move neither captures nor promotes, no mate or table result announced. Games are \
    played to their end; positions of up to four men count as the exact tables say, and a score of nearly nothing for \
    twenty half-moves is a draw.\n\
    For the network the output is a file of positions (docs/network-data.md). Its games begin at the start position \
    after six to ten random half-moves, in endings of the book and with random men, one move of 40 is random, and they \
    end late. --resume goes on with a file behind its last whole game.\n\
    The games depend on book, nodes, seed, purpose and shares alone, not on the threads.")]
pub(in crate::cli) struct Arguments {
    /// How many games; with --resume those that the file has among them
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub games: u64,

    /// Play only from the game of this number on, counted from 0: parts made apart are the games of one run
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub first_game: u64,

    /// Nodes for each move [default: 5000, for the network 30]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,

    /// Seed of the random moves that each game begins with
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,

    /// Openings: an EPD file with endings of 6 to 16 men; others in it are left out, and wrong lines make the exit code 2
    #[arg(long, value_name = "FILE.epd", value_parser = input::path())]
    pub book: Option<PathBuf>,

    /// What the games are for
    #[arg(long, value_enum, default_value_t = Purpose::Tuning)]
    pub(super) purpose: Purpose,

    /// Of 100 games for the network so many begin at the start position: with 78 six positions of ten have more
    /// than 16 men
    #[arg(long, value_name = "N", default_value_t = 78, value_parser = clap::value_parser!(u8).range(..=100))]
    pub start_share: u8,

    /// Of 100 games for the network so many begin with random men; what is left begins in the book
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u8).range(..=100))]
    pub random_share: u8,

    /// Where the positions go
    #[arg(long, value_name = "FILE", value_parser = input::output())]
    pub out: OutputPath,

    #[command(flatten)]
    pub(super) force: Force,

    /// Go on with the network's games in the file, which the same options have made
    #[arg(long)]
    pub resume: bool,

    /// Games played at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = searcher::threads)]
    pub threads: usize,
}
