//! The commands beside the protocol, as users of Stockfish know them: each has a file here, `words` reads them, and `session`
//! executes them.

mod compiler;
mod evaluation;
mod export;
mod help;
mod measuring;
mod tool;
pub(super) mod words;

pub(super) use compiler::compiler_lines;
pub use evaluation::evaluation_lines;
pub(super) use export::export_networks;
pub(super) use help::help_lines;
pub use measuring::bench_line;
pub(super) use measuring::{start_bench, start_speed_test};
pub use tool::{SpeedTest, Tool};
