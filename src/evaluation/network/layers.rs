//! What the networks share: how a side sees the board, hidden units as 16-bit numbers, and what they add to the output.

use shakmaty::{Bitboard, Color, Square};

/// A hidden unit that is wholly on. Weights of the first layer are in parts of it.
pub(super) const FULL: i32 = 255;

/// Weights of the second layer are in parts of this.
const OUTPUT_UNIT: i32 = 64;

/// Centipawns that an output of one stands for.
const CENTIPAWNS: i32 = 300;

/// How a side sees the board: its first rank below, its king on the files a to d. What is mirrored is worth the same, so
/// that it need not be learned twice. An exclusive or with the number of a square turns it.
#[inline]
pub(super) fn orientation(king: Square, side: Color) -> usize {
    const MIRROR: usize = 7;
    const FLIP: usize = 56;
    (usize::from(is_mirrored(king)) * MIRROR) ^ side.fold_wb(0, FLIP)
}

/// Whether the view of a side with this king is mirrored.
#[inline]
pub(super) fn is_mirrored(king: Square) -> bool {
    king.file() as u32 > 3
}

/// Hidden units before they are cut to what lies between off and wholly on.
pub(super) type Hidden<const WIDTH: usize> = [i16; WIDTH];

/// Makes the men of one kind in a view those that stand `now`: few have come or gone since the last time.
#[inline]
pub(super) fn refresh<'a, const WIDTH: usize>(
    hidden: &mut Hidden<WIDTH>,
    men: &mut Bitboard,
    now: Bitboard,
    weights: impl Fn(Square) -> &'a [i16; WIDTH],
) {
    for square in now & !*men {
        add(hidden, weights(square));
    }
    for square in *men & !now {
        remove(hidden, weights(square));
    }
    *men = now;
}

#[inline]
fn add<const WIDTH: usize>(hidden: &mut Hidden<WIDTH>, weights: &[i16; WIDTH]) {
    for (unit, weight) in hidden.iter_mut().zip(weights) {
        *unit = unit.wrapping_add(*weight);
    }
}

#[inline]
fn remove<const WIDTH: usize>(hidden: &mut Hidden<WIDTH>, weights: &[i16; WIDTH]) {
    for (unit, weight) in hidden.iter_mut().zip(weights) {
        *unit = unit.wrapping_sub(*weight);
    }
}

/// A view's part of the output: units between off and wholly on, squared, times their weights.
#[inline]
pub(super) fn output<const WIDTH: usize>(hidden: &Hidden<WIDTH>, weights: &[i16; WIDTH]) -> i32 {
    let unit = |(hidden, weight): (&i16, &i16)| {
        let on = (*hidden).clamp(0, FULL as i16);
        // Fits: weights stay within two units.
        i32::from(on) * i32::from(on.wrapping_mul(*weight))
    };
    hidden.iter().zip(weights).map(unit).sum()
}

/// The parts of both views together, in centipawns.
#[inline]
pub(super) fn centipawns(sum: i32, bias: i16) -> i32 {
    sum / FULL * CENTIPAWNS / (FULL * OUTPUT_UNIT) + i32::from(bias)
}

#[cfg(test)]
pub(super) mod tests {
    use super::FULL;

    /// That no sum of so many men, no product in [`super::output`] and no sum of products runs over its bits.
    pub fn assert_fits<const WIDTH: usize>(inputs: &[[i16; WIDTH]], outputs: &[[[i16; WIDTH]; 2]], men: i32) {
        let largest = |rows: &[[i16; WIDTH]]| {
            rows.as_flattened().iter().map(|weight| i32::from(weight.abs())).max().unwrap()
        };
        assert!(largest(inputs) * men <= i32::from(i16::MAX), "{}", largest(inputs));
        for layer in outputs {
            assert!(largest(layer) * FULL <= i32::from(i16::MAX), "{}", largest(layer));
            let whole: i32 = layer.as_flattened().iter().map(|weight| i32::from(weight.abs())).sum();
            assert!(whole <= i32::MAX / (FULL * FULL), "{whole}");
        }
    }
}
