//! Odd input: thousands of generated and mutated protocol lines must not end, hang or swell a session.
//!
//! `LUCENA_ODD_LINES=1000000 cargo test --release --test uci odd_lines -- --nocapture` makes a long run of it, and
//! `LUCENA_ODD_SEED` another one.

use std::time::Instant;

use crate::alone::alone;
use crate::harness::{Lines, Tally, ends_the_session, run_session};
use crate::lines::LineSource;

const LINES: usize = 20_000;
const LINES_A_SESSION: usize = 1_000;
const MOST_GROWTH: usize = 48 << 20;

fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// The most memory that was resident so far, in bytes, where the system tells it.
fn peak_memory() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse::<usize>().ok().map(|kilobytes| kilobytes << 10)
}

fn lines(seed: u64, count: usize) -> Lines {
    let mut source = LineSource::new(seed);
    Box::new(std::iter::repeat_with(move || source.line()).take(count))
}

#[test]
fn the_fixed_lines_never_break_a_session() {
    let fixed = LineSource::new(0).fixed().to_vec();
    let count = fixed.len();
    let lines =
        fixed.into_iter().filter(|line| !ends_the_session(line)).flat_map(|line| [line, b"isready".to_vec()]);
    let tally = run_session("fixed lines", Box::new(lines));
    assert!(Tally::value(&tally.ready_answered) + 5 > count, "{count}");
}

/// A quarter in short sessions, half in one long one that nothing may pile up in, and the rest in short ones.
#[test]
fn odd_lines_never_break_a_session() {
    // It looks at the memory of its process.
    alone("odd_lines::odd_lines_never_break_a_session", run_odd_lines);
}

fn run_odd_lines() {
    let wanted = setting("LUCENA_ODD_LINES").map_or(LINES, |lines| lines as usize);
    let first_seed = setting("LUCENA_ODD_SEED").unwrap_or(1);
    let begin = Instant::now();
    let mut total = [0; 3];
    let mut sessions = 0;
    let mut settled = None;
    while total[0] < wanted {
        let seed = first_seed + sessions;
        let is_long = settled.is_none() && total[0] >= wanted / 4;
        let lines = if is_long {
            settled = peak_memory().or(Some(usize::MAX / 2));
            Box::new(lines(seed, wanted / 2).filter(|line| !ends_the_session(line)))
        } else {
            lines(seed, LINES_A_SESSION)
        };
        let tally = run_session(&format!("seed {seed}"), lines);
        for (sum, count) in
            total.iter_mut().zip([&tally.lines, &tally.searches_answered, &tally.ready_answered])
        {
            *sum += Tally::value(count);
        }
        sessions += 1;
    }
    let [lines, searches, ready] = total;
    let (settled, peak) = (settled.unwrap_or(usize::MAX / 2), peak_memory().unwrap_or(0));
    println!(
        "{lines} lines, {sessions} sessions, {searches} searches, {ready} readyok in {:.1} s; peak memory {} MiB \
         after a quarter, {} MiB at the end",
        begin.elapsed().as_secs_f64(),
        settled >> 20,
        peak >> 20
    );
    assert!(peak < settled + MOST_GROWTH, "memory grew from {settled} to {peak} bytes");
}
