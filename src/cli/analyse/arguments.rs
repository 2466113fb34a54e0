//! What `lucena analyse` takes.

use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::time::Duration;

use crate::cli::{CommandError, input, searcher};
use crate::search::{Limits, largest_hash_mib};

/// Nodes for each position where no limit is given: a fixed number, so that the answers are the same everywhere.
const NODES: u64 = 100_000;

/// So many nodes fill a MiB of transposition table.
const NODES_PER_MEBIBYTE: u64 = 32_768;
/// The largest table that a worker takes by itself, in MiB; also where time or depth ends the search.
const LARGEST_TABLE: usize = 32;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "A file has a FEN or an EPD a line, or games as PGN, of which every position is analysed; - is \
    standard input, and so is no file at all. Empty lines and lines that begin with # are passed over. Out comes one JSON \
    object a line, in the order of the input (docs/analyse.md). What cannot be read gives an object with \"error\" and makes \
    the exit code 2; the rest is done all the same.\n\
    Each position is searched as if there had been none before: with --nodes or --depth the output is the same, byte for \
    byte, on every machine and with any number of workers.\n\
    Examples:\n  lucena analyse positions.epd --nodes 100000 --workers 8 > answers.jsonl\n  \
    lucena analyse games.pgn --depth 16 --resume answers.jsonl\n  zcat fens.gz | lucena analyse --nodes 1000 | jq .best"
)]
pub(in crate::cli) struct Arguments {
    /// Positions or games
    #[arg(value_name = "FILE", value_parser = input::path())]
    pub files: Vec<PathBuf>,

    /// Nodes for each position; 100000 where no limit is given
    #[arg(long, value_name = "N")]
    pub nodes: Option<NonZeroU64>,

    /// Time for each position in milliseconds; the objects tell the time then
    #[arg(long, value_name = "MS")]
    pub movetime: Option<NonZeroU64>,

    /// Depth of each search in half-moves
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=246))]
    pub depth: Option<u32>,

    /// How many best lines to tell
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub multipv: u16,

    /// Positions analysed at the same time, each by a search of its own
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = searcher::threads)]
    pub workers: usize,

    /// Transposition table of each worker in MiB; without it as the nodes need, at most 32
    #[arg(long, value_name = "MIB", value_parser = searcher::hash)]
    pub hash: Option<usize>,

    /// Prove what positions of at most two pieces and any number of pawns are worth, each in so much memory and with some minutes'
    /// work at most
    #[arg(long, value_name = "MIB")]
    pub solve: Option<NonZeroUsize>,

    /// Folders of Syzygy files
    #[arg(long, value_name = "FOLDERS")]
    pub syzygy: Option<std::ffi::OsString>,

    /// Tell what tables of advice play, and why, where one knows the material
    #[arg(long)]
    pub advice: bool,

    /// Tell the time of each search, also where no time ends it
    #[arg(long)]
    pub timing: bool,

    /// Write to this file, and go on where it ends; without it the objects go to standard output
    #[arg(long, value_name = "FILE", value_parser = input::path())]
    pub resume: Option<PathBuf>,

    /// Only read: print each position as an object without answers, which is input again
    #[arg(long)]
    pub read_only: bool,
}

impl Arguments {
    /// What ends each search.
    pub fn limits(&self) -> Limits {
        let is_unlimited = self.movetime.is_none() && self.depth.is_none();
        let nodes = self.nodes.map(NonZeroU64::get).or(is_unlimited.then_some(NODES));
        let move_time = self.movetime.map(|milliseconds| Duration::from_millis(milliseconds.get()));
        Limits { depth: self.depth, nodes, move_time, ..Limits::default() }
    }

    /// The size of each worker's table in MiB: emptying it is part of every search.
    pub fn table_mebibytes(&self) -> usize {
        let by_nodes = self.limits().nodes.map(|nodes| nodes.div_ceil(NODES_PER_MEBIBYTE));
        let by_nodes = by_nodes.and_then(|mebibytes| usize::try_from(mebibytes).ok());
        self.hash.unwrap_or_else(|| by_nodes.unwrap_or(LARGEST_TABLE).min(LARGEST_TABLE))
    }

    /// The memory of each worker's solver in MiB; `None` if none is wanted.
    ///
    /// # Errors
    /// Where the machine has not so much for all workers.
    pub fn solver_mebibytes(&self) -> Result<Option<usize>, CommandError> {
        let workers = self.workers.max(1);
        let allowed = largest_hash_mib() / workers;
        match self.solve.map(NonZeroUsize::get) {
            Some(asked) if asked > allowed => Err(CommandError::Usage(format!(
                "--solve {asked} is impossible here: this machine's memory allows 1 to {allowed} MiB with --workers {workers}"
            ))),
            solver => Ok(solver),
        }
    }

    /// Whether the objects tell the time.
    pub fn tells_time(&self) -> bool {
        self.timing || self.movetime.is_some()
    }
}
