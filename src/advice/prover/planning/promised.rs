//! Finds the positions that a table's promise names, among all of a material that is too large to keep a place for each.
//!
//! What a promise asks about advice comes last: a survey around the positions that the rest of it names answers that.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

use parking_lot::Mutex;

use super::super::notice::ProofNotice;
use super::super::options::ProveOptions;
use super::super::truth::Standing;
use super::super::walk::Walk;
use crate::advice::language::Condition;
use crate::advice::satisfy::subgoals::Subgoals;
use crate::advice::satisfy::survey::Survey;
use crate::threads::together;

/// Squares of two kings.
const PAIRS_OF_KINGS: usize = 64 * 64;
/// Every number that this divides is in the sample; a prime, so that no square is left out.
const SAMPLED: usize = 257;
/// The same with five men: a smaller share is enough, and results take long to ask.
const SAMPLED_OF_MANY: usize = 2053;
/// How many positions a thread takes at a time.
const CHUNK: usize = 1024;

/// What a promise may name, by those of its parts that ask about no advice.
#[derive(Default)]
pub(in crate::advice::prover) struct Promised {
    /// Their numbers, in ascending order.
    pub numbers: Vec<u32>,
    /// How many legal positions the material has; mirror images count.
    legal: u64,
    /// How many positions of a sample can be won, or are drawn.
    keepable: u64,
    /// How many positions the sample has whose result is known.
    sampled: u64,
}

impl Promised {
    /// Returns about how many positions of the material can be won, or are drawn, mirror images counted; `None` if nobody knows.
    pub fn keepable(&self) -> Option<f64> {
        (self.sampled > 0).then(|| self.legal as f64 * self.keepable as f64 / self.sampled as f64)
    }

    fn add(&mut self, other: Promised) {
        self.numbers.extend(other.numbers);
        self.legal += other.legal;
        self.keepable += other.keepable;
        self.sampled += other.sampled;
    }
}

/// Finds the positions that the promise may name.
pub(in crate::advice::prover) fn promised(walk: Walk<'_>, options: &ProveOptions<'_>) -> Promised {
    let next = AtomicUsize::new(0);
    let all = Mutex::new(Promised::default());
    let size = walk.positions.space().len() / PAIRS_OF_KINGS;
    let work = |_| {
        let subgoals = Subgoals::new(walk.table);
        loop {
            let kings = next.fetch_add(1, Ordering::Relaxed);
            if kings >= PAIRS_OF_KINGS || options.is_cancelled() {
                return;
            }
            let found = promised_with(walk, &subgoals, kings * size..(kings + 1) * size);
            all.lock().add(found);
            let table = &walk.table.name;
            (options.report)(ProofNotice::Promised { table, done: kings + 1, all: PAIRS_OF_KINGS });
        }
    };
    together(options.threads.max(1), work);
    let mut found = all.into_inner();
    found.numbers.sort_unstable();
    found
}

/// Returns those of these positions that the promise names, and in which it can be kept. Built results take longest to ask, so they
/// come last.
pub(in crate::advice::prover) fn claimed(
    walk: Walk<'_>,
    numbers: Vec<u32>,
    survey: Option<&Survey>,
    options: &ProveOptions<'_>,
) -> Vec<u32> {
    let asks = walk.table.promise.part.as_ref().is_some_and(Condition::asks_about_advice);
    let (next, all, table) = (AtomicUsize::new(0), numbers.len().div_ceil(CHUNK), walk.table.name.as_str());
    let claimed = options.share(&numbers, CHUNK, |_, chunks| -> Vec<u32> {
        let subgoals = Subgoals::surveyed(walk.table, survey);
        let is_claimed = |number: &&u32| {
            let position = walk.positions.space().position(**number as usize);
            position.is_some_and(|position| {
                let is_claimed = !asks || walk.table.claims(&position, &subgoals);
                is_claimed && walk.truth.standing(&position) == Standing::Asked
            })
        };
        let mut claimed = Vec::new();
        for numbers in chunks {
            claimed.extend(numbers.iter().filter(is_claimed));
            let done = next.fetch_add(1, Ordering::Relaxed) + 1;
            (options.report)(ProofNotice::Promised { table, done, all });
        }
        claimed
    });
    let mut claimed = claimed.concat();
    claimed.sort_unstable();
    claimed
}

/// Looks at a range of numbers, which all have the same kings.
fn promised_with(walk: Walk<'_>, subgoals: &Subgoals<'_>, numbers: Range<usize>) -> Promised {
    let (space, mut found) = (walk.positions.space(), Promised::default());
    if !space.can_have_kings_of(numbers.start) {
        return found;
    }
    let sampled = if walk.table.material.has_many_men() { SAMPLED_OF_MANY } else { SAMPLED };
    for number in numbers {
        let Some(position) = space.position(number) else { continue };
        found.legal += space.images(&position);
        if number % sampled == 0 && walk.truth.knows(&position) {
            let images = space.images(&position);
            found.sampled += images;
            found.keepable += images * u64::from(walk.truth.standing(&position) == Standing::Asked);
        }
        if walk.table.may_claim(&position, subgoals) {
            found.numbers.push(number as u32);
        }
    }
    found
}
