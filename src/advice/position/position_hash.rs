//! The hashes and keys by which searches recognise positions.

use std::hash::Hasher;

use super::side::Side;
use super::space::MOST_MEN;
use super::view::Position;
use crate::board::mixed;

/// A fast hasher, because a search looks up thousands of positions.
#[derive(Default)]
pub(in crate::advice) struct PositionHasher(u64);

/// Returns the index of a key in a table of two to the power of `bits` places.
pub(in crate::advice) const fn place(key: u64, bits: u32) -> usize {
    (mixed(key) >> (64 - bits)) as usize
}

impl Hasher for PositionHasher {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 29
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64(u64::from(*byte)));
    }

    fn write_u8(&mut self, number: u8) {
        self.write_u64(u64::from(number));
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(u64::from(number));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = mixed(self.0.rotate_left(23) ^ number);
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn write_isize(&mut self, number: isize) {
        self.write_u64(number as u64);
    }
}

/// How many bits [`men`] takes at most.
pub(in crate::advice) const BITS_OF_MEN: u32 = 12 + 10 * (MOST_MEN as u32 - 2);

/// Packs all men into one number: six bits for each king, and ten for each other man; `None` for more men than a space numbers.
pub(in crate::advice) fn men(position: &Position) -> Option<u64> {
    if position.occupied().count() > MOST_MEN {
        return None;
    }
    let mut men = 0;
    // No man gives the number 0, because no pawn stands on a1. So the number also says how many there are.
    for (number, role) in (0_u64..).zip(shakmaty::Role::ALL).filter(|(_, role)| *role != shakmaty::Role::King)
    {
        for side in [Side::Us, Side::Them] {
            for square in position.pieces(side, role) {
                men = men << 10 | (number << 1 | side as u64) << 6 | u64::from(square);
            }
        }
    }
    let kings = u64::from(position.king(Side::Us)) << 6 | u64::from(position.king(Side::Them));
    Some(men << 12 | kings)
}
