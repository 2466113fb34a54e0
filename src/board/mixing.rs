//! Spreads a number's bits, for keys made of several parts and for places in tables.

/// Spreads the differences between small numbers over all 64 bits, the upper ones most. It multiplies by the fraction
/// of the golden ratio; that factor is odd, so different numbers stay different.
#[inline]
#[must_use]
pub const fn mixed(number: u64) -> u64 {
    number.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
