//! Proofs for single positions: proof-number search, and the positions that it is tried on.

pub(super) mod facts;
pub(super) mod numbers;
pub(super) mod probes;
pub(super) mod prover;
pub(super) mod searches;
