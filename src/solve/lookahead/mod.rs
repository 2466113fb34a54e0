//! Proofs for single positions: proof-number search, and the positions that it is tried on.

mod company;
pub(super) mod facts;
mod held_set;
mod number_table;
pub(super) mod numbers;
pub(super) mod probes;
pub(super) mod prover;
mod searcher;
pub(super) mod searches;
pub(super) mod stored_facts;
