//! Starts threads beside the calling one, as many as the system gives, and reports a shortage. It also has the tables that threads
//! share without locks. Every room that wants several threads calls it.

mod in_order;
mod keyed_table;
mod pages;

use std::io;
use std::panic::resume_unwind;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{Builder, Scope, ScopedJoinHandle, scope};

pub use in_order::{BrokenOff, Taker, work_in_order};
pub use keyed_table::{KeyedTable, bucket_of};
pub use pages::{Pages, zeroed};

/// The system gave fewer threads than were wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortage {
    /// Threads that were wanted, including the calling one.
    pub wanted: usize,
    /// Threads that work, including the calling one.
    pub got: usize,
}

impl Shortage {
    /// Returns the shortage if fewer threads work than were wanted; otherwise `None`. The calling thread always counts.
    #[must_use]
    pub fn of(wanted: usize, got: usize) -> Option<Shortage> {
        let got = got.max(1);
        (got < wanted).then_some(Shortage { wanted, got })
    }
}

/// Called with a shortage that no caller reports otherwise.
type Listener = Box<dyn Fn(Shortage) + Send + Sync>;

static LISTENER: OnceLock<Listener> = OnceLock::new();
/// Whether the listener was called. A system that refuses threads once mostly refuses all the time, so one call is enough.
static IS_REPORTED: AtomicBool = AtomicBool::new(false);
/// Helpers of [`together`] that work now, of all callers: a helper may have helpers of its own.
static HELPERS: AtomicUsize = AtomicUsize::new(0);

/// Sets the listener that is called once when the system gives too few threads. Only the first call has an effect.
pub fn on_shortage(listener: impl Fn(Shortage) + Send + Sync + 'static) {
    // A second listener would print the same as the first.
    let _ = LISTENER.set(Box::new(listener));
}

/// Passes the first shortage to the listener, if there is one.
pub fn report(shortage: Option<Shortage>) {
    if let (Some(shortage), Some(listener)) = (shortage, LISTENER.get())
        && !IS_REPORTED.swap(true, Ordering::Relaxed)
    {
        listener(shortage);
    }
}

/// Starts a thread for each item until the system refuses one; returns what it started.
pub fn start<Item, Started>(
    items: impl IntoIterator<Item = Item>,
    mut spawn: impl FnMut(Item) -> io::Result<Started>,
) -> Vec<Started> {
    items.into_iter().map_while(|item| spawn(item).ok()).collect()
}

/// Returns the number of cores that this program may use, at least 1.
#[must_use]
pub fn all_cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get)
}

/// Returns the threads of one of `users` that share this many, at least 1.
#[must_use]
pub fn share_of(threads: usize, users: usize) -> usize {
    (threads / users.max(1)).max(1)
}

/// Makes workers of which each has a thread of its own, `wanted` of them or as many as the system has threads for. Another thread
/// will ask each of them; so if threads run out, it keeps half of what it made.
///
/// # Errors
/// If it cannot make even one, or if one fails for another reason than a shortage of threads.
pub fn as_many<Worker, Error>(
    wanted: usize,
    mut make: impl FnMut() -> Result<Worker, Error>,
    is_shortage: impl Fn(&Error) -> bool,
) -> Result<Vec<Worker>, Error> {
    let mut made = Vec::new();
    while made.len() < wanted {
        match make() {
            Ok(one) => made.push(one),
            Err(error) if made.is_empty() || !is_shortage(&error) => return Err(error),
            Err(_) => {
                made.truncate(made.len().div_ceil(2));
                break;
            }
        }
    }
    report(Shortage::of(wanted, made.len()));
    Ok(made)
}

/// Does the same work on up to `threads` threads: on as many as the system gives, and always on the calling one. Each gets its
/// number, counted from 0 without gaps, and takes work until none is left. Returns what each of them returned.
pub fn together<Answer: Send>(threads: usize, work: impl Fn(usize) -> Answer + Sync) -> Vec<Answer> {
    let name = |number: usize| Builder::new().name(format!("helper {number}"));
    together_by(threads, &work, |scope, number, run| name(number).spawn_scoped(scope, run))
}

/// The same with threads that `spawn` starts.
fn together_by<'env, Answer: Send, Work: Fn(usize) -> Answer + Sync>(
    threads: usize,
    work: &'env Work,
    spawn: impl for<'scope> Fn(
        &'scope Scope<'scope, 'env>,
        usize,
        Box<dyn FnOnce() -> Answer + Send + 'scope>,
    ) -> io::Result<ScopedJoinHandle<'scope, Answer>>,
) -> Vec<Answer> {
    scope(|scope| {
        let helpers = start(1..threads, |number| {
            let counted = Counted::new();
            let run = move || {
                let _counted = counted;
                work(number)
            };
            spawn(scope, number, Box::new(run))
        });
        let missing = threads.saturating_sub(1) - helpers.len();
        let working = 1 + HELPERS.load(Ordering::Relaxed);
        report(Shortage::of(working + missing, working));
        let mut answers = vec![work(0)];
        // If one fails, the whole fails: the results of the others are incomplete.
        answers
            .extend(helpers.into_iter().map(|helper| helper.join().unwrap_or_else(|why| resume_unwind(why))));
        answers
    })
}

/// A helper, from before its start until it ends or could not be started.
struct Counted;

impl Counted {
    fn new() -> Counted {
        HELPERS.fetch_add(1, Ordering::Relaxed);
        Counted
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        HELPERS.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Starts at most this many threads, like a system that has no more to give.
    fn together_on(most_helpers: usize, threads: usize, work: impl Fn(usize) -> usize + Sync) -> Vec<usize> {
        together_by(threads, &work, |scope, number, run| {
            if number > most_helpers {
                return Err(io::ErrorKind::WouldBlock.into());
            }
            Builder::new().spawn_scoped(scope, run)
        })
    }

    #[test]
    fn all_work_is_done_by_the_threads_that_could_be_had_whose_numbers_have_no_gap() {
        for (most_helpers, threads, workers) in
            [(0, 1, 1), (0, 64, 1), (1, 64, 2), (5, 64, 6), (63, 64, 64), (99, 64, 64), (3, 0, 1)]
        {
            let next = AtomicUsize::new(0);
            let done: Vec<AtomicUsize> = (0..1000).map(|_| AtomicUsize::new(0)).collect();
            let numbers = together_on(most_helpers, threads, |number| {
                while let Some(done) = done.get(next.fetch_add(1, Ordering::Relaxed)) {
                    done.fetch_add(1, Ordering::Relaxed);
                }
                number
            });
            assert_eq!(numbers, (0..workers).collect::<Vec<_>>(), "{most_helpers} helpers for {threads}");
            assert!(done.into_iter().all(|done| done.into_inner() == 1));
        }
    }

    #[test]
    fn after_the_first_thread_that_cannot_be_had_no_other_is_asked_for() {
        let mut asked = Vec::new();
        let started = start(0..10, |number| {
            asked.push(number);
            if number < 3 { Ok(number) } else { Err(io::Error::from(io::ErrorKind::WouldBlock)) }
        });
        assert_eq!((started, asked), (vec![0, 1, 2], vec![0, 1, 2, 3]));
    }

    #[test]
    fn only_fewer_threads_than_were_wanted_are_a_shortage_and_the_calling_one_is_always_there() {
        assert_eq!(Shortage::of(4, 3), Some(Shortage { wanted: 4, got: 3 }));
        assert_eq!(Shortage::of(2, 0), Some(Shortage { wanted: 2, got: 1 }));
        assert_eq!([Shortage::of(4, 4), Shortage::of(1, 0), Shortage::of(0, 0)], [None; 3]);
    }

    #[test]
    fn work_that_fails_on_one_thread_fails_for_the_caller() {
        let failing = || together_on(9, 3, |number| if number == 2 { panic!("planted") } else { number });
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(|_| {}));
        let outcome = std::panic::catch_unwind(failing);
        std::panic::set_hook(hook);
        assert!(outcome.is_err());
    }
}
