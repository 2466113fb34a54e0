//! Proves a table: every position of its material with our side to move, against every defence.
//!
//! The steps: what advice can do that goals ask about (`surveying`), the advice in every position (`planning`), the longest
//! defence against it (`longest_defence`) or what it holds for ever (`endless_hold`), the figures (`proof`), and what
//! escapes (`failures`, `counterexample`). The exact tables say what can be won (`truth`), and `session` puts everything
//! together.

mod counterexample;
mod distance_table;
mod endless_hold;
mod error;
mod escape;
mod failures;
mod handovers;
mod longest_defence;
mod notice;
mod options;
mod planning;
mod playbooks;
mod policy;
mod positions;
mod proof;
mod proof_text;
mod session;
mod surveying;
mod truth;
mod walk;

pub use self::playbooks::built_in::built_in_proof;
pub use self::playbooks::cache::{ProofCache, ProofCacheError};
pub use self::playbooks::playbook::{Entry, Playbook};
pub use self::playbooks::stored::{StoredError, StoredProof};
pub use error::{ProveError, provable};
pub use escape::Escape;
pub use notice::ProofNotice;
pub use options::ProveOptions;
pub use proof::{Counterexample, Failure, Firing, Mover, Proof};
pub use session::prove;
