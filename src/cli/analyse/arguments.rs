//! The arguments of `lucena analyse`.

use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::time::Duration;

use crate::analysis::stream;
use crate::cli::outputs::Force;
use crate::cli::syzygy::SyzygyFolders;
use crate::cli::{CommandError, input, machine};
use crate::search::{Limits, largest_hash_mib};
use crate::text::numbers;
use crate::text::outputs::OutputPath;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "A file has one FEN or EPD per line, or games as PGN, of which lucena analyses every position. \
    Without a file, or with -, lucena reads standard input. It skips empty lines and lines that begin \
    with #. It prints one JSON object per line, in the order of the input (docs/analyse.md). A position \
    that it cannot read gives an object with \"error\", and exit code 2 at the end; lucena analyses the \
    rest all the same.\n\
    Each position is searched independently of the others: with --nodes or --depth the output is the same, byte for \
    byte, on every machine and with any number of workers.\n\
    Examples:\n  lucena analyse positions.epd --nodes 100000 --workers 8 > answers.jsonl\n  \
    lucena analyse games.pgn --depth 16 --out answers.jsonl --resume\n  zcat fens.gz | lucena analyse --nodes 1000 | jq .best"
)]
pub(in crate::cli) struct Arguments {
    /// Positions or games
    #[arg(value_name = "FILE", value_parser = input::path())]
    pub files: Vec<PathBuf>,

    /// The form of the input; by default the name (.pgn) or the beginning of each file says it
    #[arg(long, value_enum)]
    pub format: Option<Format>,

    /// Nodes for each position [default: 100000 if no limit is given]
    #[arg(long, value_name = "N", value_parser = numbers::at_least(NonZeroU64::MIN))]
    pub nodes: Option<NonZeroU64>,

    /// Time for each position in milliseconds; the objects then include the time
    #[arg(long, value_name = "MS", value_parser = numbers::at_least(NonZeroU64::MIN))]
    pub movetime: Option<NonZeroU64>,

    /// Depth of each search in half-moves
    #[arg(long, value_name = "N", value_parser = numbers::within(1..=246_u32))]
    pub depth: Option<u32>,

    /// Number of best lines to print
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = numbers::within(1..=256_u16))]
    pub multipv: u16,

    /// Positions to analyse at the same time, each by its own search
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = machine::threads)]
    pub workers: usize,

    /// Transposition table of each worker in MiB [default: what the nodes need, at most 32]
    #[arg(long, value_name = "MIB", value_parser = machine::hash)]
    pub hash: Option<usize>,

    /// Prove the results of positions with at most two pieces and any number of pawns; memory for each in MiB. The work for each
    /// ends after some minutes at most
    #[arg(long, value_name = "MIB", value_parser = numbers::at_least(NonZeroUsize::MIN))]
    pub solve: Option<NonZeroUsize>,

    #[command(flatten)]
    pub(super) syzygy: SyzygyFolders,

    /// Add what a table of advice plays, and why, if one covers the material
    #[arg(long)]
    pub advice: bool,

    /// Add the time of each search, even if no time limits it
    #[arg(long)]
    pub timing: bool,

    /// Write to this file [default: standard output]
    #[arg(long, value_name = "FILE", value_parser = input::output())]
    pub out: Option<OutputPath>,

    #[command(flatten)]
    pub(super) force: Force,

    /// Continue the file of an interrupted run
    #[arg(long, requires = "out")]
    pub resume: bool,

    /// Only read: print each position as an object without answers, which can serve as input again
    #[arg(long)]
    pub read_only: bool,
}

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(in crate::cli) enum Format {
    /// Games
    Pgn,
    /// Positions, one a line
    Fen,
    /// Positions with operations, one a line; each of the two reads the other
    Epd,
}

impl From<Format> for stream::Format {
    fn from(format: Format) -> stream::Format {
        match format {
            Format::Pgn => stream::Format::Games,
            Format::Fen | Format::Epd => stream::Format::Positions,
        }
    }
}

impl Arguments {
    /// Returns the file for the objects; `None` for standard output.
    pub fn destination(&self) -> Option<stream::Destination> {
        let of = |path| stream::Destination { path, resume: self.resume, force: self.force.force };
        self.out.clone().map(of)
    }

    /// Returns the limits of each search.
    pub fn limits(&self) -> Limits {
        let move_time = self.movetime.map(|milliseconds| Duration::from_millis(milliseconds.get()));
        stream::limits(self.nodes.map(NonZeroU64::get), move_time, self.depth)
    }

    /// Returns the size of each worker's table in MiB.
    pub fn table_mebibytes(&self) -> usize {
        self.hash.unwrap_or_else(|| stream::table_mebibytes(&self.limits()))
    }

    /// Returns the memory of each worker's solver in MiB; `None` to use no solver.
    ///
    /// # Errors
    /// If the machine has too little memory for all workers.
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

    /// Returns whether the objects include the time.
    pub fn shows_time(&self) -> bool {
        self.timing || self.movetime.is_some()
    }
}
