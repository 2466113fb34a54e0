//! Decides how far the outcome of a search depends on its root, and so what searches from other roots can reuse.

use std::sync::Arc;

use crate::advice::language::{Advice, Atom, Comparison, Condition, Constraint, Measure, Sum};

/// How much of the root a piece of advice looks at.
#[derive(Clone, Debug)]
pub(in crate::advice) enum Dependence {
    /// Nothing: the same positions satisfy it from every root.
    Free,
    /// One measure, which must fall below its value at the root. The greater that value, the more positions satisfy it.
    Limit(Arc<Measure>),
    /// Something else.
    Other,
}

impl Dependence {
    /// Returns what a piece of advice looks at. The order of its moves does not matter, because a search tries all of them
    /// before it gives up.
    pub fn of(advice: &Advice) -> Dependence {
        let goals = condition(&advice.better).and(condition(&advice.holding));
        if is_free(&advice.us) && is_free(&advice.them) { goals } else { Dependence::Other }
    }

    fn and(self, other: Dependence) -> Dependence {
        match (self, other) {
            (Dependence::Free, other) | (other, Dependence::Free) => other,
            (Dependence::Limit(one), Dependence::Limit(other)) if one.index == other.index => {
                Dependence::Limit(one)
            }
            _ => Dependence::Other,
        }
    }
}

fn condition(goal: &Condition) -> Dependence {
    match goal {
        Condition::And(parts) | Condition::Or(parts) => {
            parts.iter().map(condition).fold(Dependence::Free, Dependence::and)
        }
        Condition::Not(goal) => match condition(goal) {
            Dependence::Free => Dependence::Free,
            _ => Dependence::Other,
        },
        Condition::Predicate { word, at_root, .. } => {
            if *at_root || word.compares {
                Dependence::Other
            } else {
                Dependence::Free
            }
        }
        Condition::Defined(definition) => condition(&definition.goal),
        // `can` has its own root: the position here.
        Condition::Can { .. } => Dependence::Free,
        Condition::Compare { left, comparison, right } => compared(left, *comparison, right),
    }
}

fn compared(left: &Sum, comparison: Comparison, right: &Sum) -> Dependence {
    match (is_here(left), limit(right)) {
        (true, _) if is_here(right) => Dependence::Free,
        (true, Some(measure)) if matches!(comparison, Comparison::Less | Comparison::AtMost) => {
            Dependence::Limit(Arc::clone(measure))
        }
        _ => Dependence::Other,
    }
}

/// Returns the measure if a sum is only its value at the root.
fn limit(sum: &Sum) -> Option<&Arc<Measure>> {
    match sum.terms.as_slice() {
        [term] if term.factor == 1 => match &term.atom {
            Atom::Measured { measure, at_root: true } if is_here(&measure.sum) => Some(measure),
            _ => None,
        },
        _ => None,
    }
}

/// Returns whether a sum looks only at the current node.
fn is_here(sum: &Sum) -> bool {
    sum.terms.iter().all(|term| match &term.atom {
        Atom::One | Atom::Depth => true,
        Atom::Measured { measure, at_root } => !at_root && is_here(&measure.sum),
        Atom::Number { word, at_root, .. } => !at_root && !word.compares,
    })
}

fn is_free(constraint: &Constraint) -> bool {
    every_condition(constraint, &|goal| matches!(condition(goal), Dependence::Free))
}

/// Returns whether something is true of every condition in a constraint.
fn every_condition(constraint: &Constraint, is_so: &impl Fn(&Condition) -> bool) -> bool {
    let every = |constraint: &Constraint| every_condition(constraint, is_so);
    match constraint {
        Constraint::None | Constraint::Class(_) => true,
        Constraint::Filtered { conditions, classes, of } => {
            conditions.iter().all(is_so) && classes.iter().all(every) && every(of)
        }
        Constraint::Then(parts) => parts.iter().all(every),
        Constraint::Ordered { of, .. } => every(of),
    }
}

/// Returns whether the goals of a piece of advice mean the same at every node, and its moves mean the same from every root.
fn has_fixed_goals(advice: &Advice) -> bool {
    matches!(Dependence::of(advice), Dependence::Free)
        && !advice.better.looks_at_depth()
        && !advice.holding.looks_at_depth()
}

/// Returns whether a piece of advice asks the same of every position, whatever the root and the depth of the search.
pub(in crate::advice) fn is_timeless(advice: &Advice) -> bool {
    let is_timeless = |moves| every_condition(moves, &|goal| !goal.looks_at_depth());
    has_fixed_goals(advice) && is_timeless(&advice.us) && is_timeless(&advice.them)
}

/// Returns whether the answer about a node is the same from every root, and a yes at some depth holds at every lesser
/// depth. Searches can then reuse each other's answers.
pub(in crate::advice) fn has_reusable_answers(advice: &Advice) -> bool {
    !advice.is_endless() && has_fixed_goals(advice) && is_limited(&advice.us) && is_limited(&advice.them)
}

/// Returns whether a constraint also admits at every lesser depth, with the same side to move, what it admits at some depth.
fn is_limited(constraint: &Constraint) -> bool {
    match constraint {
        Constraint::None | Constraint::Class(_) => true,
        Constraint::Filtered { conditions, classes, of } => {
            let is_so = |goal: &Condition| goal.depth_limit().is_some() || !goal.looks_at_depth();
            conditions.iter().all(is_so) && classes.iter().all(is_limited) && is_limited(of)
        }
        Constraint::Ordered { of, .. } => is_limited(of),
        Constraint::Then(parts) => parts.iter().all(is_limited),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::advice::Registry;

    fn kind(table: &str, advice: &str) -> &'static str {
        let registry = Registry::built_in();
        let table = registry.find(table).unwrap();
        let advice = table.advice.iter().find(|known| known.name == advice).unwrap();
        match Dependence::of(advice) {
            Dependence::Free => "free",
            Dependence::Limit(_) => "limit",
            Dependence::Other => "other",
        }
    }

    #[test]
    fn a_net_of_mate_is_free_of_the_root_and_a_falling_measure_is_limited_by_it() {
        assert_eq!((kind("krk", "net"), kind("krk", "press")), ("free", "limit"));
        assert_eq!((kind("krk_book", "mate_in_2"), kind("krk_book", "squeeze")), ("free", "other"));
        assert_eq!((kind("krk_book", "approach"), kind("krk_book", "keep_room")), ("other", "other"));
    }
}
