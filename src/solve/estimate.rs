//! Estimates what solving a position will take before it begins: arrangements, memory and time, each as a range.
//!
//! The least is what is opened before anything is solved, which can be counted. The most is everything that the position leads
//! to, which is known only if it is little. Between them nobody can say how much the proof will need.

use std::time::Duration;

use super::graph::{Graph, GraphSize, MOST_SETS};

/// Arrangements beyond which counting everything ends: a fraction of a second.
const MOST_COUNTED: usize = 20_000;
/// Placements a second on one thread: more than any position was seen to have, and less.
const FASTEST: f64 = 4e6;
const SLOWEST: f64 = 2e5;
/// How often everything may be solved again while more is opened, and how much looking ahead may take beside it, in all.
const MOST_REPEATED: f64 = 4.0;

/// What a solving run will take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// What is opened at once.
    pub least: Amount,
    /// Everything there is; `None` if that is too much to count.
    pub most: Option<Amount>,
}

/// An amount of work.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Amount {
    /// Arrangements of pawns and kinds of pieces, counted once for each side that may win.
    pub arrangements: usize,
    /// Memory in bytes.
    pub bytes: usize,
    /// The time that it takes.
    pub time: Duration,
}

impl Estimate {
    /// Estimates what solving takes on so many threads from what is opened at first.
    pub(super) fn of(mut graph: Graph, threads: usize) -> Estimate {
        // Exits go once an arrangement is solved for good.
        graph.forget_all_exits();
        let least = Amount::of(graph.size(), 1, FASTEST * threads.max(1) as f64);
        // One arrangement after the other may keep all threads but one idle.
        let most = graph.opened_to_the_end(MOST_COUNTED);
        Estimate { least, most: most.map(|size| Amount::of(size, MOST_SETS, SLOWEST / MOST_REPEATED)) }
    }
}

impl Amount {
    /// The work on arrangements that keep so many sets, at so many placements a second.
    fn of(size: GraphSize, sets: usize, pace: f64) -> Amount {
        Amount {
            arrangements: size.arrangements,
            bytes: size.bytes.saturating_mul(sets),
            time: Duration::from_secs_f64(size.placements() as f64 / pace),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use crate::board::Board;
    use crate::solve::{SolveLimits, Solver};

    /// Lasker and Reichhelm; a wall of pawns; a race; a knight against a pawn; nothing to open.
    const SOLVED: [&str; 5] = [
        "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
        "4k3/2p5/8/p1p1p1p1/P1P1P1P1/8/P5P1/4K3 w - - 0 1",
        "8/1p6/1P6/3k4/7K/3P4/8/8 w - - 0 1",
        "8/8/8/3p4/4k3/8/4N3/6K1 w - - 0 1",
        "8/8/8/8/8/2k5/8/K6Q w - - 0 1",
    ];

    #[test]
    fn as_many_arrangements_as_are_opened_lie_between_the_least_and_the_most() {
        let solver = Solver::new(SolveLimits { time: None, bytes: 1 << 30, threads: 1 });
        let mut counted = 0;
        for fen in SOLVED {
            let board = Board::from_fen(fen, false).unwrap();
            let estimate = solver.estimate(&board).unwrap();
            let (solution, _) = solver.solve(&board, &AtomicBool::new(false), &mut |_| {}).unwrap();
            assert!(solution.stopped_by.is_none(), "{fen}");
            let opened = solution.size.arrangements;
            assert!(estimate.least.arrangements <= opened, "{fen}: {estimate:?}, {opened} opened");
            if let Some(most) = estimate.most {
                assert!((opened..).contains(&most.arrangements), "{fen}: {estimate:?}, {opened} opened");
                assert!(
                    (estimate.least.bytes..=most.bytes).contains(&solution.size.bytes),
                    "{fen}: {estimate:?}, {}",
                    solution.size.bytes
                );
                counted += 1;
            }
        }
        assert!(counted >= 3);
    }
}
