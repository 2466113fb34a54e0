//! The Advice Language: tables of rules that provably win or hold an ending, and give the reason for each move.
//!
//! A table is text ([`language`]) over words ([`vocabulary`]); the interpreter finds a move and its forcing tree.

mod coverage;
pub mod explanation;
pub mod language;
pub mod lesson;
mod play;
mod position;
pub mod prover;
mod registry;
mod satisfy;
mod shown;
mod text_hash;
pub mod vocabulary;

pub use coverage::Coverage;
pub use language::{AdviceTable, Aim, Checked, Problem, Severity, check};
pub use play::choice::{Choice, choose};
pub use play::clock::plies_to_zeroing;
pub use play::defence::longest_line;
pub use play::judgement::{JudgedMove, Reply, judged_moves};
pub use play::played_line::{LineEnd, PlayedLine, PlayedMove, Reason};
pub use play::player::{Player, table_for};
pub use play::proven::Proven;
pub use position::material::Material;
pub use position::side::Side;
pub use position::step::{Step, Steps};
pub use position::view::Position;
pub use registry::{LeftOut, Origin, RegisteredTable, Registry};
pub use satisfy::forcing_tree::{Advised, Tree};
