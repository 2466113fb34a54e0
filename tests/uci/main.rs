//! The protocol from outside: how lines are read, and what a session and the program answer.

// Helpers outside the test functions fail the test too.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod advice_play;
#[path = "../support/alone.rs"]
mod alone;
mod debug_log;
mod gui;
mod harness;
mod lines;
mod odd_lines;
mod process;
mod reading;
mod regression;
mod session;
mod small_engine;
#[path = "../support/mod.rs"]
mod support;
mod tools;
#[path = "../support/user_folders.rs"]
mod user_folders;
#[path = "../support/written.rs"]
mod written;
