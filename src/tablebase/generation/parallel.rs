//! Runs work on several threads, by single numbers or in chunks.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use parking_lot::Mutex;

use crate::threads::together;

/// Numbers that a thread takes at a time: enough to make taking cheap, few enough to share the end fairly.
const CHUNK: usize = 1 << 14;

/// Returns the result of `work` for each number below `count`, in order. Each thread takes the next number.
pub(crate) fn in_parallel<T: Send>(threads: usize, count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let threads = threads.min(count);
    if threads <= 1 {
        return (0..count).map(work).collect();
    }
    let next = AtomicUsize::new(0);
    let done: Vec<Mutex<Option<T>>> = (0..count).map(|_| Mutex::new(None)).collect();
    let run = |_| {
        while let Some((number, done)) = {
            let number = next.fetch_add(1, Ordering::Relaxed);
            done.get(number).map(|done| (number, done))
        } {
            *done.lock() = Some(work(number));
        }
    };
    together(threads, run);
    done.into_iter().filter_map(Mutex::into_inner).collect()
}

/// Calls `work` with every chunk of `0..size` on some thread, until all are done or one call returns `false`; returns whether
/// all are done.
#[must_use]
pub(in crate::tablebase) fn in_chunks(
    threads: usize,
    size: usize,
    work: impl Fn(Range<usize>) -> bool + Sync,
) -> bool {
    let stopped = AtomicBool::new(false);
    in_parallel(threads, size.div_ceil(CHUNK), |chunk| {
        let start = chunk * CHUNK;
        if !stopped.load(Ordering::Relaxed) && !work(start..(start + CHUNK).min(size)) {
            stopped.store(true, Ordering::Relaxed);
        }
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
    fn one_refusal_stops_all_and_is_reported() {
        assert!(!in_chunks(2, 100 * CHUNK, |range| range.start != 3 * CHUNK));
    }

    #[test]
    fn what_several_threads_give_stands_in_order() {
        let squares: Vec<usize> = (0..1000).map(|number| number * number).collect();
        for threads in [0, 1, 2, 5] {
            assert_eq!(in_parallel(threads, 1000, |number| number * number), squares);
        }
        assert!(in_parallel(3, 0, |number| number).is_empty());
    }
}
