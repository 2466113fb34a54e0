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

/// Keys of a move, first to last; a table that names more than these four has the rest ignored by none: the
/// keys are compared one after the other, and only four are kept.
const KEYS: usize = 4;

fn ordered(node: &Node<'_>, unordered: &Steps, by: &[Ordering], steps: &mut Steps) {
    let mut keyed: arrayvec::ArrayVec<([i32; KEYS], Step), 256> = arrayvec::ArrayVec::new();
    for step in unordered {
        let position = node.position.after(*step);
        let after = Node { position: &position, root: node.root, depth: node.depth + 1 };
        let mut keys = [0; KEYS];
        for (key, ordering) in keys.iter_mut().zip(by) {
            let value = ordering.number.value(&after);
            *key = if ordering.direction == Direction::Least { value } else { -value };
        }
        let _ = keyed.try_push((keys, *step));
    }
    keyed.sort_by_key(|(keys, _)| *keys);
    steps.extend(keyed.into_iter().map(|(_, step)| step));
}
