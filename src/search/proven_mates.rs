//! What a search knows of mates by proof: the shortest one that is proven, and whether a shorter one is worth waiting for.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use super::control::Control;
use super::limits::Limits;
use super::proof::ProvenMate;
use crate::score::Score;

/// However soon a mate that was asked for is found, so long a shorter one is looked for.
const LEAST_PATIENCE: Duration = Duration::from_millis(50);

/// How long a shorter mate is looked for when one is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Patience {
    /// As long again as it took: a mate was asked for.
    AsLongAgain,
    /// Not at all: the clock runs, and the mate is played at once.
    PlayAtOnce,
    /// As long as the search goes on.
    Endless,
}

impl Patience {
    /// Where a mate is asked for and every root move is allowed, a proof has a thread of its own; else the clock decides.
    pub fn of(limits: &Limits, is_on_the_clock: bool) -> Patience {
        if limits.mate.is_some() && limits.search_moves.is_empty() {
            Patience::AsLongAgain
        } else if is_on_the_clock {
            Patience::PlayAtOnce
        } else {
            Patience::Endless
        }
    }
}

/// The mates that are known to all threads of a search.
#[derive(Debug)]
pub(super) struct ProvenMates {
    patience: Patience,
    /// The proof has nothing more to find.
    is_settled: AtomicBool,
    shortest: Mutex<Option<ProvenMate>>,
    /// When to be content with the mate that has been found.
    content_at: Mutex<Option<Instant>>,
}

impl ProvenMates {
    /// What is known when a search starts.
    pub fn new(patience: Patience, known: Option<ProvenMate>, started: Instant) -> ProvenMates {
        let mates = ProvenMates {
            patience,
            is_settled: AtomicBool::new(false),
            shortest: Mutex::new(None),
            content_at: Mutex::new(None),
        };
        if let Some(known) = known {
            mates.add(known, started);
        }
        mates
    }

    /// Whether a mate is asked for, and a proof is looked for on a thread of its own, which tells no lines.
    pub fn is_asked(&self) -> bool {
        self.patience == Patience::AsLongAgain
    }

    /// A proof has found a mate, shorter than any before, in a search that started then.
    pub fn add(&self, mate: ProvenMate, started: Instant) {
        *self.shortest.lock() = Some(mate);
        self.note_mate(started);
    }

    /// The proof or the search has found a mate that could be the answer.
    pub fn note_mate(&self, started: Instant) {
        let patience = match self.patience {
            Patience::AsLongAgain => started.elapsed().max(LEAST_PATIENCE),
            Patience::PlayAtOnce => Duration::ZERO,
            Patience::Endless => return,
        };
        let mut content_at = self.content_at.lock();
        if content_at.is_none() {
            *content_at = Some(Instant::now() + patience);
        }
    }

    /// The proof has shown the shortest mate, or that there is none.
    pub fn settle(&self) {
        self.is_settled.store(true, Ordering::Relaxed);
    }

    /// Whether the search can end: all is shown, or a mate was found and no shorter one for long enough.
    pub fn are_enough(&self, control: &Control) -> bool {
        if self.is_settled.load(Ordering::Relaxed) {
            return true;
        }
        !control.is_pondering() && self.content_at.lock().is_some_and(|time| Instant::now() >= time)
    }

    /// Whether a mate is proven, and told, that is shorter than a score says.
    pub fn have_told_shorter_than(&self, score: Score) -> bool {
        let is_shorter = |mate: &ProvenMate| mate.is_shorter_than(score);
        !self.is_asked() && self.shortest.lock().as_ref().is_some_and(is_shorter)
    }

    /// The shortest mate, where it is shorter than a score says.
    pub fn take_shorter_than(&self, score: Score) -> Option<ProvenMate> {
        self.shortest.lock().take_if(|mate| mate.is_shorter_than(score))
    }
}
