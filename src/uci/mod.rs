//! The protocol: turns lines into [`Command`]s and reports into lines, and has the option table. `main` calls [`run`] for a
//! session on stdin and stdout, `cli` calls [`run_single_go`] for one search.
//!
//! A line passes through `reader` (bytes to words with single spaces, the value of an option unchanged). Then `strict` reads it
//! with vampirc-uci, and is trusted only if its message prints back unchanged. Any other line goes to `tolerant`.

mod background;
mod bare_fen;
mod command;
mod debug_log;
mod go_limits;
mod go_words;
mod notices;
mod options;
mod output;
mod perft;
mod quoted;
mod reader;
mod session;
mod single_go;
mod strict;
mod tolerant;
mod tools;
mod writer;

pub use bare_fen::{GoWords, separate_fen};
pub use command::{Command, GoArguments, Reading, StartPosition};
pub use notices::{fewer_threads, in_words};
pub use output::SharedOutput;
pub use reader::{normalise, read_bytes};
pub use session::run;
pub use single_go::{SingleGoError, run_single_go, set_option};
pub use strict::read_strictly;
pub use tolerant::read_tolerantly;
pub use tools::{SpeedTest, Tool, bench_line, evaluation_lines};

/// Reads one normalised line (see [`normalise`]).
pub fn read_line(line: &str) -> Reading {
    read_strictly(line).map_or_else(|| read_tolerantly(line), Reading::of)
}
