//! One way to spread a number's bits: for keys that several things take part in, and for places in tables.

/// Spreads what tells small numbers apart over all 64 bits, the upper ones most: a product with the fraction of the golden
/// ratio, which is odd, so that different numbers stay different.
#[inline]
#[must_use]
pub const fn mixed(number: u64) -> u64 {
    number.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
