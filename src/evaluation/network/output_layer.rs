//! The small layers behind the views: they turn products of hidden units into centipawns.

use super::numbers::Numbers;
use super::rows::{FULL, PRODUCT_SHIFT, Row};

/// Units of the small layer.
const UNITS: usize = 16;

/// The value of a unit of the small layer that is fully on.
const ONE: i32 = 4096;

/// Sums of the small layer are shifted right by this many bits.
const SUM_SHIFT: u32 = 8;

/// The largest size at which a unit of the small layer counts.
const FARTHEST: i32 = i16::MAX as i32;

/// The integer value of an output weight of one.
const OUTPUT_UNIT: i32 = 512;

/// An output of one means this many centipawns.
const CENTIPAWNS: i32 = 400;

/// The small layers for some of the positions.
#[derive(Clone, Debug)]
pub(super) struct OutputLayer<const PAIRS: usize> {
    /// The weight of each product of the mover's and the other side's view in each unit.
    weights: [Row<PAIRS>; UNITS],
    bias: [i32; UNITS],
    /// What each unit adds to the output: as it is, limited to 0 to 1, and squared after limiting to −1 to 1.
    straight: [i16; UNITS],
    bounded: [i16; UNITS],
    squared: [i16; UNITS],
    output_bias: i32,
}

impl<const PAIRS: usize> OutputLayer<PAIRS> {
    /// Reads all of them; the file groups them by kind of number.
    pub(super) fn read_all(numbers: &mut Numbers<'_>, count: usize) -> Box<[OutputLayer<PAIRS>]> {
        let mut layers = vec![OutputLayer::<PAIRS>::EMPTY; count].into_boxed_slice();
        layers.iter_mut().for_each(|layer| layer.weights = std::array::from_fn(|_| Row::read(numbers)));
        layers.iter_mut().for_each(|layer| layer.bias = numbers.wide_row());
        layers.iter_mut().for_each(|layer| layer.straight = numbers.row());
        layers.iter_mut().for_each(|layer| layer.bounded = numbers.row());
        layers.iter_mut().for_each(|layer| layer.squared = numbers.row());
        layers.iter_mut().for_each(|layer| layer.output_bias = numbers.wide());
        layers
    }

    const EMPTY: OutputLayer<PAIRS> = OutputLayer {
        weights: [Row::ZERO; UNITS],
        bias: [0; UNITS],
        straight: [0; UNITS],
        bounded: [0; UNITS],
        squared: [0; UNITS],
        output_bias: 0,
    };

    /// Returns the value for the mover, in centipawns.
    #[inline(always)]
    pub(super) fn value(&self, products: &Row<PAIRS>) -> i32 {
        let mut units = self.bias;
        for (unit, weights) in units.iter_mut().zip(&self.weights) {
            *unit = unit.wrapping_add(products.weighted(weights)) >> SUM_SHIFT;
        }
        let mut output = self.output_bias;
        for (unit, value) in units.into_iter().enumerate() {
            let value = value.clamp(-FARTHEST, FARTHEST);
            let within = value.clamp(-ONE, ONE);
            let found = i32::from(self.straight[unit]) * value
                + i32::from(self.bounded[unit]) * within.max(0)
                + i32::from(self.squared[unit]) * (within * within / ONE);
            output = output.wrapping_add(found);
        }
        // Fits, because an output of one is far below what 64 bits hold.
        (i64::from(output) * i64::from(CENTIPAWNS) / i64::from(OUTPUT_UNIT * ONE)) as i32
    }
}

impl<const PAIRS: usize> OutputLayer<PAIRS> {
    /// Returns whether no sum can overflow.
    pub(super) fn fits(&self) -> bool {
        let most_product = (i64::from(FULL) * i64::from(FULL)) >> PRODUCT_SHIFT;
        let unit_fits = |weights: &Row<PAIRS>, bias: i32| {
            let whole: i64 = weights.all().iter().map(|weight| size(*weight)).sum();
            whole * most_product + i64::from(bias.unsigned_abs()) <= i64::from(i32::MAX)
        };
        let of_unit = |unit: usize| {
            size(self.straight[unit]) * i64::from(FARTHEST)
                + (size(self.bounded[unit]) + size(self.squared[unit])) * i64::from(ONE)
        };
        let output: i64 = (0..UNITS).map(of_unit).sum();
        self.weights.iter().zip(self.bias).all(|(weights, bias)| unit_fits(weights, bias))
            && output + i64::from(self.output_bias.unsigned_abs()) <= i64::from(i32::MAX)
    }
}

/// Returns a weight without its sign.
fn size(weight: i16) -> i64 {
    i64::from(weight.unsigned_abs())
}
