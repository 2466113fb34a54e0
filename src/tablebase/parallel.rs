//! A range of numbers worked through in chunks by several threads.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Numbers a thread takes at a time: large enough to make taking cheap, small enough to share the end fairly.
const CHUNK: usize = 1 << 14;

/// Calls `work` with every chunk of `0..size` on some thread, until all are done or one answers `false`.
pub(super) fn in_chunks(threads: usize, size: usize, work: impl Fn(Range<usize>) -> bool + Sync) {
    let next = AtomicUsize::new(0);
    let run = || {
        loop {
            let start = next.fetch_add(CHUNK, Ordering::Relaxed);
            if start >= size || !work(start..(start + CHUNK).min(size)) {
                break;
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_worked_on_once() {
        for size in [0, 1, CHUNK - 1, CHUNK, 5 * CHUNK + 7] {
            let sum = AtomicUsize::new(0);
            in_chunks(3, size, |range| {
                sum.fetch_add(range.sum(), Ordering::Relaxed);
                true
            });
            assert_eq!(sum.into_inner(), size * size.saturating_sub(1) / 2);
        }
    }
}
