//! The Advice Language: tables of rules that win an ending, are proven to, and say why.
//!
//! A table is text ([`language`]) over words ([`vocabulary`]); the interpreter finds a move and its forcing tree.

mod ability;
mod choice;
mod defence;
mod dependence;
mod evaluate;
pub mod explanation;
mod generate;
mod geometry;
mod interpreter;
pub mod language;
mod material;
mod memory;
mod player;
mod position;
mod proven;
pub mod prover;
mod refuted;
mod registry;
mod space;
mod step;
mod survey;
mod symmetry;
pub mod vocabulary;

pub use choice::{Choice, choose};
pub use defence::longest_line;
pub use interpreter::{Advised, Tree};
pub use language::{Checked, Problem, Severity, Table, check};
pub use material::Material;
pub use player::{Player, table_for};
pub use position::{Position, Side};
pub use proven::Proven;
pub use registry::{LeftOut, Origin, Registry, Shelved};
pub use step::{Step, Steps};
