//! The small layers behind the views of a published network.

use super::numbers::Numbers;
use super::shape::{OUTPUT_SCALE, PAIRS};

/// What the views give: for each side, the mover's first, the products of its units.
const PRODUCTS: usize = 2 * PAIRS;
/// Units of the first layer that the second one sees. One more goes straight to the output.
const FIRST: usize = 15;
/// Units of the second layer.
const SECOND: usize = 32;
/// The second layer sees each unit of the first squared and as it is, and its rows are padded to 32 numbers.
const SEEN: usize = 32;
/// A weight of one is this power of two.
const WEIGHT_BITS: u32 = 6;
/// The value of a unit that is fully on.
const ONE: i32 = 127;
/// The output of one, in the network's unit of value.
const OUTPUT_OF_ONE: i32 = 600;

/// One stack.
pub(super) struct Stack {
    first: Layer<PRODUCTS, { FIRST + 1 }>,
    second: Layer<SEEN, SECOND>,
    output: Layer<SECOND, 1>,
}

/// Weights and biases of a layer: `IN` inputs, `OUT` units.
struct Layer<const IN: usize, const OUT: usize> {
    biases: [i32; OUT],
    weights: Box<[[i16; IN]]>,
}

impl<const IN: usize, const OUT: usize> Layer<IN, OUT> {
    fn read(numbers: &mut Numbers<'_>) -> Option<Layer<IN, OUT>> {
        let biases = numbers.wide_row()?;
        let weights = (0..OUT).map(|_| numbers.narrow_row()).collect::<Option<_>>()?;
        Some(Layer { biases, weights })
    }

    fn sums(&self, inputs: &[i16; IN]) -> [i32; OUT] {
        let mut sums = self.biases;
        for (sum, weights) in sums.iter_mut().zip(&self.weights) {
            let products = inputs.iter().zip(weights);
            *sum += products.map(|(input, weight)| i32::from(*input) * i32::from(*weight)).sum::<i32>();
        }
        sums
    }
}

impl Stack {
    /// Reads a stack, with the mark before it.
    pub fn read(numbers: &mut Numbers<'_>) -> Option<Stack> {
        numbers.word()?;
        Some(Stack {
            first: Layer::read(numbers)?,
            second: Layer::read(numbers)?,
            output: Layer::read(numbers)?,
        })
    }

    /// Returns what the small layers add to the value, times [`OUTPUT_SCALE`].
    pub fn output(&self, products: &[i16; PRODUCTS]) -> i32 {
        let first = self.first.sums(products);
        let mut seen = [0; SEEN];
        for (place, sum) in first[..FIRST].iter().enumerate() {
            seen[place] = squared(*sum);
            seen[FIRST + place] = clipped(*sum);
        }
        let second = self.second.sums(&seen).map(clipped);
        let [output] = self.output.sums(&second);
        // The product may exceed 32 bits, though no trained network does.
        let straight = i64::from(first[FIRST]) * i64::from(OUTPUT_OF_ONE * OUTPUT_SCALE);
        output + (straight / i64::from(ONE << WEIGHT_BITS)) as i32
    }
}

/// A unit between off and fully on.
fn clipped(sum: i32) -> i16 {
    (sum >> WEIGHT_BITS).clamp(0, ONE) as i16
}

/// The square of a unit, at most fully on.
fn squared(sum: i32) -> i16 {
    let sum = i64::from(sum);
    (((sum * sum) >> (2 * WEIGHT_BITS)) / 128).min(i64::from(ONE)) as i16
}
