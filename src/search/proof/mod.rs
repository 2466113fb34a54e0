//! Mates by proof: depth-first proof-number search, and a solution tree that is checked before it is shown.

mod attempt;
mod driver;
mod first_look;
mod numbers;
mod search;
mod solution;
mod table;
mod verification;

pub(in crate::search) use attempt::Attempt;
pub use driver::{MateAnswer, MateLimits, MateResult, ProvenMate, prove_mate};
pub use solution::{Solution, SolutionPosition, SolutionReply};
