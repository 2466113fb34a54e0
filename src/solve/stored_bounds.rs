//! What begins the bounds of an arrangement in files: the arrangement, its longest way, the reach, and how many sets follow.

use std::io::{self, Read, Write};

use super::arrangement::layout::{Arrangement, CODE_BYTES};
use super::arrangement::reach::Reach;
use super::graph::{Bounds, MOST_SETS};
use crate::text::checked::{Fault, read_array};

/// The beginning of an arrangement's bounds.
pub(super) struct BoundsHead {
    pub arrangement: Arrangement,
    /// The most moves of the attacker to the next capture, pawn move or mate in a surely won position.
    pub longest: u32,
    /// The squares of the kings that the bounds cover.
    pub reach: Reach,
    /// The sets that follow.
    pub sets: u8,
}

impl BoundsHead {
    /// Describes bounds.
    pub fn of(arrangement: &Arrangement, bounds: &Bounds) -> BoundsHead {
        BoundsHead {
            arrangement: *arrangement,
            longest: bounds.longest(),
            reach: bounds.reach(),
            sets: bounds.sets().len() as u8,
        }
    }

    /// Writes it.
    ///
    /// # Errors
    /// If writing fails.
    pub fn write(&self, to: &mut impl Write) -> io::Result<()> {
        to.write_all(&self.arrangement.code())?;
        to.write_all(&self.longest.to_le_bytes())?;
        for kings in self.reach.bits() {
            to.write_all(&kings.to_le_bytes())?;
        }
        to.write_all(&[self.sets])
    }

    /// Reads what [`BoundsHead::write`] wrote.
    ///
    /// # Errors
    /// If reading fails, or what was read makes no sense.
    pub fn read(from: &mut impl Read) -> Result<BoundsHead, Fault> {
        let code: [u8; CODE_BYTES] = read_array(from)?;
        let arrangement = Arrangement::of_code(&code).ok_or(Fault::Damaged)?;
        let longest = u32::from_le_bytes(read_array(from)?);
        let kings = [read_array(from)?, read_array(from)?].map(u64::from_le_bytes);
        let [sets] = read_array(from)?;
        if usize::from(sets) > MOST_SETS {
            return Err(Fault::Damaged);
        }
        Ok(BoundsHead { arrangement, longest, reach: Reach::of_bits(kings), sets })
    }
}
