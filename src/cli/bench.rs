//! `lucena bench`: searches fixed endgame positions to a fixed depth. The node count is the search's fingerprint, the same on
//! every machine; the speed is the machine's.

use std::io::Write as _;
use std::time::Duration;

use super::progress::print_notice;
use super::{CommandError, progress};
use crate::analysis::Searcher;
use crate::board::Board;
use crate::config::Config;
use crate::games::epd;
use crate::search::Limits;
use crate::text::numbers;

/// The default depth: some seconds on an ordinary machine.
const DEFAULT_DEPTH: u32 = 13;

/// The default table in MiB, fixed because its size changes the search.
const DEFAULT_HASH: usize = 16;

/// Positions of every kind of ending.
const POSITIONS: &str = include_str!("bench.epd");

#[derive(Debug, clap::Args)]
#[command(
    after_help = "The search uses the built-in parameters and ignores any engine.toml, except one named with --config, which is \
                        reported before the last line."
)]
pub(super) struct Arguments {
    /// Depth of each search in half-moves
    #[arg(default_value_t = DEFAULT_DEPTH, value_parser = numbers::within(1..=246_u32))]
    depth: u32,

    /// Search threads; with more than one the node count differs from run to run
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = super::machine::threads)]
    threads: usize,

    /// Size of the transposition table in MiB
    #[arg(long, value_name = "MIB", default_value_t = DEFAULT_HASH, value_parser = super::machine::hash)]
    hash: usize,

    /// Before the sum, print one line for each position: nodes, milliseconds and the position
    #[arg(long)]
    each: bool,
}

pub(super) fn run(config: &Config, arguments: &Arguments) -> Result<(), CommandError> {
    let boards = positions()?;
    let mut searcher =
        Searcher::new(&Config::built_in().options, config, arguments.hash, arguments.threads, print_notice)?;
    let bar = progress::bar(boards.len(), "bench");
    let (mut nodes, mut elapsed) = (0, Duration::ZERO);
    for board in &boards {
        let answer = searcher.search(board, Limits { depth: Some(arguments.depth), ..Limits::default() });
        nodes += answer.nodes;
        elapsed += answer.elapsed;
        bar.inc(1);
        if arguments.each {
            let milliseconds = answer.elapsed.as_secs_f64() * 1e3;
            let line = format!("{}\t{milliseconds:.1}\t{}", answer.nodes, board.fen());
            bar.suspend(|| writeln!(std::io::stdout().lock(), "{line}"))?;
        }
    }
    bar.finish_and_clear();
    let mut output = std::io::stdout().lock();
    if let Some(file) = &config.source {
        writeln!(
            output,
            "search parameters of {}; compare these nodes only with runs that use the same file",
            file.display()
        )?;
    }
    let speed = nodes as f64 / elapsed.as_secs_f64().max(1e-9);
    writeln!(output, "{nodes} nodes {speed:.0} nps")?;
    Ok(searcher.outcome()?)
}

fn positions() -> Result<Vec<Board>, CommandError> {
    let positions = epd::read(POSITIONS).map(|(line, position)| {
        let reason = |error| CommandError::Internal(format!("line {line} of the bench positions: {error}"));
        position.map(|position| position.board).map_err(reason)
    });
    positions.collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn bench_positions_are_legal_different_and_not_over() {
        let boards = positions().unwrap();
        assert!(boards.len() >= 40);
        assert_eq!(boards.iter().map(Board::fen).collect::<HashSet<_>>().len(), boards.len());
        for board in boards {
            assert!(!board.legal_moves().is_empty() && !board.is_dead_material(), "{}", board.fen());
        }
    }
}
