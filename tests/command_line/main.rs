//! The binary as people and scripts call it: commands, what they print, their exit codes.

// Helpers outside the test functions fail the test too.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod advice;
mod analyse;
mod binary;
mod commands;
#[cfg(target_os = "linux")]
mod few_threads;
mod generated;
mod genfens;
mod option_names;
mod outputs;
mod packaging;
mod pages;
mod positions;
mod reading;
mod review;
mod solve;
mod solve_in_file;
#[path = "../support/syzygy.rs"]
mod syzygy_files;
mod tablebase;
mod tablebase_json;
#[path = "../support/user_folders.rs"]
mod user_folders;
#[cfg(target_os = "linux")]
#[path = "../support/written.rs"]
mod written;
