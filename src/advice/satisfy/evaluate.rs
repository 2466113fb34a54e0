//! Evaluates conditions, sums and constraints at a node.

use super::context::Context;
use crate::advice::language::{
    Advice, Atom, Condition, Constraint, Direction, MOST_ORDERINGS, Ordering, Sum, Term,
};
use crate::advice::position::side::Side;
use crate::advice::position::step::{Step, Steps};

impl Condition {
    /// Returns whether the condition holds at a node.
    pub(in crate::advice) fn holds(&self, context: &Context<'_>) -> bool {
        match self {
            Condition::And(parts) => parts.iter().all(|part| part.holds(context)),
            Condition::Or(parts) => parts.iter().any(|part| part.holds(context)),
            Condition::Not(goal) => !goal.holds(context),
            Condition::Predicate { holds, at_root: false, .. } => holds(&context.node),
            Condition::Predicate { holds, at_root: true, .. } => holds(&context.node.at_root()),
            Condition::Defined(definition) => definition.goal.holds(context),
            Condition::Can { advice, .. } => context.memory.can(*advice, context.node.position),
            Condition::Compare { left, comparison, right } => {
                comparison.holds(left.value(context), right.value(context))
            }
        }
    }

    /// Returns whether the condition may hold at a node, whatever the advice that it asks about can do.
    pub(in crate::advice) fn may_hold(&self, context: &Context<'_>) -> bool {
        match self {
            Condition::And(parts) => parts.iter().all(|part| part.may_hold(context)),
            Condition::Or(parts) => parts.iter().any(|part| part.may_hold(context)),
            Condition::Defined(definition) => definition.goal.may_hold(context),
            other => other.asks_about_advice() || other.holds(context),
        }
    }

    /// Returns the first part that does not hold; `None` if the condition holds.
    pub(in crate::advice) fn failing_part(&self, context: &Context<'_>) -> Option<&Condition> {
        self.parts().iter().find(|part| !part.holds(context))
    }
}

impl Sum {
    /// Returns the value of the sum at a node.
    pub(in crate::advice) fn value(&self, context: &Context<'_>) -> i32 {
        self.terms.iter().fold(0, |sum: i32, term| sum.saturating_add(term.value(context)))
    }
}

impl Term {
    /// Returns what the term adds to a sum at a node.
    #[inline]
    pub(in crate::advice) fn value(&self, context: &Context<'_>) -> i32 {
        let value = match &self.atom {
            Atom::One => 1,
            Atom::Depth => context.node.depth as i32,
            Atom::Measured { measure, at_root: false } => measure.sum.value(context),
            Atom::Measured { measure, at_root: true } => {
                context.memory.at_root(measure.index, || measure.sum.value(&context.at_root()))
            }
            Atom::Number { value, at_root: false, .. } => value(&context.node),
            Atom::Number { value, at_root: true, .. } => value(&context.node.at_root()),
        };
        self.factor.saturating_mul(value)
    }
}

impl Constraint {
    /// Adds the moves that the constraint admits at a node to `steps`, each once, in its order.
    pub(in crate::advice) fn steps(&self, context: &Context<'_>, steps: &mut Steps) {
        match self {
            Constraint::None => {}
            Constraint::Class(moves) => moves(context.node.position, steps),
            Constraint::Filtered { conditions, classes, of } => {
                if conditions.iter().all(|condition| condition.holds(context)) {
                    filtered(context, classes, of, steps);
                }
            }
            Constraint::Then(parts) => {
                for part in parts {
                    let mut more = Steps::new();
                    part.steps(context, &mut more);
                    let known = steps.len();
                    for step in more {
                        if !steps[..known].contains(&step) {
                            let _ = steps.try_push(step);
                        }
                    }
                }
            }
            Constraint::Ordered { of, by } => {
                let mut unordered = Steps::new();
                of.steps(context, &mut unordered);
                ordered(context, &unordered, by, steps);
            }
        }
    }

    /// Returns how many parts of a limited constraint may admit moves at a depth. They are no fewer at a lesser depth.
    pub(in crate::advice) fn open_parts(&self, depth: u32) -> usize {
        match self {
            Constraint::None => 0,
            Constraint::Then(parts) => parts.iter().map(|part| part.open_parts(depth)).sum(),
            Constraint::Class(_) => 1,
            Constraint::Filtered { conditions, of, .. } => {
                let mut limits = conditions.iter().filter_map(Condition::depth_limit);
                if limits.all(|limit| (depth as i32) < limit) { of.open_parts(depth) } else { 0 }
            }
            Constraint::Ordered { of, .. } => of.open_parts(depth),
        }
    }
}

fn filtered(context: &Context<'_>, classes: &[Constraint], of: &Constraint, steps: &mut Steps) {
    if classes.is_empty() {
        return of.steps(context, steps);
    }
    let mut candidates = Steps::new();
    of.steps(context, &mut candidates);
    for class in classes {
        let mut allowed = Steps::new();
        class.steps(context, &mut allowed);
        candidates.retain(|step| allowed.contains(step));
    }
    steps.extend(candidates);
}

/// What the two goals of a piece of advice say about a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::advice) enum Goals {
    /// The holding goal is broken.
    Broken,
    /// The better goal is reached.
    Reached,
    /// Neither: the moves decide.
    Open,
}

impl Advice {
    /// Returns what the goals say about a node.
    #[inline]
    pub(in crate::advice) fn goals(&self, context: &Context<'_>) -> Goals {
        if !self.holding.holds(context) {
            Goals::Broken
        } else if self.better.holds(context) {
            Goals::Reached
        } else {
            Goals::Open
        }
    }

    /// Returns the constraint on a side's moves.
    pub(in crate::advice) const fn moves_of(&self, side: Side) -> &Constraint {
        match side {
            Side::Us => &self.us,
            Side::Them => &self.them,
        }
    }
}

impl Ordering {
    /// Returns the sort key of a move; lower keys come first. `context` is the node after the move.
    fn key(&self, context: &Context<'_>) -> i32 {
        self.key_up_to(context, i32::MAX)
    }

    /// Returns the same key, or some value above `limit` as soon as the key is known to be above it.
    fn key_up_to(&self, context: &Context<'_>, limit: i32) -> i32 {
        let signed = |context: &Context<'_>| {
            let value = self.number.value(context);
            if self.direction == Direction::Least { value } else { -value }
        };
        if !self.after_reply {
            return signed(context);
        }
        let mut replies = Steps::new();
        context.node.position.legal_steps(&mut replies);
        if replies.is_empty() {
            // Nothing can be better than mate, and nothing worse than stalemate.
            return if context.node.position.is_check() { i32::MIN } else { i32::MAX };
        }
        let mut worst = i32::MIN;
        for reply in replies {
            let position = context.node.position.after(reply);
            worst = worst.max(signed(&context.next(&position)));
            if worst > limit {
                break;
            }
        }
        worst
    }
}

impl Constraint {
    /// Returns the first move of the order if that needs no sorting of all moves: a search rarely needs the others. `None`
    /// if sorting is needed, or if there is no move.
    pub(in crate::advice) fn first_step(&self, context: &Context<'_>) -> Option<Step> {
        match self {
            Constraint::Filtered { conditions, classes, of } if classes.is_empty() => {
                conditions.iter().all(|condition| condition.holds(context)).then(|| of.first_step(context))?
            }
            Constraint::Ordered { of, by } => match by.as_slice() {
                [only] if only.after_reply => first_in_order(context, of, only),
                _ => None,
            },
            Constraint::Then(parts) => parts.first()?.first_step(context),
            _ => None,
        }
    }
}

fn first_in_order(context: &Context<'_>, of: &Constraint, by: &Ordering) -> Option<Step> {
    let mut steps = Steps::new();
    of.steps(context, &mut steps);
    let mut best: Option<(i32, Step)> = None;
    for step in steps {
        let position = context.node.position.after(step);
        let after = context.next(&position);
        let limit = best.map_or(i32::MAX, |(key, _)| key);
        let key = by.key_up_to(&after, limit);
        if best.is_none_or(|(least, _)| key < least) {
            best = Some((key, step));
        }
    }
    best.map(|(_, step)| step)
}

fn ordered(context: &Context<'_>, unordered: &Steps, by: &[Ordering], steps: &mut Steps) {
    let mut keyed: arrayvec::ArrayVec<([i32; MOST_ORDERINGS], Step), 256> = arrayvec::ArrayVec::new();
    for step in unordered {
        let position = context.node.position.after(*step);
        let after = context.next(&position);
        let mut keys = [0; MOST_ORDERINGS];
        for (key, ordering) in keys.iter_mut().zip(by) {
            *key = ordering.key(&after);
        }
        let _ = keyed.try_push((keys, *step));
    }
    keyed.sort_by_key(|(keys, _)| *keys);
    steps.extend(keyed.into_iter().map(|(_, step)| step));
}
