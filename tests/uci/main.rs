//! The protocol, from outside: what lines are read as, and what a session answers.

// Helpers outside the test functions fail the test too.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod gui;
#[path = "../odd_input/lines.rs"]
mod lines;
mod reading;
mod session;
mod support;
#[path = "../support/written.rs"]
mod written;
