//! Pieces of work that do not depend on each other, on several threads.

use std::sync::atomic::{AtomicUsize, Ordering};

use parking_lot::Mutex;

/// What a function gives for each number below `count`, in order; each thread takes the next number.
pub(super) fn in_parallel<T: Send>(threads: usize, count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let threads = threads.min(count);
    if threads <= 1 {
        return (0..count).map(work).collect();
    }
    let next = AtomicUsize::new(0);
    let done: Vec<Mutex<Option<T>>> = (0..count).map(|_| Mutex::new(None)).collect();
    let run = || {
        while let Some((number, done)) = {
            let number = next.fetch_add(1, Ordering::Relaxed);
            done.get(number).map(|done| (number, done))
        } {
            *done.lock() = Some(work(number));
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(run);
        }
        run();
    });
    done.into_iter().filter_map(Mutex::into_inner).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_several_threads_give_stands_in_order() {
        let squares: Vec<usize> = (0..1000).map(|number| number * number).collect();
        for threads in [0, 1, 2, 5] {
            assert_eq!(in_parallel(threads, 1000, |number| number * number), squares);
        }
        assert!(in_parallel(3, 0, |number| number).is_empty());
    }
}
