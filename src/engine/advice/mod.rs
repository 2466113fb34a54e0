//! Tables of advice at play: whether one of them answers a `go`, and what it has to say otherwise.

mod adviser;
mod library;
mod proofs;
mod remark;
mod settings;
mod steps;
mod veto;

pub(super) use adviser::{AdviceDecision, Adviser, Answer};
pub(super) use remark::Remark;
pub use settings::AdviceSettings;
