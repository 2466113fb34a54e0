//! Checks what a table means: finds goals that can never hold, and rules that earlier rules make useless.

use super::contradiction::{can_hold, can_hold_at_root, can_hold_before_their_move};
use super::problem::{Place, Problem, ProblemKind};
use super::syntax::{AdviceSyntax, ConstraintSyntax, GoalSyntax, SumSyntax, TableSyntax};
use super::table::{Advice, AdviceTable, Condition, Rule};

/// Returns every problem that can be found without a board.
pub(super) fn lint_meaning(table: &AdviceTable, tree: &TableSyntax) -> Vec<Problem> {
    let mut problems = Vec::new();
    problems.extend(promise(table, tree));
    for (advice, written) in table.advice.iter().zip(&tree.advice) {
        problems.extend(goals(advice, written));
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
