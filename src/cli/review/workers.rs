//! Games judged by several workers at once and taken in the order of the file, so that the workers change nothing.

use std::collections::BTreeMap;

use crossbeam_channel::{Receiver, Sender, bounded};
use parking_lot::Mutex;

use crate::cli::CommandError;

/// So many games of each worker may be done before they are taken.
const GAMES_WAITING: usize = 4;

/// Work with its place in the order.
type Numbered<T> = (usize, T);

/// Does each piece of work by whichever worker is free, and hands the results over in order.
///
/// # Errors
/// The first that taking gives; then nothing more is begun.
pub(super) fn in_order<Worker: Send, Work: Send, Done: Send>(
    workers: Vec<Worker>,
    work: impl Iterator<Item = Work> + Send,
    perform: impl Fn(&mut Worker, Work) -> Done + Sync,
    take: impl FnMut(Done) -> Result<(), CommandError>,
) -> Result<(), CommandError> {
    let work = Mutex::new(work.enumerate());
    std::thread::scope(|scope| {
        let (sender, done) = bounded(GAMES_WAITING * workers.len().max(1));
        for worker in workers {
            let (sender, work, perform) = (sender.clone(), &work, &perform);
            scope.spawn(move || run(worker, work, perform, &sender));
        }
        drop(sender);
        take_in_order(done, take)
    })
}

fn run<Worker, Work, Done>(
    mut worker: Worker,
    work: &Mutex<impl Iterator<Item = Numbered<Work>>>,
    perform: &impl Fn(&mut Worker, Work) -> Done,
    done: &Sender<Numbered<Done>>,
) {
    loop {
        let next = work.lock().next();
        let Some((number, piece)) = next else { return };
        // The taker has gone only where taking failed, which it tells itself.
        if done.send((number, perform(&mut worker, piece))).is_err() {
            return;
        }
    }
}

fn take_in_order<Done>(
    done: Receiver<Numbered<Done>>,
    mut take: impl FnMut(Done) -> Result<(), CommandError>,
) -> Result<(), CommandError> {
    let mut waiting = BTreeMap::new();
    let mut due = 0;
    for (number, piece) in done {
        waiting.insert(number, piece);
        while let Some(piece) = waiting.remove(&due) {
            take(piece)?;
            due += 1;
        }
    }
    Ok(())
}
