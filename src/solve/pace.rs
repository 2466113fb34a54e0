//! Measures how fast the solver works, and estimates how long the waiting arrangements will take.

use std::time::{Duration, Instant};

use super::graph::Graph;

/// The pace is unknown until this much time has passed.
const FIRST_TIME: Duration = Duration::from_secs(1);

/// The pace since a moment, in placements.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    begin: Instant,
    work: usize,
}

impl Pace {
    /// Starts measuring now.
    pub fn of(graph: &Graph) -> Pace {
        Pace { begin: Instant::now(), work: graph.work() }
    }

    /// An estimate of the time that the waiting work takes; `None` until the pace is known.
    pub fn left(&self, graph: &Graph) -> Option<Duration> {
        time_left(self.begin.elapsed(), graph.work() - self.work, graph.waiting_work())
    }
}

/// The time that `left` placements take at the pace of the `done` ones.
fn time_left(elapsed: Duration, done: usize, left: usize) -> Option<Duration> {
    (elapsed >= FIRST_TIME && done > 0).then(|| elapsed.mul_f64(left as f64 / done as f64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_takes_as_long_as_what_is_done_by_its_share_and_nothing_is_reported_at_first() {
        let seconds = Duration::from_secs;
        assert_eq!(time_left(seconds(10), 200, 100), Some(seconds(5)));
        assert_eq!(time_left(seconds(10), 200, 0), Some(seconds(0)));
        assert_eq!(time_left(seconds(10), 0, 100), None);
        assert_eq!(time_left(Duration::from_millis(500), 200, 100), None);
    }
}
