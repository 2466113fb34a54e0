//! Faults that were found from outside and mended: each test is named by what is right, and failed before.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod analysis;
mod crowded;
mod failures;
#[path = "../advice_play/process.rs"]
mod process;
#[path = "../support/mod.rs"]
mod support;
#[path = "../support/written.rs"]
mod written;
