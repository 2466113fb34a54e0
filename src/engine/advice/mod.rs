//! Tables of advice at play: whether one of them answers a `go`, and what it has to say otherwise.

mod adviser;
mod objection;
mod proofs;
mod remark;
mod settings;
mod shelf;
mod steps;

pub(super) use adviser::{Adviser, Counsel, Win};
pub(super) use remark::Remark;
pub use settings::AdviceSettings;
