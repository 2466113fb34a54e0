//! The session's `bench` and `speedtest`: they measure beside the session, with an engine of their own.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::tool::SpeedTest;
use crate::config::Config;
use crate::engine::measuring::{BENCH_DEPTH, BENCH_HASH, Measured, Step, bench, speed};
use crate::engine::{Configuration, EngineError, Searcher};
use crate::evaluation::Networks;
use crate::search::largest_hash_mib;
use crate::threads::all_cores;
use crate::uci::background::Background;
use crate::uci::notices::in_words;
use crate::uci::output::Output;

/// The usual transposition table of a speed test for each thread in MiB, if the machine has that much.
const HASH_PER_THREAD: usize = 128;

/// The usual time of a speed test, in seconds.
const SECONDS: u64 = 30;

/// Returns the last line of a bench: `N nodes M nps`.
#[must_use]
pub fn bench_line(measured: Measured) -> String {
    format!("{} nodes {} nps", measured.nodes, measured.nodes_per_second())
}

/// Starts a bench with these networks; `None` means the built-in ones.
pub(in crate::uci) fn start_bench(
    depth: Option<u32>,
    networks: Option<Networks>,
    output: &Output,
) -> Background {
    let written = output.clone();
    Background::start("bench", output, move |cancelled| {
        let searched = searcher(cancelled, networks.clone(), BENCH_HASH, 1, &written);
        told(searched.map(|mut searcher| run_bench(&mut searcher, depth, &written)), &written);
    })
}

fn run_bench(searcher: &mut Searcher, depth: Option<u32>, output: &Output) {
    let tell = |step: Step<'_>| {
        let Step { number, of, board, measured } = step;
        output.note(&format!("bench {number} of {of}: {} nodes, {}", measured.nodes, board.fen()));
        if output.is_broken() { Err(()) } else { Ok(()) }
    };
    match bench(searcher, depth.unwrap_or(BENCH_DEPTH), tell) {
        Ok(Some(measured)) => output.line(&bench_line(measured)),
        Ok(None) => output.note("bench has ended early and counts nothing"),
        // Nobody reads any more.
        Err(()) => {}
    }
}

/// Starts a measurement of the speed with these networks; `None` means the built-in ones.
pub(in crate::uci) fn start_speed_test(
    asked: SpeedTest,
    networks: Option<Networks>,
    output: &Output,
) -> Background {
    let written = output.clone();
    let threads = asked.threads.unwrap_or_else(all_cores);
    let hash = asked.hash.unwrap_or_else(|| HASH_PER_THREAD.saturating_mul(threads).min(largest_hash_mib()));
    let seconds = asked.seconds.unwrap_or(SECONDS);
    output.note(&format!(
        "speedtest {threads} {hash} {seconds}: threads, MiB of hash, seconds; stop ends it earlier"
    ));
    Background::start("measure", output, move |cancelled| {
        let searched = searcher(cancelled, networks.clone(), hash, threads, &written);
        let measured = searched.map(|mut searcher| speed(&mut searcher, Duration::from_secs(seconds)));
        told(measured.map(|measured| written.lines(speed_lines(measured, threads, hash))), &written);
    })
}

fn speed_lines(measured: Measured, threads: usize, hash: usize) -> impl Iterator<Item = String> {
    let rows = [
        ("Threads", threads.to_string()),
        ("Hash in MiB", hash.to_string()),
        ("Milliseconds", measured.elapsed.as_millis().to_string()),
        ("Nodes", measured.nodes.to_string()),
        ("Nodes/second", measured.nodes_per_second().to_string()),
    ];
    rows.into_iter().map(|(name, value)| format!("{name:<12} : {value}"))
}

/// Starts an engine for measuring: everything but networks, hash and threads is as it is built in.
fn searcher(
    cancelled: &Arc<AtomicBool>,
    networks: Option<Networks>,
    hash: usize,
    threads: usize,
    output: &Output,
) -> Result<Searcher, EngineError> {
    let built_in = Config::built_in();
    let configuration = Configuration { networks, ..built_in.measuring(&built_in.options) };
    let output = output.clone();
    Searcher::cancelled_by(Arc::clone(cancelled), configuration, hash, threads, move |notice| {
        output.note(&in_words(notice));
    })
}

fn told(outcome: Result<(), EngineError>, output: &Output) {
    if let Err(error) = outcome {
        output.note(&format!("ignored: {error}"));
    }
}
