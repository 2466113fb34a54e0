//! Searches a whole table for parts that are missing, duplicate or never used.

use super::problem::{Place, Problem, ProblemKind};
use super::syntax::{ConstraintSyntax, GoalSyntax, Name, SumSyntax, TableSyntax};

/// Returns every problem that can be found without the vocabulary.
pub(super) fn lint(tree: &TableSyntax) -> Vec<Problem> {
    let mut problems = Vec::new();
    rules(tree, &mut problems);
    duplicates("rule", tree.rules.iter().map(|rule| &rule.name), &mut problems);
    duplicates("advice", tree.advice.iter().map(|advice| &advice.name), &mut problems);
    duplicates("definition", tree.definitions.iter().map(|definition| &definition.name), &mut problems);
    duplicates("measure", tree.measures.iter().map(|measure| &measure.name), &mut problems);
    advice(tree, &mut problems);
    unused_names(tree, &mut problems);
    problems
}

fn rules(tree: &TableSyntax, problems: &mut Vec<Problem>) {
    let Some(last) = tree.rules.last() else {
        problems.push(Problem { place: tree.end, kind: ProblemKind::NoRules });
        return;
    };
    let default = tree.rules.iter().position(|rule| applies_everywhere(&rule.condition));
    match default {
        None => problems.push(Problem { place: last.name.place, kind: ProblemKind::NoDefaultRule }),
        Some(default) => {
            for rule in &tree.rules[default + 1..] {
                let kind = ProblemKind::UnreachableRule {
                    name: rule.name.text.clone(),
                    default: tree.rules[default].name.text.clone(),
                };
                problems.push(Problem { place: rule.name.place, kind });
            }
        }
    }
}

fn applies_everywhere(condition: &GoalSyntax) -> bool {
    matches!(condition, GoalSyntax::Word { name, .. } if name.text == "any_position")
}

fn duplicates<'a>(what: &'static str, names: impl Iterator<Item = &'a Name>, problems: &mut Vec<Problem>) {
    let mut seen: Vec<&Name> = Vec::new();
    for name in names {
        match seen.iter().find(|known| known.text == name.text) {
            Some(first) => {
                let kind = ProblemKind::Duplicate { what, name: name.text.clone(), first: first.place.line };
                problems.push(Problem { place: name.place, kind });
            }
            None => seen.push(name),
        }
    }
}

fn advice(tree: &TableSyntax, problems: &mut Vec<Problem>) {
    // Advice that a goal asks about is useful without a rule.
    let asked = used_names(tree);
    for advice in &tree.advice {
        let (name, place) = (advice.name.text.clone(), advice.name.place);
        if matches!(advice.us, ConstraintSyntax::None) {
            problems.push(Problem { place, kind: ProblemKind::EmptyConstraint { name: name.clone() } });
        }
        let is_in_rule = tree.rules.iter().flat_map(|rule| &rule.advice).any(|used| used.text == name);
        if !is_in_rule && !asked.contains(&name.as_str()) {
            problems.push(Problem { place, kind: ProblemKind::UnusedAdvice { name } });
        }
    }
}

fn used_names(tree: &TableSyntax) -> Vec<&str> {
    let mut used = Vec::new();
    for definition in &tree.definitions {
        gather(&definition.goal, &mut used);
    }
    if let Some(part) = tree.promise.as_ref().and_then(|promise| promise.part.as_ref()) {
        gather(part, &mut used);
    }
    for rule in &tree.rules {
        gather(&rule.condition, &mut used);
    }
    for advice in &tree.advice {
        gather(&advice.better, &mut used);
        gather(&advice.holding, &mut used);
        gather_constraint(&advice.us, &mut used);
        gather_constraint(&advice.them, &mut used);
    }
    for measure in &tree.measures {
        gather_sum(&measure.sum, &mut used);
    }
    used
}

fn unused_names(tree: &TableSyntax, problems: &mut Vec<Problem>) {
    let used = used_names(tree);
    let names = tree.definitions.iter().map(|definition| &definition.name);
    for name in names.chain(tree.measures.iter().map(|measure| &measure.name)) {
        if !used.contains(&name.text.as_str()) {
            let place: Place = name.place;
            problems.push(Problem { place, kind: ProblemKind::UnusedDefinition { name: name.text.clone() } });
        }
    }
}

fn gather<'a>(goal: &'a GoalSyntax, used: &mut Vec<&'a str>) {
    match goal {
        GoalSyntax::And(parts) | GoalSyntax::Or(parts) => parts.iter().for_each(|part| gather(part, used)),
        GoalSyntax::Not(goal) => gather(goal, used),
        GoalSyntax::Word { name, .. } | GoalSyntax::Can(name) => used.push(&name.text),
        GoalSyntax::Compare { left, right, .. } => {
            gather_sum(left, used);
            gather_sum(right, used);
        }
    }
}

fn gather_sum<'a>(sum: &'a SumSyntax, used: &mut Vec<&'a str>) {
    used.extend(sum.iter().filter_map(|term| term.number.as_ref()).map(|name| name.text.as_str()));
}

fn gather_constraint<'a>(constraint: &'a ConstraintSyntax, used: &mut Vec<&'a str>) {
    match constraint {
        ConstraintSyntax::None => {}
        ConstraintSyntax::Word(name) => used.push(&name.text),
        ConstraintSyntax::Condition(goal, _) => gather(goal, used),
        ConstraintSyntax::And(parts) | ConstraintSyntax::Then(parts) => {
            parts.iter().for_each(|part| gather_constraint(part, used));
        }
        ConstraintSyntax::By(of, by) => {
            gather_constraint(of, used);
            by.iter().for_each(|ordering| gather_sum(&ordering.number, used));
        }
    }
}
