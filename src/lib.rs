//! lucena: a UCI chess engine for endings that knows why.
//!
//! The rooms. Each may use only rooms to its right:
//! `cli` → `serve` → `training` → `analysis`, `uci` → `config` → `engine` → `exact` → `advice`, `search`, `solve` → `evaluation`, `games`, `tablebase` →
//! `board`, `page` → `score`, `text`, `threads`.

pub mod advice;
pub mod analysis;
pub mod board;
pub mod cli;
pub mod config;
pub mod engine;
pub mod evaluation;
pub mod exact;
pub mod games;
pub mod page;
pub mod score;
pub mod search;
pub mod serve;
pub mod solve;
pub mod tablebase;
pub mod text;
pub mod threads;
pub mod training;
pub mod uci;
