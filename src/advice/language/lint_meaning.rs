//! Checks what a table means: finds goals that can never hold, and rules that earlier rules make useless.

use super::contradiction::{can_hold, can_hold_at_root, can_hold_before_their_move};
use super::problem::{Place, Problem, ProblemKind};
use super::syntax::{AdviceSyntax, ConstraintSyntax, GoalSyntax, SumSyntax, TableSyntax, TermSyntax};
use super::table::{Advice, AdviceTable, Comparison, Condition, Rule};
use crate::advice::position::side::Side;

/// Returns every problem that can be found without a board.
pub(super) fn lint_meaning(table: &AdviceTable, tree: &TableSyntax) -> Vec<Problem> {
    let mut problems = Vec::new();
    problems.extend(promise(table, tree));
    for (advice, written) in table.advice.iter().zip(&tree.advice) {
        problems.extend(goals(advice, written));
        problems.extend(depth_of_other_side(&written.us, Side::Us));
        problems.extend(depth_of_other_side(&written.them, Side::Them));
    }
    for (number, written) in tree.rules.iter().enumerate() {
        let kind = table.rules.get(number).and_then(|rule| useless(rule, &table.rules[..number]));
        problems.extend(kind.map(|kind| Problem { place: written.name.place, kind }));
    }
    problems
}

/// Returns a problem if the promise covers no position.
fn promise(table: &AdviceTable, tree: &TableSyntax) -> Option<Problem> {
    let (part, written) = (table.promise.part.as_ref()?, tree.promise.as_ref()?);
    let kind = ProblemKind::EmptyPromise { goal: part.to_string() };
    (!can_hold_at_root(&[part], &[])).then_some(Problem { place: written.place, kind })
}

/// Returns the first problem with the goals of a piece of advice.
fn goals(advice: &Advice, written: &AdviceSyntax) -> Option<Problem> {
    let Advice { name, better, holding, .. } = advice;
    let at = |goal, kind| Some(Problem { place: place(goal).unwrap_or(written.name.place), kind });
    for (part, goal, syntax) in [("better", better, &written.better), ("holding", holding, &written.holding)]
    {
        if !can_hold(&[goal], &[]) {
            return at(syntax, ProblemKind::NeverHolds { part, goal: goal.to_string() });
        }
    }
    if !can_hold_at_root(&[holding], &[]) {
        return at(&written.holding, ProblemKind::BrokenAtRoot { goal: holding.to_string() });
    }
    if !can_hold_at_root(&[], &[better]) {
        return at(&written.better, ProblemKind::ReachedAtRoot { goal: better.to_string() });
    }
    if !can_hold(&[better, holding], &[]) {
        return at(&written.better, ProblemKind::GoalsExclude { advice: name.clone() });
    }
    if matches!(written.them, ConstraintSyntax::None) && !can_hold_before_their_move(&[better]) {
        return at(&written.better, ProblemKind::NeedsReply { goal: better.to_string() });
    }
    None
}

/// Returns a problem if moves of a side are to be made at a depth at which the other one moves.
fn depth_of_other_side(moves: &ConstraintSyntax, side: Side) -> Option<Problem> {
    match moves {
        ConstraintSyntax::And(parts) | ConstraintSyntax::Then(parts) => {
            parts.iter().find_map(|moves| depth_of_other_side(moves, side))
        }
        ConstraintSyntax::By(of, _) => depth_of_other_side(of, side),
        ConstraintSyntax::Condition(
            GoalSyntax::Compare { left, comparison: Comparison::Equal, right },
            _,
        ) => {
            let (
                [TermSyntax { factor: 1, number: Some(name), .. }],
                [TermSyntax { factor: depth, number: None, .. }],
            ) = (left.as_slice(), right.as_slice())
            else {
                return None;
            };
            let (part, depths) = match side {
                Side::Us => ("us", "0, 2, 4"),
                Side::Them => ("them", "1, 3, 5"),
            };
            let kind = ProblemKind::OtherSidesDepth { depth: *depth, part, depths };
            (name.text == "depth" && depth % 2 != side as i32).then_some(Problem { place: name.place, kind })
        }
        ConstraintSyntax::None | ConstraintSyntax::Word(_) | ConstraintSyntax::Condition(..) => None,
    }
}

/// Returns why a rule can never be used after the ones before it. The other lint reports rules after one that always applies.
fn useless(rule: &Rule, before: &[Rule]) -> Option<ProblemKind> {
    let conditions: Vec<&Condition> = before.iter().map(|rule| &rule.condition).collect();
    if before.iter().any(|rule| is_default(&rule.condition)) {
        return None;
    }
    if !can_hold_at_root(&[&rule.condition], &[]) {
        let (name, goal) = (rule.name.clone(), rule.condition.to_string());
        return Some(ProblemKind::RuleNeverApplies { name, goal });
    }
    let shadow = before.iter().find(|other| !can_hold_at_root(&[&rule.condition], &[&other.condition]));
    let shadows = shadow.map(|other| format!("rule {}", other.name));
    let shadows = shadows.or_else(|| {
        let is_left = can_hold_at_root(&[&rule.condition], &conditions);
        (!is_left).then(|| "one of the rules".to_owned())
    });
    shadows.map(|by| ProblemKind::ShadowedRule { name: rule.name.clone(), by })
}

fn is_default(condition: &Condition) -> bool {
    matches!(condition, Condition::Predicate { word, .. } if word.name == "any_position")
}

/// Returns the place of the first name in a goal; `None` if it has no name.
pub(super) fn place(goal: &GoalSyntax) -> Option<Place> {
    match goal {
        GoalSyntax::And(parts) | GoalSyntax::Or(parts) => parts.iter().find_map(place),
        GoalSyntax::Not(goal) => place(goal),
        GoalSyntax::Word { name, .. } | GoalSyntax::Can(name) => Some(name.place),
        GoalSyntax::Compare { left, right, .. } => sum_place(left).or_else(|| sum_place(right)),
    }
}

fn sum_place(sum: &SumSyntax) -> Option<Place> {
    sum.iter().find_map(|term| term.number.as_ref()).map(|name| name.place)
}
