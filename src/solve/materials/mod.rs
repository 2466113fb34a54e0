//! Solves whole materials of few men, arrangement by arrangement: which positions does a side win?

pub(super) mod build;
pub(super) mod known;
mod question;
pub(super) mod unused;
