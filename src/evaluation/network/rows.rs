//! Rows of numbers as wide as a network, and the loops over them, which the compiler turns into vector instructions.
//!
//! Everything here, and whatever calls it, is inlined into `PositionNetworks::value`: only there does the compiler know how
//! wide the vectors may be. So no closure with such a loop is given to a function of the standard library.

use super::numbers::Numbers;

/// The value of a hidden unit that is fully on. Weights of the table are in parts of it.
pub(super) const FULL: i16 = 255;

/// Products of two units are shifted right by this many bits.
pub(super) const PRODUCT_SHIFT: u32 = 8;

/// So many sums are kept side by side, one for each number of the widest vector. From a single sum, and from twice as many,
/// the compiler makes multiplications of 32 bits, which are several times slower.
const LANES: usize = 32;

/// Numbers in two halves. They begin where a line of a processor's cache begins, so that no vector lies across two of them.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Row<const HALF: usize>(pub(super) [[i16; HALF]; 2]);

impl<const HALF: usize> Row<HALF> {
    pub(super) const ZERO: Row<HALF> = Row([[0; HALF]; 2]);

    pub(super) fn read(numbers: &mut Numbers<'_>) -> Row<HALF> {
        Row([numbers.row(), numbers.row()])
    }

    /// Returns all numbers.
    pub(super) const fn all(&self) -> &[i16] {
        self.0.as_flattened()
    }

    /// Adds some rows and subtracts others, as many as possible in one pass.
    #[inline(always)]
    pub(super) fn update(&mut self, mut come: &[&Row<HALF>], mut gone: &[&Row<HALF>]) {
        while let ([first, second, more_come @ ..], [third, fourth, more_gone @ ..]) = (come, gone) {
            self.change(|unit, half, place| {
                let come = first.0[half][place].wrapping_add(second.0[half][place]);
                unit.wrapping_add(come).wrapping_sub(third.0[half][place].wrapping_add(fourth.0[half][place]))
            });
            (come, gone) = (more_come, more_gone);
        }
        while let ([first, more_come @ ..], [second, more_gone @ ..]) = (come, gone) {
            self.change(|unit, half, place| {
                unit.wrapping_add(first.0[half][place]).wrapping_sub(second.0[half][place])
            });
            (come, gone) = (more_come, more_gone);
        }
        for row in come {
            self.change(|unit, half, place| unit.wrapping_add(row.0[half][place]));
        }
        for row in gone {
            self.change(|unit, half, place| unit.wrapping_sub(row.0[half][place]));
        }
    }

    #[inline(always)]
    fn change(&mut self, to: impl Fn(i16, usize, usize) -> i16) {
        for (half, units) in self.0.iter_mut().enumerate() {
            for (place, unit) in units.iter_mut().enumerate() {
                *unit = to(*unit, half, place);
            }
        }
    }

    /// Multiplies each hidden unit of the first half by one of the second, both limited to the range from off to fully on.
    #[inline(always)]
    pub(super) fn multiply(&self, products: &mut [i16; HALF]) {
        let on = |unit: i16| unit.clamp(0, FULL) as u16;
        let Row([first, second]) = self;
        for ((product, first), second) in products.iter_mut().zip(first).zip(second) {
            *product = (on(*first).wrapping_mul(on(*second)) >> PRODUCT_SHIFT) as i16;
        }
    }

    /// Returns the sum of the numbers times their weights; a test checks that it fits.
    #[inline(always)]
    pub(super) fn weighted(&self, weights: &Row<HALF>) -> i32 {
        const { assert!((2 * HALF).is_multiple_of(LANES), "no number may be left over") };
        let mut sums = [0_i32; LANES];
        let parts = self.all().as_chunks::<LANES>().0.iter().zip(weights.all().as_chunks::<LANES>().0);
        for (numbers, weights) in parts {
            for ((sum, number), weight) in sums.iter_mut().zip(numbers).zip(weights) {
                *sum = sum.wrapping_add(i32::from(*number) * i32::from(*weight));
            }
        }
        sums.into_iter().fold(0, i32::wrapping_add)
    }
}
