//! What a search has found of the distances to mate of one position, by the plies that the 50-move rule leaves.

/// The distance of a mate that the rule prevents: more than any other.
pub(super) const NEVER: u32 = u32::MAX;

/// The shortest and the longest distance to mate that a position may still have, in plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub least: u32,
    pub most: u32,
}

impl Range {
    /// A distance that is known.
    pub const fn exactly(plies: u32) -> Range {
        Range { least: plies, most: plies }
    }

    /// Returns the range before a move that leads to this one.
    pub const fn before(self) -> Range {
        Range { least: self.least.saturating_add(1), most: self.most.saturating_add(1) }
    }
}

/// The ranges of one position. More plies that are left never make a mate longer.
#[derive(Debug, Default)]
pub(super) struct RangesByClock(Vec<(u32, Range)>);

impl RangesByClock {
    /// Stores the range with this many plies left.
    pub fn set(&mut self, left: u32, range: Range) {
        match self.0.iter_mut().find(|(known, _)| *known == left) {
            Some((_, known)) => *known = range,
            None => self.0.push((left, range)),
        }
    }

    /// Returns what is left of a range with this many plies.
    pub fn within(&self, range: Range, left: u32) -> Range {
        self.0.iter().fold(range, |range, &(known, Range { least, most })| Range {
            least: if known >= left { range.least.max(least) } else { range.least },
            most: if known <= left { range.most.min(most) } else { range.most },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_found_with_more_plies_left_bounds_below_and_with_fewer_above() {
        let mut ranges = RangesByClock::default();
        ranges.set(20, Range { least: 33, most: NEVER });
        ranges.set(16, Range { least: 31, most: 41 });
        let anything = Range { least: 21, most: NEVER };
        for (left, least, most) in [(22, 21, 41), (20, 33, 41), (18, 33, 41), (16, 33, 41), (14, 33, NEVER)] {
            assert_eq!(ranges.within(anything, left), Range { least, most }, "{left}");
        }
        ranges.set(20, Range::exactly(35));
        assert_eq!(ranges.within(anything, 20), Range::exactly(35));
    }
}
