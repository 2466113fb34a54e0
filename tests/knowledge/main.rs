//! What lucena knows without looking ahead: the rules, the evaluation, the exact tables, the tables of advice.

// Helpers outside the test functions fail the test too.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod advice_book;
mod advice_holds;
mod advice_language;
mod advice_parser;
mod advice_reference;
mod advice_speed;
mod advice_tables;
mod advice_truth;
mod board;
mod evaluation;
mod examine;
mod mates_by_clock;
mod perft;
mod solve_plain;
mod solve_roots;
mod solve_truth;
#[path = "../support/mod.rs"]
mod support;
#[path = "../support/syzygy.rs"]
mod syzygy_files;
mod tablebase_cache;
mod tablebase_embedded;
mod tablebase_generate;
mod tablebase_truth;
#[path = "../support/user_folders.rs"]
mod user_folders;
