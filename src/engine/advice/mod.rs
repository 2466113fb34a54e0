//! Tables of advice in play: whether one of them answers a `go`, and otherwise what it says about the move.

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
