//! Tables of advice for commands and the server: the proofs at hand, new proofs, and explanations.

mod at_hand;
mod explaining;
mod proving;
mod results_at_hand;

pub use at_hand::{Problems, coverage, kept_proof, proof_at_hand};
pub use explaining::{Explaining, NoAdvice};
pub use proving::prove;
pub use results_at_hand::ResultsAtHand;
