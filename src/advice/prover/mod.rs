//! Proves a table: every position of its material with our side to move, against every defence.
//!
//! The steps: what other advice can do where goals ask about it (`surveying`), the advice of every position
//! (`planning`), the longest defence against it (`longest_defence`), the figures (`proof`), what escapes
//! (`counterexample`), and the shortest wins beside it (`retrograde`); `session` puts them together.

mod built_in;
mod cache;
mod counterexample;
mod distance_table;
mod escape;
mod handovers;
mod longest_defence;
mod options;
mod planning;
mod playbook;
mod policy;
mod proof;
mod retrograde;
mod session;
mod stored;
mod surveying;
mod walk;

pub use built_in::built_in_proof;
pub use cache::{ProofCache, ProofCacheError};
pub use escape::Escape;
pub use options::{Optimum, ProveOptions};
pub use playbook::{Entry, Playbook};
pub use proof::{Counterexample, Firing, Proof};
pub use retrograde::Retrograde;
pub use session::{ProveError, prove, prove_for_play};
pub use stored::{StoredError, StoredProof};
