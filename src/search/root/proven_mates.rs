//! The mates that proofs have found in a search: the shortest one, and whether to wait for a shorter one.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use super::limits::Limits;
use crate::score::Score;
use crate::search::proof::ProvenMate;
use crate::search::threads::control::Control;

/// The least time for which a shorter mate is looked for after an asked-for mate is found.
const LEAST_PATIENCE: Duration = Duration::from_millis(50);

/// How long a shorter mate is looked for once one is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) enum Patience {
    /// As long again as it took, because a mate was asked for.
    AsLongAgain,
    /// Not at all: the clock runs, so the mate is played at once.
    PlayAtOnce,
    /// As long as the search goes on.
    Endless,
}

impl Patience {
    /// If a mate is asked for and every root move is allowed, a proof runs on its own thread; otherwise the clock
    /// decides.
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

/// The proven mates that all threads of a search share.
#[derive(Debug)]
pub(in crate::search) struct ProvenMates {
    patience: Patience,
    /// The proof has nothing more to find.
    is_settled: AtomicBool,
    shortest: Mutex<Option<ProvenMate>>,
    /// When to stop looking for a shorter mate.
    content_at: Mutex<Option<Instant>>,
}

impl ProvenMates {
    /// Starts with the mate that is known when the search starts, if any.
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

    /// Returns whether a mate is asked for. Then a proof runs on its own thread and reports no lines.
    pub fn is_asked(&self) -> bool {
        self.patience == Patience::AsLongAgain
    }

    /// Adds a mate, shorter than any before, that a proof has found in a search that started at `started`.
    pub fn add(&self, mate: ProvenMate, started: Instant) {
        *self.shortest.lock() = Some(mate);
        self.note_mate(started);
    }

    /// Notes that the proof or the search has found a mate that could be the answer.
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

    /// Notes that the proof has shown the shortest mate, or that there is none.
    pub fn settle(&self) {
        self.is_settled.store(true, Ordering::Relaxed);
    }

    /// Returns whether the search can end: everything is shown, or no shorter mate was found for long enough.
    pub fn are_enough(&self, control: &Control) -> bool {
        if self.is_settled.load(Ordering::Relaxed) {
            return true;
        }
        !control.is_pondering() && self.content_at.lock().is_some_and(|time| Instant::now() >= time)
    }

    /// Returns whether a proven mate that was reported is shorter than the score says.
    pub fn have_reported_shorter_than(&self, score: Score) -> bool {
        let is_shorter = |mate: &ProvenMate| mate.is_shorter_than(score);
        !self.is_asked() && self.shortest.lock().as_ref().is_some_and(is_shorter)
    }

    /// Takes the shortest mate if it is shorter than the score says.
    pub fn take_shorter_than(&self, score: Score) -> Option<ProvenMate> {
        self.shortest.lock().take_if(|mate| mate.is_shorter_than(score))
    }
}
