//! Faults that were found from outside and mended: each test is named by what is right, and failed before.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod crowded;
mod failures;
#[path = "../support/mod.rs"]
mod support;
