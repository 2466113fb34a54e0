//! The shape of the published networks that lucena reads.

/// Units of a view.
pub(super) const UNITS: usize = 1024;
/// Each unit of the first half is multiplied with one of the second.
pub(super) const PAIRS: usize = UNITS / 2;
/// The network's outputs are in parts of its unit of value.
pub(super) const OUTPUT_SCALE: i32 = 16;
/// Stacks of small layers, by the number of men.
pub(super) const STACKS: usize = 8;
