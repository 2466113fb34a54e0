//! lucena: a UCI chess engine for endings that knows why.
//!
//! The program is `lucena`; this library is what it is made of. It plays, but above all it knows: the results of every position of
//! up to four men are inside it, without a file, and it proves many endings that no table holds.
//!
//! # An example
//!
//! The result of a position of three men from the tables, and the proof of a pawn ending of five:
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use lucena::board::Board;
//! use lucena::solve::{SolveLimits, Solver};
//! use lucena::tablebase::{EmbeddedTables, Wdl};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let pawn = Board::from_fen("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", false)?;
//! assert_eq!(EmbeddedTables::built_in().result(&pawn), Some(Wdl::Loss));
//!
//! let pawns = Board::from_fen("8/8/8/5p2/4k3/8/5PP1/6K1 w - - 0 1", false)?;
//! let limits = SolveLimits { time: None, bytes: 256 << 20, threads: 1 };
//! let (solution, _) = Solver::new(limits).solve(&pawns, &AtomicBool::new(false), &mut |_| {})?;
//! assert_eq!(solution.proven.value(), Some(Wdl::Win));
//! assert_eq!(pawns.notation(solution.line[0]).to_string(), "Kh2");
//! # Ok(())
//! # }
//! ```
//!
//! # Where to look
//!
//! | you want | module |
//! |---|---|
//! | a position, its legal moves, notation, a game with its repetitions | [`board`] |
//! | games and positions as people write them: PGN, EPD | [`games`] |
//! | tables of up to five men, Syzygy files | [`tablebase`] |
//! | everything that is certain of a position, with the 50-move rule and repetitions, and who knows it | [`exact`] |
//! | the proof of an ending beyond the tables | [`solve`] |
//! | a move, a search, pondering, options, as a UCI session has them | [`engine`] |
//! | rules that win an ending, with the reason for each move | [`advice`] |
//! | streams of positions, reviews of games, without a protocol | [`analysis`] |
//! | the static value of a position | [`evaluation`] |
//!
//! Positions are [shakmaty](https://docs.rs/shakmaty)'s, and so are moves, squares and colours. The modules may change with every
//! version before 1.0; the program's commands and its JSON change seldom, and say so in the changelog.
//!
//! # The rooms
//!
//! Each module may use only those to its right:
//! `cli` → `serve` → `training` → `analysis`, `uci` → `config` → `engine` → `exact` → `advice`, `search`, `solve` → `evaluation`,
//! `games`, `tablebase` → `board`, `page` → `score`, `text`, `threads`.

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
