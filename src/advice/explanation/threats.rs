//! Finds the threats of both sides: theirs before our move, ours after it.

use crate::advice::position::side::Side;
use crate::advice::position::step::{Step, Steps};
use crate::advice::position::view::Position;

/// Returns the moves with which they would take a man of ours if it were their turn.
pub(super) fn their_threats(position: &Position) -> Vec<Step> {
    let passed = position.with_turn(Side::Them);
    // If we are in check, it cannot be their turn.
    if !passed.is_legal() {
        return Vec::new();
    }
    let mut steps = Steps::new();
    passed.legal_steps(&mut steps);
    let ours = position.side(Side::Us);
    steps.into_iter().filter(|step| ours.contains(step.to)).collect()
}

/// Returns the moves with which we would mate, or promote to a queen, if it were our turn again.
pub(super) fn our_threats(after: &Position) -> Vec<Step> {
    let passed = after.with_turn(Side::Us);
    if !passed.is_legal() {
        return Vec::new();
    }
    let mut steps = Steps::new();
    passed.legal_steps(&mut steps);
    let is_threat = |step: &Step| {
        step.promotion.is_some_and(|role| role == shakmaty::Role::Queen) || mates(&passed, *step)
    };
    steps.into_iter().filter(is_threat).collect()
}

fn mates(position: &Position, step: Step) -> bool {
    let after = position.after(step);
    let mut replies = Steps::new();
    after.legal_steps(&mut replies);
    replies.is_empty() && after.is_check()
}
