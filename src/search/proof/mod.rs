//! Proves mates by depth-first proof-number search, with a solution tree that is checked before it is shown.

mod first_look;
mod numbers;
mod prover;
mod search;
mod solution;
mod table;
mod verification;

pub(in crate::search) use prover::{LONG_WALK, ProofBudget, Prover, ProverSettings, SHORT_WALK};
pub use prover::{MateAnswer, MateLimits, MateResult, ProvenMate, prove_mate};
pub use solution::{Solution, SolutionPosition, SolutionReply};
