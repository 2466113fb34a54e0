//! A value for the middlegame and one for the endgame, added and subtracted as one number; every term is made of these.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

use serde::Deserialize;

/// A middlegame and an endgame value, in centipawns.
///
/// One 64-bit number holds both, the endgame value in the upper half, so that one addition adds both.
#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(from = "[i32; 2]")]
pub struct Tapered(i64);

impl Tapered {
    /// Zero in both phases.
    pub const ZERO: Tapered = Tapered(0);

    /// Joins a middlegame and an endgame value, in centipawns.
    pub const fn new(middlegame: i32, endgame: i32) -> Tapered {
        Tapered(((endgame as i64) << 32) + middlegame as i64)
    }

    /// Returns the value in centipawns with all pieces on the board.
    pub const fn middlegame(self) -> i32 {
        self.0 as i32
    }

    /// Returns the value in centipawns without any pieces.
    pub const fn endgame(self) -> i32 {
        // A negative lower half has borrowed one from the upper half. Half a unit restores it.
        ((self.0 + 0x8000_0000) >> 32) as i32
    }

    /// Returns the value in centipawns at a phase between `full` (all pieces) and 0 (none). It rounds towards zero, so
    /// that both colours round alike.
    pub const fn at_phase(self, phase: i32, full: i32) -> i32 {
        (self.middlegame() * phase + self.endgame() * (full - phase)) / full
    }
}

impl From<[i32; 2]> for Tapered {
    fn from([middlegame, endgame]: [i32; 2]) -> Tapered {
        Tapered::new(middlegame, endgame)
    }
}

impl Add for Tapered {
    type Output = Tapered;

    fn add(self, other: Tapered) -> Tapered {
        Tapered(self.0 + other.0)
    }
}

impl AddAssign for Tapered {
    fn add_assign(&mut self, other: Tapered) {
        self.0 += other.0;
    }
}

impl Sub for Tapered {
    type Output = Tapered;

    fn sub(self, other: Tapered) -> Tapered {
        Tapered(self.0 - other.0)
    }
}

impl SubAssign for Tapered {
    fn sub_assign(&mut self, other: Tapered) {
        self.0 -= other.0;
    }
}

impl Neg for Tapered {
    type Output = Tapered;

    fn neg(self) -> Tapered {
        Tapered(-self.0)
    }
}

impl Mul<usize> for Tapered {
    type Output = Tapered;

    fn mul(self, count: usize) -> Tapered {
        Tapered(self.0 * count as i64)
    }
}

impl Sum for Tapered {
    fn sum<I: Iterator<Item = Tapered>>(values: I) -> Tapered {
        values.fold(Tapered::ZERO, Add::add)
    }
}

impl fmt::Debug for Tapered {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "[{}, {}]", self.middlegame(), self.endgame())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_halves_survive_every_sign_and_operation() {
        for first in [-12_345, -1, 0, 7, 12_345] {
            for second in [-20_000, -1, 0, 1, 20_000] {
                let value = Tapered::new(first, second);
                assert_eq!((value.middlegame(), value.endgame()), (first, second));
                assert_eq!(((-value).middlegame(), (-value).endgame()), (-first, -second));
                let tripled = value * 3 - Tapered::new(1, -1);
                assert_eq!((tripled.middlegame(), tripled.endgame()), (3 * first - 1, 3 * second + 1));
            }
        }
    }

    #[test]
    fn the_phase_moves_the_value_from_one_half_to_the_other() {
        let value = Tapered::new(-100, 44);
        assert_eq!(value.at_phase(24, 24), -100);
        assert_eq!(value.at_phase(0, 24), 44);
        assert_eq!(value.at_phase(12, 24), -28);
    }
}
