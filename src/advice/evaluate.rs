//! What conditions, sums and constraints mean at a node.

use super::language::{Atom, Condition, Constraint, Direction, Ordering, Sum};
use super::step::{Step, Steps};
use super::vocabulary::Node;

impl Condition {
    /// Whether it holds at a node.
    pub fn holds(&self, node: &Node<'_>) -> bool {
        match self {
            Condition::And(parts) => parts.iter().all(|part| part.holds(node)),
            Condition::Or(parts) => parts.iter().any(|part| part.holds(node)),
            Condition::Not(goal) => !goal.holds(node),
            Condition::Predicate { holds, at_root: false, .. } => holds(node),
            Condition::Predicate { holds, at_root: true, .. } => holds(&node.at_root()),
            Condition::Defined(definition) => definition.goal.holds(node),
            Condition::Can(ability) => node.memory.can(ability, node.position),
            Condition::Compare { left, comparison, right } => {
                comparison.holds(left.value(node), right.value(node))
            }
        }
    }

    /// The first part that does not hold, where the whole does not.
    pub fn failing_part(&self, node: &Node<'_>) -> Option<&Condition> {
        self.parts().iter().find(|part| !part.holds(node))
    }
}

impl Sum {
    /// Its value at a node.
    pub fn value(&self, node: &Node<'_>) -> i32 {
        let mut sum: i32 = 0;
        for term in &self.terms {
            let value = match &term.atom {
                Atom::One => 1,
                Atom::Depth => node.depth as i32,
                Atom::Measured { measure, at_root: false } => measure.sum.value(node),
                Atom::Measured { measure, at_root: true } => {
                    node.memory.at_root(measure.index, || measure.sum.value(&node.at_root()))
                }
                Atom::Number { value, at_root: false, .. } => value(node),
                Atom::Number { value, at_root: true, .. } => value(&node.at_root()),
            };
            sum = sum.saturating_add(term.factor.saturating_mul(value));
        }
        sum
    }
}

impl Constraint {
    /// Adds the moves it admits at a node, in its order, none twice.
    pub fn steps(&self, node: &Node<'_>, steps: &mut Steps) {
        match self {
            Constraint::None => {}
            Constraint::Class { moves, .. } => moves(node.position, steps),
            Constraint::Filtered { conditions, classes, of } => {
                if conditions.iter().all(|condition| condition.holds(node)) {
                    filtered(node, classes, of, steps);
                }
            }
            Constraint::Then(parts) => {
                for part in parts {
                    let mut more = Steps::new();
                    part.steps(node, &mut more);
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
                of.steps(node, &mut unordered);
                ordered(node, &unordered, by, steps);
            }
        }
    }
}

fn filtered(node: &Node<'_>, classes: &[Constraint], of: &Constraint, steps: &mut Steps) {
    if classes.is_empty() {
        return of.steps(node, steps);
    }
    let mut candidates = Steps::new();
    of.steps(node, &mut candidates);
    for class in classes {
        let mut allowed = Steps::new();
        class.steps(node, &mut allowed);
        candidates.retain(|step| allowed.contains(step));
    }
    steps.extend(candidates);
}

impl Ordering {
    /// What a move is sorted by: less comes first. `node` is after the move.
    fn key(&self, node: &Node<'_>) -> i32 {
        self.key_up_to(node, i32::MAX)
    }

    /// The same, given up (with some value above it) once it is known to be above a limit.
    fn key_up_to(&self, node: &Node<'_>, limit: i32) -> i32 {
        let signed = |node: &Node<'_>| {
            let value = self.number.value(node);
            if self.direction == Direction::Least { value } else { -value }
        };
        if !self.after_reply {
            return signed(node);
        }
        let mut replies = Steps::new();
        node.position.legal_steps(&mut replies);
        if replies.is_empty() {
            // Nothing can be better than mate, and nothing worse than stalemate.
            return if node.position.is_check() { i32::MIN } else { i32::MAX };
        }
        let mut worst = i32::MIN;
        for reply in replies {
            let position = node.position.after(reply);
            worst = worst.max(signed(&node.next(&position)));
            if worst > limit {
                break;
            }
        }
        worst
    }
}

impl Constraint {
    /// The first move of the order, where it can be had without putting all of them in order: it is most often
    /// the only one that is needed. Nothing where it cannot, or where there is no move.
    pub fn first_step(&self, node: &Node<'_>) -> Option<Step> {
        match self {
            Constraint::Filtered { conditions, classes, of } if classes.is_empty() => {
                conditions.iter().all(|condition| condition.holds(node)).then(|| of.first_step(node))?
            }
            Constraint::Ordered { of, by } => match by.as_slice() {
                [only] if only.after_reply => first_in_order(node, of, only),
                _ => None,
            },
            Constraint::Then(parts) => parts.first()?.first_step(node),
            _ => None,
        }
    }
}

fn first_in_order(node: &Node<'_>, of: &Constraint, by: &Ordering) -> Option<Step> {
    let mut steps = Steps::new();
    of.steps(node, &mut steps);
    let mut best: Option<(i32, Step)> = None;
    for step in steps {
        let position = node.position.after(step);
        let after = node.next(&position);
        let limit = best.map_or(i32::MAX, |(key, _)| key);
        let key = by.key_up_to(&after, limit);
        if best.is_none_or(|(least, _)| key < least) {
            best = Some((key, step));
        }
    }
    best.map(|(_, step)| step)
}

/// How many numbers may decide one after the other; the parser allows no more.
pub const KEYS: usize = 4;

fn ordered(node: &Node<'_>, unordered: &Steps, by: &[Ordering], steps: &mut Steps) {
    let mut keyed: arrayvec::ArrayVec<([i32; KEYS], Step), 256> = arrayvec::ArrayVec::new();
    for step in unordered {
        let position = node.position.after(*step);
        let after = node.next(&position);
        let mut keys = [0; KEYS];
        for (key, ordering) in keys.iter_mut().zip(by) {
            *key = ordering.key(&after);
        }
        let _ = keyed.try_push((keys, *step));
    }
    keyed.sort_by_key(|(keys, _)| *keys);
    steps.extend(keyed.into_iter().map(|(_, step)| step));
}
