//! How fast arrangements are solved, and how long those that wait will take at that pace.

use std::time::{Duration, Instant};

use super::graph::Graph;

/// Before so much time has passed the pace is not known.
const FIRST_TIME: Duration = Duration::from_secs(1);

/// The pace since a moment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    begin: Instant,
    work: usize,
}

impl Pace {
    /// From now on.
    pub fn of(graph: &Graph) -> Pace {
        Pace { begin: Instant::now(), work: graph.work() }
    }

    /// About the time that all takes that waits; `None` while that is not known.
    pub fn left(&self, graph: &Graph) -> Option<Duration> {
        time_left(self.begin.elapsed(), graph.work() - self.work, graph.waiting_work())
    }
}

/// By the pace of what is done, for what is left, in placements.
fn time_left(elapsed: Duration, done: usize, left: usize) -> Option<Duration> {
    (elapsed >= FIRST_TIME && done > 0).then(|| elapsed.mul_f64(left as f64 / done as f64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_takes_as_long_as_what_is_done_by_its_share_and_nothing_is_told_at_first() {
        let seconds = Duration::from_secs;
        assert_eq!(time_left(seconds(10), 200, 100), Some(seconds(5)));
        assert_eq!(time_left(seconds(10), 200, 0), Some(seconds(0)));
        assert_eq!(time_left(seconds(10), 0, 100), None);
        assert_eq!(time_left(Duration::from_millis(500), 200, 100), None);
    }
}
