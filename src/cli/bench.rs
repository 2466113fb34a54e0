//! `lucena bench`: searches fixed endgame positions to a fixed depth. The node count is the search's fingerprint, the same on
//! every machine; the speed is the machine's.

use std::io::Write as _;

use super::progress::print_notice;
use super::{CommandError, progress};
use crate::config::Config;
use crate::engine::Searcher;
use crate::engine::measuring::{BENCH_DEPTH, BENCH_HASH, Step, bench};
use crate::text::numbers;
use crate::uci::bench_line;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "The search uses the built-in parameters and ignores any engine.toml, except one named with --config, which is \
                        reported before the last line."
)]
pub(super) struct Arguments {
    /// Depth of each search in half-moves
    #[arg(default_value_t = BENCH_DEPTH, value_parser = numbers::within(1..=246_u32))]
    depth: u32,

    /// Search threads; with more than one the node count differs from run to run
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = super::machine::threads)]
    threads: usize,

    /// Size of the transposition table in MiB
    #[arg(long, value_name = "MIB", default_value_t = BENCH_HASH, value_parser = super::machine::hash)]
    hash: usize,

    /// Before the sum, print one line for each position: nodes, milliseconds and the position
    #[arg(long)]
    each: bool,
}

pub(super) fn run(config: &Config, arguments: &Arguments) -> Result<(), CommandError> {
    let configuration = config.measuring(&Config::built_in().options);
    let mut searcher = Searcher::new(configuration, arguments.hash, arguments.threads, print_notice)?;
    let bar = progress::bar(0, "bench");
    let measured = bench(&mut searcher, arguments.depth, |step| {
        bar.set_length(step.of as u64);
        bar.inc(1);
        if arguments.each { bar.suspend(|| print_step(step)) } else { Ok(()) }
    })?;
    bar.finish_and_clear();
    let mut output = std::io::stdout().lock();
    if let Some(file) = &config.source {
        writeln!(
            output,
            "search parameters of {}; compare these nodes only with runs that use the same file",
            file.display()
        )?;
    }
    // Nothing cancels it here.
    writeln!(output, "{}", bench_line(measured.unwrap_or_default()))?;
    Ok(searcher.outcome()?)
}

fn print_step(step: Step<'_>) -> std::io::Result<()> {
    let milliseconds = step.measured.elapsed.as_secs_f64() * 1e3;
    let mut output = std::io::stdout().lock();
    writeln!(output, "{}\t{milliseconds:.1}\t{}", step.measured.nodes, step.board.fen())
}
