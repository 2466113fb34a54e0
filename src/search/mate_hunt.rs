//! `go mate N`: the proof-number search runs beside the ordinary one, and the shorter mate of the two is played.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use super::control::Control;
use super::limits::Limits;
use super::proof::{MateLimits, MateResult, ProvenMate, prove_mate};
use super::report::{MateNotice, Report, ReportSink};
use crate::board::Game;
use crate::score::Score;

/// Memory of the proof search, in MiB: it comes on top of Hash, so it is small.
const TABLE_MEBIBYTES: usize = 32;
/// However soon a mate is found, so long a shorter one is looked for.
const LEAST_PATIENCE: Duration = Duration::from_millis(50);

/// What the two searches tell each other.
#[derive(Debug, Default)]
pub(super) struct MateHunt {
    /// The proof search has nothing more to find.
    settled: AtomicBool,
    best: Mutex<Option<ProvenMate>>,
    /// When to be content with the mate that has been found.
    content_at: Mutex<Option<Instant>>,
}

impl MateHunt {
    /// A hunt, where a mate is asked for and every root move is allowed.
    pub fn for_limits(limits: &Limits) -> Option<MateHunt> {
        (limits.mate.is_some() && limits.search_moves.is_empty()).then(MateHunt::default)
    }

    /// Whether the searches can end: all is shown, or a mate was found and no shorter one for as long again.
    pub fn is_over(&self, control: &Control) -> bool {
        if self.settled.load(Ordering::Relaxed) {
            return true;
        }
        !control.is_pondering() && self.content_at.lock().is_some_and(|time| Instant::now() >= time)
    }

    /// A mate within the limit has been found by either search.
    pub fn note_mate(&self, started: Instant) {
        let mut content_at = self.content_at.lock();
        if content_at.is_none() {
            *content_at = Some(Instant::now() + started.elapsed().max(LEAST_PATIENCE));
        }
    }

    /// Runs the proof search until it has shown the shortest mate, or that there is none, or is stopped.
    pub fn run(
        &self,
        game: &Game,
        moves: u32,
        started: Instant,
        stop: &dyn Fn() -> bool,
        sink: &dyn ReportSink,
    ) {
        let mut found = |mate: &ProvenMate| {
            *self.best.lock() = Some(mate.clone());
            self.note_mate(started);
        };
        let answer = prove_mate(game, moves, MateLimits::default(), TABLE_MEBIBYTES, stop, &mut found);
        match answer.result {
            MateResult::NoMateWithin(moves) => {
                sink.accept(Report::Mate(MateNotice::NoneWithin(moves)));
            }
            MateResult::Mate(mate) if mate.is_shortest => {
                sink.accept(Report::Mate(MateNotice::Shortest(mate.moves)));
            }
            MateResult::Mate(_) | MateResult::Unknown { .. } => return,
        }
        self.settled.store(true, Ordering::Relaxed);
    }

    /// The proof's mate, where it is shorter than the score of the ordinary search.
    pub fn better_than(&self, score: Score) -> Option<ProvenMate> {
        self.best.lock().take_if(|mate| mate.is_shorter_than(score))
    }
}
