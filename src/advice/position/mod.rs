//! Positions as the side with the advice sees them: men and squares, moves, materials, images and hashes.

pub(super) mod before;
pub(super) mod generate;
pub(super) mod geometry;
pub(super) mod material;
pub(super) mod notation;
pub(super) mod numbers;
pub(super) mod position_hash;
pub(super) mod reach;
pub(super) mod region;
pub(super) mod side;
pub(super) mod space;
pub(super) mod step;
pub(super) mod symmetry;
pub(super) mod view;
