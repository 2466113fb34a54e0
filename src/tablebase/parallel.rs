//! A range of numbers worked through in chunks by several threads.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Numbers a thread takes at a time: large enough to make taking cheap, small enough to share the end fairly.
const CHUNK: usize = 1 << 14;

/// Calls `work` with every chunk of `0..size` on some thread, until all are done or one answers `false`; answers
/// whether all are done.
#[must_use]
pub(super) fn in_chunks(threads: usize, size: usize, work: impl Fn(Range<usize>) -> bool + Sync) -> bool {
    let next = AtomicUsize::new(0);
    let stopped = AtomicBool::new(false);
    let run = || {
        loop {
            let start = next.fetch_add(CHUNK, Ordering::Relaxed);
            if start >= size || stopped.load(Ordering::Relaxed) {
                break;
            }
            if !work(start..(start + CHUNK).min(size)) {
                stopped.store(true, Ordering::Relaxed);
            }
        }
    };
    let helpers = threads.min(size.div_ceil(CHUNK)).saturating_sub(1);
    std::thread::scope(|scope| {
        for _ in 0..helpers {
            scope.spawn(run);
        }
        run();
    });
    !stopped.into_inner()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_worked_on_once() {
        for size in [0, 1, CHUNK - 1, CHUNK, 5 * CHUNK + 7] {
            let sum = AtomicUsize::new(0);
            let all = in_chunks(3, size, |range| {
                sum.fetch_add(range.sum(), Ordering::Relaxed);
                true
            });
            assert!(all);
            assert_eq!(sum.into_inner(), size * size.saturating_sub(1) / 2);
        }
    }

    #[test]
    fn one_refusal_stops_all_and_is_told() {
        assert!(!in_chunks(2, 100 * CHUNK, |range| range.start != 3 * CHUNK));
    }
}
