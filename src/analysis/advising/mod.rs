//! Tables of advice for commands and the server: the proofs at hand, new proofs, and explanations.

mod at_hand;
mod explaining;
mod large_results;
mod proving;

pub use at_hand::{Problems, coverage, kept_proof, proof_at_hand};
pub use explaining::{Explaining, NoAdvice};
pub use proving::prove;
