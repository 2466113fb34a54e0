//! A side's values in memory. Each different row of neighbouring positions is stored once: a quarter of the size, so that more
//! probes hit the processor's cache.

use crate::board::mixed;

/// The most values in a row: at two bits each they fill a [`u128`].
const WIDEST: usize = 64;

/// Hash slots for rows: a power of two, at least twice the number of different rows.
const PLACES: usize = 1 << 17;

/// Packed values of one or two bits, row by row.
#[derive(Debug)]
pub(super) struct Rows {
    width: u32,
    bits: u32,
    row_bytes: usize,
    /// The row at each position.
    order: Vec<u16>,
    /// The different rows, one after the other.
    content: Vec<u8>,
}

impl Rows {
    /// Splits packed values into rows. `innermost` is the number of placements of the innermost men. `None` if there are too
    /// many different rows, or if the bytes are not a whole number of rows.
    pub fn new(packed: &[u8], bits: usize, innermost: usize) -> Option<Rows> {
        // The widest row that divides the innermost placements and fills whole bytes.
        let width = (1..=WIDEST / 8)
            .rev()
            .map(|eighths| 8 * eighths)
            .find(|width| innermost.is_multiple_of(*width))?;
        let row_bytes = width * bits / 8;
        if !packed.len().is_multiple_of(row_bytes) {
            return None;
        }
        let mut rows = Rows {
            width: width as u32,
            bits: bits as u32,
            row_bytes,
            order: Vec::with_capacity(packed.len() / row_bytes),
            content: Vec::new(),
        };
        let mut places = vec![0; PLACES];
        let mut known: Vec<u128> = Vec::new();
        let mut before: (&[u8], u16) = (&[], 0);
        for row in packed.chunks_exact(row_bytes) {
            if row != before.0 {
                before = (row, number_of(row, &mut known, &mut places)?);
            }
            rows.order.push(before.1);
        }
        rows.content = known.iter().flat_map(|row| row.to_le_bytes().into_iter().take(row_bytes)).collect();
        Some(rows)
    }

    /// Returns the bits of a position's value; `None` if the number is too high.
    #[inline]
    pub fn get(&self, number: usize) -> Option<u8> {
        let number = number as u32;
        let row = usize::from(*self.order.get((number / self.width) as usize)?);
        let place = number % self.width * self.bits;
        let byte = self.content.get(row * self.row_bytes + (place / 8) as usize)?;
        Some(byte >> (place % 8) & ((1 << self.bits) - 1))
    }

    /// Returns the memory of the rows, in bytes.
    pub fn bytes(&self) -> usize {
        2 * self.order.len() + self.content.len()
    }
}

/// Returns the number of a row, which it adds if it is new; `None` if there are too many. `places` holds each number plus one,
/// or zero.
fn number_of(row: &[u8], known: &mut Vec<u128>, places: &mut [u32]) -> Option<u16> {
    let mut bytes = [0; 16];
    bytes[..row.len()].copy_from_slice(row);
    let row = u128::from_le_bytes(bytes);
    let mixed = mixed(row as u64 ^ ((row >> 64) as u64).rotate_left(29));
    let mut place = (mixed >> 40) as usize % PLACES;
    loop {
        match places[place] {
            0 => {
                let number = u16::try_from(known.len()).ok()?;
                known.push(row);
                places[place] = known.len() as u32;
                return Some(number);
            }
            number if known[number as usize - 1] == row => return Some((number - 1) as u16),
            _ => place = (place + 1) % PLACES,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_give_back_what_was_packed() {
        let mut random = fastrand::Rng::with_seed(1);
        for (bits, innermost) in [(1, 64), (2, 64), (2, 48), (1, 56), (2, 2016), (1, 1128)] {
            let packed: Vec<u8> = (0..innermost * 250 * bits / 8).map(|_| random.u8(0..3)).collect();
            let rows = Rows::new(&packed, bits, innermost).unwrap();
            for number in 0..packed.len() * 8 / bits {
                let expected = packed[number * bits / 8] >> (number * bits % 8) & ((1 << bits) - 1);
                assert_eq!(rows.get(number), Some(expected));
            }
            assert_eq!(rows.get(packed.len() * 8 / bits), None);
        }
    }
}
