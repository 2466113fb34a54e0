//! The engine and its search, called as a library: what they promise, and what is true of what they find.

// Helpers outside the test functions fail the test too.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../support/alone.rs"]
mod alone;
mod exact_endings;
mod hash_memory;
mod limited_strength;
mod near_mates;
mod proof_of_mates;
mod ready;
mod search;
mod search_equals_minimax;
#[path = "../support/mod.rs"]
mod support;
mod timing;
