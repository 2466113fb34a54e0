//! The arguments of `lucena selfplay`.

use std::path::PathBuf;

use crate::cli::outputs::Force;
use crate::cli::{input, machine};
use crate::text::numbers;
use crate::text::outputs::OutputPath;

/// The default nodes for each move. Many different games teach more than good ones, because their positions are scored anew;
/// with 120 nodes, games are decided no later.
const NODES: u64 = 30;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "The output is a file of positions (docs/network-data.md). The games begin at the start position after six to \
    ten random half-moves, in endings of the book and with random men. One move in 40 is random, and the games end \
    late. --resume continues a file after its last whole game.\n\
    The games depend only on book, nodes, seed and shares, not on the workers."
)]
pub(in crate::cli) struct Arguments {
    /// Number of games; with --resume, including those in the file
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = numbers::at_least(0_u64))]
    pub games: u64,

    /// Start at the game with this number, counted from 0: parts made separately make up one run
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = numbers::at_least(0_u64))]
    pub first_game: u64,

    /// Nodes for each move
    #[arg(long, value_name = "N", default_value_t = NODES, value_parser = numbers::at_least(1_u64))]
    pub nodes: u64,

    /// Seed for the random moves at the start of each game
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = numbers::at_least(0_u64))]
    pub seed: u64,

    /// Openings: an EPD file with endings of 6 to 16 men; other positions are left out, bad lines give exit code 2
    #[arg(long, value_name = "FILE.epd", value_parser = input::path())]
    pub book: Option<PathBuf>,

    /// Of 100 games, this many begin at the start position; with 78, six of ten positions have more
    /// than 16 men
    #[arg(long, value_name = "N", default_value_t = 78, value_parser = numbers::within(0..=100_u8))]
    pub start_share: u8,

    /// Of 100 games, this many begin with random men; the rest begin in the book
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = numbers::within(0..=100_u8))]
    pub random_share: u8,

    /// Write the positions to this file
    #[arg(long, value_name = "FILE", value_parser = input::output())]
    pub out: OutputPath,

    #[command(flatten)]
    pub(super) force: Force,

    /// Continue the file of an earlier run with the same options
    #[arg(long)]
    pub resume: bool,

    /// Games to play at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = machine::threads)]
    pub workers: usize,
}
