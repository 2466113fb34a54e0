//! The first thread to finish an iteration takes the others along: they leave theirs and continue from its result.
//!
//! Bets that a search need not be finished once another thread has finished one to the same depth, because its moves
//! are in the transposition table. So the time to a depth is that of the fastest thread, a different one each time.

use std::sync::atomic::{AtomicI32, Ordering};

use parking_lot::Mutex;

use crate::search::root::root_moves::RootMove;

/// The deepest iteration that any thread has finished.
pub(in crate::search) struct IterationSync {
    takes_along: bool,
    /// The iteration of the main thread.
    main: AtomicI32,
    /// The deepest iteration that a thread has finished.
    depth: AtomicI32,
    best: Mutex<Option<RootMove>>,
}

impl IterationSync {
    /// With `takes_along`, a finished iteration takes the other threads along. Without it (if several lines are
    /// searched, one result is not enough) this only says how deep the main thread is.
    pub fn new(takes_along: bool) -> IterationSync {
        IterationSync {
            takes_along,
            main: AtomicI32::new(0),
            depth: AtomicI32::new(0),
            best: Mutex::new(None),
        }
    }

    /// The main thread begins an iteration.
    pub fn begin(&self, depth: i32) {
        self.main.store(depth, Ordering::Relaxed);
    }

    /// Returns the iteration of the main thread, or the next one if another thread has overtaken it.
    pub fn depth_of_main(&self) -> i32 {
        self.main.load(Ordering::Relaxed).max(self.depth.load(Ordering::Relaxed) + 1)
    }

    /// Notes that a thread has finished an iteration with this best move.
    pub fn finish(&self, depth: i32, best: &RootMove) {
        if !self.takes_along {
            return;
        }
        let mut stored = self.best.lock();
        if depth > self.depth.load(Ordering::Relaxed) {
            *stored = Some(best.clone());
            self.depth.store(depth, Ordering::Relaxed);
        }
    }

    /// Returns whether some thread has finished an iteration of this depth or a deeper one.
    pub fn is_finished(&self, depth: i32) -> bool {
        self.depth.load(Ordering::Relaxed) >= depth
    }

    /// Returns the best move of the deepest finished iteration, and its depth in plies.
    pub fn best(&self) -> Option<(RootMove, i32)> {
        let stored = self.best.lock();
        stored.clone().map(|best| (best, self.depth.load(Ordering::Relaxed)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::score::Score;
    use crate::search::root::root_moves::RootMoves;

    #[test]
    fn the_deepest_iteration_counts_and_the_first_to_finish_it() {
        let board = Board::from_fen("8/8/8/8/8/5k2/8/4K2R w - - 0 1", false).unwrap();
        let root = RootMoves::new(&board, &[]);
        let found =
            |number: usize, value| RootMove { score: Score::centipawns(value), ..root.moves[number].clone() };
        let sync = IterationSync::new(true);
        assert!(sync.best().is_none() && !sync.is_finished(1));
        for (depth, number, value) in [(3, 0, 30), (5, 1, 50), (5, 2, 55), (4, 3, 40)] {
            sync.finish(depth, &found(number, value));
        }
        let (best, depth) = sync.best().unwrap();
        assert_eq!((best.played, best.score, depth), (root.moves[1].played, Score::centipawns(50), 5));
        assert!(sync.is_finished(5) && !sync.is_finished(6));
        assert_eq!(sync.depth_of_main(), 6);
        sync.begin(8);
        assert_eq!(sync.depth_of_main(), 8);
    }
}
