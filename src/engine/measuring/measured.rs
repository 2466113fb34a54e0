//! What a measurement has counted.

use std::time::Duration;

use crate::board::Board;

/// Nodes and the time that they took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Measured {
    /// The nodes of all threads.
    pub nodes: u64,
    /// The time of the searches alone.
    pub elapsed: Duration,
}

impl Measured {
    /// Adds another measurement.
    pub fn add(&mut self, other: Measured) {
        self.nodes += other.nodes;
        self.elapsed += other.elapsed;
    }

    /// Returns the nodes a second; finite even if no time has passed.
    #[must_use]
    pub fn nodes_per_second(self) -> u64 {
        let nodes = u128::from(self.nodes) * 1_000_000 / self.elapsed.as_micros().max(1);
        u64::try_from(nodes).unwrap_or(u64::MAX)
    }
}

/// A position that has been searched for a measurement.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// Its number, from 1.
    pub number: usize,
    /// The number of all positions.
    pub of: usize,
    /// The position.
    pub board: &'a Board,
    /// The nodes and the time of its search.
    pub measured: Measured,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_per_second_stay_finite() {
        let speed = |nodes| Measured { nodes, elapsed: Duration::ZERO }.nodes_per_second();
        assert_eq!(speed(5), 5_000_000);
        assert_eq!(speed(u64::MAX), u64::MAX);
    }
}
