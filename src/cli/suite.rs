//! `lucena suite`: solves the positions of an EPD file; prints how many, how fast, and which it missed.

use std::io::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use super::progress::{self, print_notice};
use super::syzygy::{SyzygyFolders, report_asked};
use super::{CommandError, input};
use crate::analysis::suite::{Summary, Verdict, is_question};
use crate::config::Config;
use crate::engine::Searcher;
use crate::games::epd::Epd;
use crate::search::Limits;
use crate::text::numbers;

/// The default time for a position.
const DEFAULT_MOVE_TIME_MS: u64 = 1000;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Opcodes: bm and am (moves to play and to avoid), dm N (mate in N moves, negative: is mated), wdl 2, \
    1, 0, -1 or -2 (result for the side to move).\n\
    A position is solved if: bm, the best move is among them; am, it is not among them; dm, a mate in at most N moves \
    is announced; wdl, the score is a mate, a table result or beyond 150 centipawns for a win or a loss, within 150 \
    for a draw (a win or loss that the 50-move rule spoils, 1 or -1, is a draw).\n\
    Lines that cannot be read or claim nothing are reported and skipped; the exit code is then 2.\n\
    If a line has several opcodes, its moves decide, then dm, then wdl; each is counted as well."
)]
pub(super) struct Arguments {
    /// The suite
    #[arg(value_name = "FILE.epd", value_parser = input::path())]
    file: PathBuf,

    /// Nodes for each position
    #[arg(long, value_name = "N", value_parser = numbers::at_least(1_u64))]
    nodes: Option<u64>,

    /// Time for each position in milliseconds [default: 1000 if no limit is given]
    #[arg(long, value_name = "MS", value_parser = numbers::at_least(1_u64))]
    movetime: Option<u64>,

    /// Depth of each search in half-moves
    #[arg(long, value_name = "N", value_parser = numbers::within(1..=246_u32))]
    depth: Option<u32>,

    /// Print one JSON object with every answer instead of the table
    #[arg(long)]
    json: bool,

    /// Search threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = super::machine::threads)]
    threads: usize,

    /// Size of the transposition table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = super::machine::hash)]
    hash: usize,

    #[command(flatten)]
    syzygy: SyzygyFolders,
}

impl Arguments {
    /// Returns the limits for a position. The search may stop at a mate of the length that the position states.
    fn limits(&self, epd: &Epd) -> Limits {
        let unlimited = self.nodes.is_none() && self.depth.is_none();
        let move_time = self.movetime.or(unlimited.then_some(DEFAULT_MOVE_TIME_MS));
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            move_time: move_time.map(Duration::from_millis),
            mate: epd.mate.and_then(|moves| u32::try_from(moves).ok()),
            ..Limits::default()
        }
    }
}

pub(super) fn run(config: &Config, arguments: &Arguments) -> Result<(), CommandError> {
    let path = &arguments.file;
    let (positions, skipped) = input::read_epd(path, with_task)?;
    let named = arguments.syzygy.named_in(config);
    let mut searcher =
        Searcher::new(config.measuring(&named.options), arguments.hash, arguments.threads, print_notice)?;
    let bar = progress::bar(positions.len(), "suite");
    let mut summary = Summary::new(path, skipped);
    for (line, epd) in &positions {
        let answer = searcher.search(&epd.board, arguments.limits(epd));
        summary.add(*line, epd, &answer, Verdict::new(epd, &answer));
        bar.inc(1);
    }
    bar.finish_and_clear();
    let mut output = std::io::stdout().lock();
    if arguments.json {
        let json = serde_json::to_string(&summary);
        writeln!(output, "{}", json.map_err(|error| CommandError::Internal(error.to_string()))?)?
    } else {
        writeln!(output, "{summary}")?
    }
    report_asked(&searcher.files_asked());
    searcher.outcome()?;
    input::outcome(path, skipped)
}

/// Returns a position that asks for something.
fn with_task(epd: Epd) -> Result<Epd, &'static str> {
    if is_question(&epd) { Ok(epd) } else { Err("the line asks nothing; add bm, am, dm or wdl") }
}
