//! Distributes work over several threads and hands the results on in their order. It bounds how many items wait, so that a
//! stream of a million lines needs the memory of a few.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::thread::Builder;

use crossbeam_channel::{Receiver, Sender, TryRecvError, bounded};
use parking_lot::Mutex;

use thiserror::Error;

use super::{Shortage, report, start};

/// A thread of the pool ended before its work was done.
#[derive(Debug, Error)]
#[error("a thread that reads or works has failed; this is a bug in lucena")]
pub struct BrokenOff;

/// The most items of each worker under way: waiting, in work, or done and waiting for those before them.
const UNDER_WAY: usize = 32;

/// Receives the results of the workers.
pub trait Taker<Done> {
    /// Why it takes no more results.
    type Error: From<BrokenOff>;

    /// Takes the next result, in order.
    ///
    /// # Errors
    /// If it can take no more. The work then ends.
    fn take(&mut self, done: Done) -> Result<(), Self::Error>;

    /// Called when no result is ready: a good time to flush what has been taken.
    ///
    /// # Errors
    /// As [`Taker::take`].
    fn pause(&mut self) -> Result<(), Self::Error>;
}

/// Work under way: items go out, results come back.
struct UnderWay<Done> {
    results: Receiver<(u64, Done)>,
    /// One for each item under way.
    places: Receiver<()>,
}

/// Feeds workers until the feeder ends, and hands their results to `taker` in the order of the items. Returns what the feeder
/// returned. If taking fails, it does not wait for the feeder, which may be reading a pipe that gets no more input.
///
/// # Errors
/// The first error of `taker`, and [`BrokenOff`].
pub fn work_in_order<Worker, Item, Done, Fed, Takes>(
    workers: Vec<Worker>,
    feed: impl FnOnce(&mut dyn FnMut(Item) -> ControlFlow<()>) -> Fed + Send + 'static,
    work: impl Fn(&mut Worker, Item) -> Done + Clone + Send + 'static,
    taker: &mut Takes,
) -> Result<Fed, Takes::Error>
where
    Takes: Taker<Done>,
    Worker: Send + 'static,
    Item: Send + 'static,
    Done: Send + 'static,
    Fed: Send + 'static,
{
    let wanted = workers.len();
    let room = UNDER_WAY * wanted.max(1);
    let (place, places) = bounded(room);
    let (questions, queue) = bounded(room);
    let (done, results) = bounded(room);
    // Workers whose threads do not start stay in the list.
    let (feed, workers) = (Arc::new(Mutex::new(Some(feed))), Arc::new(Mutex::new(workers)));
    let feeding = Arc::clone(&feed);
    let feeder = thread("reader").spawn(move || {
        let feed = feeding.lock().take();
        feed.map(|feed| feed_numbered(feed, &place, &questions))
    });
    let Ok(feeder) = feeder else {
        report(Shortage::of(wanted, 0));
        let (Some(feed), Some(worker)) = (feed.lock().take(), workers.lock().pop()) else {
            return Err(BrokenOff.into());
        };
        return work_alone(worker, feed, &work, taker);
    };
    let started = start(0..wanted, |_| {
        let (queue, done, work, workers) = (queue.clone(), done.clone(), work.clone(), Arc::clone(&workers));
        thread("worker").spawn(move || {
            let worker = workers.lock().pop();
            worker.map(|mut worker| run(&mut worker, &queue, &done, &work))
        })
    });
    report(Shortage::of(wanted, started.len()));
    let under_way = UnderWay { results, places };
    match started.is_empty().then(|| workers.lock().pop()).flatten() {
        Some(mut worker) => work_beside_feeder(&mut worker, &queue, &work, &under_way.places, taker)?,
        None => {
            drop((queue, done));
            take_in_order(&under_way, taker)?;
        }
    }
    feeder.join().ok().flatten().ok_or_else(|| BrokenOff.into())
}

fn thread(name: &str) -> Builder {
    Builder::new().name(name.to_owned())
}

/// Does all work on the calling thread if the system gives no other.
fn work_alone<Worker, Item, Done, Fed, Takes: Taker<Done>>(
    mut worker: Worker,
    feed: impl FnOnce(&mut dyn FnMut(Item) -> ControlFlow<()>) -> Fed,
    work: &impl Fn(&mut Worker, Item) -> Done,
    taker: &mut Takes,
) -> Result<Fed, Takes::Error> {
    let mut taken = Ok(());
    let fed = feed(&mut |item| {
        taken = taker.take(work(&mut worker, item)).and_then(|()| taker.pause());
        if taken.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    taken.map(|()| fed)
}

/// Works and takes on the calling thread if the system gives only a thread for the feeder.
fn work_beside_feeder<Worker, Item, Done, Takes: Taker<Done>>(
    worker: &mut Worker,
    queue: &Receiver<(u64, Item)>,
    work: &impl Fn(&mut Worker, Item) -> Done,
    places: &Receiver<()>,
    taker: &mut Takes,
) -> Result<(), Takes::Error> {
    for (_, item) in queue {
        taker.take(work(worker, item))?;
        taker.pause()?;
        // Its place is free; each item has one.
        let _ = places.try_recv();
    }
    Ok(())
}

/// Runs one worker until the feeder has ended.
fn run<Worker, Item, Done>(
    worker: &mut Worker,
    queue: &Receiver<(u64, Item)>,
    done: &Sender<(u64, Done)>,
    work: &impl Fn(&mut Worker, Item) -> Done,
) {
    for (number, item) in queue {
        if done.send((number, work(worker, item))).is_err() {
            return;
        }
    }
}

/// Numbers the items and holds the feeder back while too many are under way.
fn feed_numbered<Item, Fed>(
    feed: impl FnOnce(&mut dyn FnMut(Item) -> ControlFlow<()>) -> Fed,
    place: &Sender<()>,
    questions: &Sender<(u64, Item)>,
) -> Fed {
    let mut number = 0;
    feed(&mut |item| {
        if place.send(()).is_err() || questions.send((number, item)).is_err() {
            return ControlFlow::Break(());
        }
        number += 1;
        ControlFlow::Continue(())
    })
}

fn take_in_order<Done, Takes: Taker<Done>>(
    under_way: &UnderWay<Done>,
    taker: &mut Takes,
) -> Result<(), Takes::Error> {
    let mut waiting = BTreeMap::new();
    let mut due = 0;
    while let Some((number, done)) = next_result(&under_way.results, taker)? {
        waiting.insert(number, done);
        while let Some(done) = waiting.remove(&due) {
            taker.take(done)?;
            // Its place is free; each item has one.
            let _ = under_way.places.try_recv();
            due += 1;
        }
    }
    if waiting.is_empty() { Ok(()) } else { Err(BrokenOff.into()) }
}

fn next_result<Done, Takes: Taker<Done>>(
    results: &Receiver<(u64, Done)>,
    taker: &mut Takes,
) -> Result<Option<(u64, Done)>, Takes::Error> {
    match results.try_recv() {
        Ok(result) => Ok(Some(result)),
        Err(TryRecvError::Disconnected) => Ok(None),
        Err(TryRecvError::Empty) => {
            taker.pause()?;
            Ok(results.recv().ok())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// Takes numbers and fails at one of them.
    #[derive(Default)]
    struct Numbers {
        taken: Vec<u64>,
        fails_at: Option<u64>,
        under_way: Arc<AtomicUsize>,
    }

    /// Why it takes no more numbers.
    #[derive(Debug)]
    enum Why {
        Planned,
        BrokenOff,
    }

    impl From<BrokenOff> for Why {
        fn from(_: BrokenOff) -> Why {
            Why::BrokenOff
        }
    }

    impl Taker<u64> for Numbers {
        type Error = Why;

        fn take(&mut self, done: u64) -> Result<(), Why> {
            if self.fails_at == Some(done) {
                return Err(Why::Planned);
            }
            self.under_way.fetch_sub(1, Ordering::SeqCst);
            self.taken.push(done);
            Ok(())
        }

        fn pause(&mut self) -> Result<(), Why> {
            Ok(())
        }
    }

    #[test]
    fn what_several_workers_do_is_taken_in_order_and_little_is_under_way() {
        let mut numbers = Numbers::default();
        let (under_way, most) = (Arc::clone(&numbers.under_way), Arc::<AtomicUsize>::default());
        let seen = Arc::clone(&most);
        let feed = move |give: &mut dyn FnMut(u64) -> ControlFlow<()>| {
            for number in 0..1000 {
                // One more may just have left the feeder.
                seen.fetch_max(under_way.fetch_add(1, Ordering::SeqCst), Ordering::SeqCst);
                if give(number).is_break() {
                    break;
                }
            }
            "fed"
        };
        // The first worker is slow with its first item; all other results wait for it.
        let work = |_: &mut (), number: u64| {
            if number == 0 {
                std::thread::sleep(std::time::Duration::from_millis(50));
            }
            number
        };
        assert_eq!(work_in_order(vec![(), (), ()], feed, work, &mut numbers).unwrap(), "fed");
        assert_eq!(numbers.taken, (0..1000).collect::<Vec<_>>());
        assert!(most.load(Ordering::SeqCst) <= 3 * UNDER_WAY + 1, "{most:?}");
    }

    #[test]
    fn where_taking_fails_a_feeder_that_never_ends_is_not_waited_for() {
        let feed = |give: &mut dyn FnMut(u64) -> ControlFlow<()>| {
            let mut number = 0;
            while give(number).is_continue() {
                number += 1;
            }
            loop {
                std::thread::park();
            }
        };
        let mut numbers = Numbers { fails_at: Some(3), ..Numbers::default() };
        numbers.under_way.store(10, Ordering::SeqCst);
        let ended: Result<(), Why> = work_in_order(vec![()], feed, |_: &mut (), number| number, &mut numbers);
        assert!(matches!(ended, Err(Why::Planned)));
        assert_eq!(numbers.taken, [0, 1, 2]);
    }
}
