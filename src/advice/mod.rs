//! The Advice Language: tables of rules that win an ending, are proven to, and say why.
//!
//! A table is text ([`language`]) over words ([`vocabulary`]); the interpreter finds a move and its forcing tree.

mod attack;
mod choice;
mod clock;
mod context;
mod defence;
mod dependence;
mod endless;
mod evaluate;
pub mod explanation;
mod forcing_tree;
mod generate;
mod geometry;
mod interpreter;
mod judgement;
pub mod language;
pub mod lesson;
mod mate_limits;
mod material;
mod notation;
mod page;
mod played_line;
mod player;
mod position;
mod position_hash;
mod proven;
pub mod prover;
mod reach;
mod refutation_cache;
mod registry;
mod satisfaction;
mod side;
mod space;
mod step;
mod subgoals;
mod survey;
mod symmetry;
mod text_hash;
mod tree_cache;
pub mod vocabulary;

pub use choice::{Choice, choose};
pub use clock::plies_to_zeroing;
pub use defence::longest_line;
pub use forcing_tree::{Advised, Tree};
pub use judgement::{JudgedMove, Reply, judged_moves};
pub use language::{AdviceTable, Aim, Checked, Problem, Severity, check};
pub use material::Material;
pub use played_line::{LineEnd, PlayedLine, PlayedMove, Reason};
pub use player::{Player, table_for};
pub use position::Position;
pub use proven::Proven;
pub use registry::{LeftOut, Origin, RegisteredTable, Registry};
pub use side::Side;
pub use step::{Step, Steps};
