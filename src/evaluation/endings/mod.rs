//! What the material says: the piece values, and endings that are worth more or less than their pieces.

pub(super) mod material;
pub(super) mod mop_up;
pub(super) mod scale;
pub(super) mod scaling;
