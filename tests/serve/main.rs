//! `lucena serve` as browsers and programs use it: the binary runs, and the tests speak HTTP with it.

// Helpers outside the test functions fail the test too.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod board;
mod client;
mod games;
mod guard;
mod jobs;
mod routes;
mod searches;
mod standard;
mod tables;
#[path = "../support/user_folders.rs"]
mod user_folders;
