//! Reads the numbers of a network's file, in the order in which scripts/train_network.py writes them.

/// An unpacked file has at most this many bytes.
const MOST_BYTES: usize = 16 << 20;

/// Unpacks a file that `train_network.py --pack` has rearranged and compressed with zstd. Returns no bytes if it is
/// damaged; tests check the built-in files. The file stores each 16-bit number as its difference from the one `apart`
/// numbers before it, which means much the same: the same input with the king in the region before. The sign comes
/// last, and all lower bytes come before all upper ones, most of which are zero.
pub(super) fn unpacked(packed: &[u8], apart: usize) -> Vec<u8> {
    let mut bytes = zstd::bulk::decompress(packed, MOST_BYTES).unwrap_or_default();
    let (lower, upper) = bytes.split_at(bytes.len() / 2);
    let mut numbers: Vec<u16> = lower
        .iter()
        .zip(upper)
        .map(|(lower, upper)| sign_first(u16::from_le_bytes([*lower, *upper])))
        .collect();
    for place in apart..numbers.len() {
        numbers[place] = numbers[place].wrapping_add(numbers[place - apart]);
    }
    for (bytes, number) in bytes.chunks_exact_mut(2).zip(numbers) {
        bytes.copy_from_slice(&number.to_le_bytes());
    }
    bytes
}

/// Turns a number whose sign is its last bit into two's complement.
fn sign_first(number: u16) -> u16 {
    (number >> 1) ^ (number & 1).wrapping_neg()
}

/// Numbers not yet read, each with its least significant byte first.
pub(super) struct Numbers<'a> {
    bytes: &'a [u8],
    /// Whether more numbers were asked for than the file has.
    missing: bool,
}

impl Numbers<'_> {
    pub(super) const fn new(bytes: &[u8]) -> Numbers<'_> {
        Numbers { bytes, missing: false }
    }

    /// Returns the next bytes. Missing ones count as zero; tests check that none are missing.
    fn next<const BYTES: usize>(&mut self) -> [u8; BYTES] {
        if let Some((first, rest)) = self.bytes.split_first_chunk() {
            self.bytes = rest;
            return *first;
        }
        self.missing = true;
        [0; BYTES]
    }

    /// Returns the next 16-bit number.
    pub(super) fn narrow(&mut self) -> i16 {
        i16::from_le_bytes(self.next())
    }

    /// Returns the next 16-bit numbers.
    pub(super) fn row<const WIDTH: usize>(&mut self) -> [i16; WIDTH] {
        std::array::from_fn(|_| self.narrow())
    }

    /// Returns the next 32-bit number.
    pub(super) fn wide(&mut self) -> i32 {
        i32::from_le_bytes(self.next())
    }

    /// Returns the next 32-bit numbers.
    pub(super) fn wide_row<const WIDTH: usize>(&mut self) -> [i32; WIDTH] {
        std::array::from_fn(|_| self.wide())
    }

    /// Returns whether all numbers were read and no others were asked for.
    pub(super) const fn were_as_many_as_asked_for(&self) -> bool {
        self.bytes.is_empty() && !self.missing
    }
}
