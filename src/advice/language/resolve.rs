//! Turns the syntax tree into a table: looks up every name and collects all problems.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::sync::Arc;

use shakmaty::Role;

use super::contradiction::settled;
use super::lint_meaning::place;
use super::problem::{Place, Problem, ProblemKind};
use super::syntax::{
    AdviceSyntax, ConstraintSyntax, DefinitionSyntax, GoalSyntax, MaterialSyntax, Name, OrderingSyntax,
    RuleSyntax, SumSyntax, TableSyntax, TermSyntax,
};
use super::table::{
    Advice, AdviceTable, Atom, Condition, Constraint, Definition, Handover, Measure, Ordering, Promise, Rule,
    Sum, Term,
};
use crate::advice::position::material::Material;
use crate::advice::position::side::Side;
use crate::advice::satisfy::dependence::{has_reusable_answers, is_timeless};
use crate::advice::vocabulary::{self, Meaning, Word};

/// Returns the table and its problems; no table if its material makes no sense.
pub(super) fn resolve(name: &str, text: &str, tree: &TableSyntax) -> (Option<AdviceTable>, Vec<Problem>) {
    let mut resolver = Resolver {
        problems: Vec::new(),
        definitions: HashMap::new(),
        waiting: VecDeque::new(),
        measures: HashMap::new(),
        known_advice: Vec::new(),
        asked: BTreeSet::new(),
        material: None,
        mover: Side::Us,
    };
    let material = resolver.table_material(tree);
    resolver.material = material;
    resolver.measures(tree);
    resolver.definitions(tree);
    let advice = tree.advice.iter().map(|advice| resolver.advice(advice)).collect();
    resolver.define_waiting(None);
    let rules = tree.rules.iter().map(|rule| resolver.rule(rule, &tree.advice)).collect();
    let table = AdviceTable {
        name: name.to_owned(),
        text: text.to_owned(),
        material: material.unwrap_or_default(),
        promise: resolver.promise(tree),
        symmetric: tree.symmetric,
        handovers: resolver.handovers(tree, material),
        advice,
        asked: resolver.asked,
        rules,
    };
    (material.map(|_| table), resolver.problems)
}

struct Resolver<'a> {
    problems: Vec<Problem>,
    definitions: HashMap<String, Arc<Definition>>,
    /// Definitions that ask about advice and are not resolved yet.
    waiting: VecDeque<&'a DefinitionSyntax>,
    measures: HashMap<String, Arc<Measure>>,
    /// The names of the advice so far, which later goals may ask about.
    known_advice: Vec<String>,
    /// The indices of the advice that goals ask about so far, or that is for ever or soonest.
    asked: BTreeSet<usize>,
    /// The material of the table; `None` if it makes no sense.
    material: Option<Material>,
    /// Whose moves are being read.
    mover: Side,
}

/// Returns a placeholder for a name that cannot be resolved; the table is then never used.
fn nothing() -> Condition {
    Condition::Or(Vec::new())
}

impl<'a> Resolver<'a> {
    fn report(&mut self, place: Place, kind: ProblemKind) {
        self.problems.push(Problem { place, kind });
    }

    fn table_material(&mut self, tree: &TableSyntax) -> Option<Material> {
        let Some(written) = &tree.material else {
            self.report(Place { line: 1, column: 1 }, ProblemKind::MissingMaterial);
            return None;
        };
        self.material(written)
    }

    fn material(&mut self, written: &MaterialSyntax) -> Option<Material> {
        for side in [&written.us, &written.them] {
            if Material::read(&side.text, "K").is_none() {
                self.report(side.place, ProblemKind::BadMaterial(side.text.clone()));
                return None;
            }
        }
        let material = Material::read(&written.us.text, &written.them.text)?;
        if material.has_pawn(Side::Us) && material.has_pawn(Side::Them) {
            self.report(written.us.place, ProblemKind::PawnsOnBothSides);
            return None;
        }
        Some(material)
    }

    fn handovers(&mut self, tree: &TableSyntax, own: Option<Material>) -> Vec<Handover> {
        let mut handovers: Vec<(Handover, usize)> = Vec::new();
        for written in &tree.handovers {
            let Some(material) = self.material(&written.material) else { continue };
            let place = written.material.us.place;
            if Some(material) == own {
                self.report(place, ProblemKind::OwnMaterial(material.to_string()));
            }
            match handovers.iter().find(|(known, _)| known.material == material) {
                Some((_, first)) => {
                    let kind = ProblemKind::Duplicate {
                        what: "handover",
                        name: material.to_string(),
                        first: *first,
                    };
                    self.report(place, kind);
                }
                None => {
                    let Name { text, place: named } = &written.table;
                    let handover = Handover { material, table: text.clone(), place: *named };
                    handovers.push((handover, place.line));
                }
            }
        }
        handovers.into_iter().map(|(handover, _)| handover).collect()
    }

    /// A measure may use earlier measures.
    fn measures(&mut self, tree: &TableSyntax) {
        for (index, written) in tree.measures.iter().enumerate() {
            if vocabulary::find(&written.name.text).is_some() {
                self.report(written.name.place, ProblemKind::NameTaken(written.name.text.clone()));
            }
            let sum = self.sum(&written.sum);
            let name = written.name.text.clone();
            self.measures.entry(name.clone()).or_insert_with(|| Arc::new(Measure { name, index, sum }));
        }
    }

    /// A definition may use only earlier ones, so that there is no circle. One that asks about advice waits until that is known.
    fn definitions(&mut self, tree: &'a TableSyntax) {
        for written in &tree.definitions {
            if vocabulary::find(&written.name.text).is_some() {
                self.report(written.name.place, ProblemKind::NameTaken(written.name.text.clone()));
            }
            if self.asks_about_advice(&written.goal) {
                self.waiting.push_back(written);
            } else {
                self.define(written);
            }
        }
    }

    fn define(&mut self, written: &DefinitionSyntax) {
        let goal = self.goal(&written.goal);
        let name = written.name.text.clone();
        self.definitions.entry(name.clone()).or_insert_with(|| Arc::new(Definition { name, goal }));
    }

    /// Resolves the waiting definitions before a place; without a place, all of them.
    fn define_waiting(&mut self, end: Option<Place>) {
        while let Some(written) = self.waiting.front().copied() {
            if end.is_some_and(|end| written.name.place > end) {
                return;
            }
            self.waiting.pop_front();
            self.define(written);
        }
    }

    fn asks_about_advice(&self, goal: &GoalSyntax) -> bool {
        match goal {
            GoalSyntax::And(parts) | GoalSyntax::Or(parts) => {
                parts.iter().any(|part| self.asks_about_advice(part))
            }
            GoalSyntax::Not(goal) => self.asks_about_advice(goal),
            GoalSyntax::Can(_) => true,
            GoalSyntax::Word { name, .. } => self.is_waiting(name),
            GoalSyntax::Compare { .. } => false,
        }
    }

    fn is_waiting(&self, name: &Name) -> bool {
        self.waiting.iter().any(|waiting| waiting.name.text == name.text)
    }

    fn promise(&mut self, tree: &TableSyntax) -> Promise {
        let Some(written) = &tree.promise else { return Promise::default() };
        Promise { aim: written.aim, part: written.part.as_ref().map(|part| self.goal(part)) }
    }

    fn rule(&mut self, written: &RuleSyntax, advice: &[AdviceSyntax]) -> Rule {
        let mut indices = Vec::new();
        for name in &written.advice {
            match advice.iter().position(|known| known.name.text == name.text) {
                Some(index) if indices.contains(&index) => {
                    let (rule, name_twice) = (written.name.text.clone(), name.text.clone());
                    self.report(name.place, ProblemKind::RepeatedAdvice { rule, name: name_twice });
                }
                Some(index) => indices.push(index),
                None => {
                    let known: Vec<&str> = advice.iter().map(|known| known.name.text.as_str()).collect();
                    let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
                    self.report(name.place, ProblemKind::UnknownAdvice { name: name.text.clone(), known });
                }
            }
        }
        let condition = self.goal(&written.condition);
        Rule { name: written.name.text.clone(), condition, advice: indices }
    }

    /// A piece of advice may ask only about earlier ones, so that there is no circle.
    fn advice(&mut self, written: &AdviceSyntax) -> Advice {
        self.define_waiting(Some(written.name.place));
        let (better, holding) = (self.goal(&written.better), self.goal(&written.holding));
        let us = self.constraint(&written.us);
        self.mover = Side::Them;
        let them = self.constraint(&written.them);
        self.mover = Side::Us;
        let (name, purpose) = (written.name.text.clone(), written.purpose.clone());
        let span = written.span;
        let advice = Advice { name, purpose, span, better, holding, us, them };
        if advice.is_endless() && !is_timeless(&advice) {
            self.report(written.name.place, ProblemKind::EndlessLooksBack { name: advice.name.clone() });
        }
        if advice.is_soonest() && !has_reusable_answers(&advice) {
            self.report(written.name.place, ProblemKind::SoonestLooksBack { name: advice.name.clone() });
        }
        if advice.is_endless() || advice.is_soonest() {
            self.asked.insert(self.known_advice.len());
        }
        self.known_advice.push(advice.name.clone());
        advice
    }

    fn subgoal(&mut self, name: &Name) -> Condition {
        if let Some(advice) = self.known_advice.iter().position(|known| *known == name.text) {
            self.asked.insert(advice);
            return Condition::Can { advice, name: name.text.clone() };
        }
        self.report(name.place, ProblemKind::NotYetAdvice { name: name.text.clone() });
        nothing()
    }

    fn goal(&mut self, written: &GoalSyntax) -> Condition {
        match written {
            GoalSyntax::And(parts) => Condition::And(parts.iter().map(|part| self.goal(part)).collect()),
            GoalSyntax::Or(parts) => Condition::Or(parts.iter().map(|part| self.goal(part)).collect()),
            GoalSyntax::Not(goal) => Condition::Not(Box::new(self.goal(goal))),
            GoalSyntax::Word { name, at_root } => self.predicate(name, *at_root),
            GoalSyntax::Can(name) => self.subgoal(name),
            GoalSyntax::Compare { left, comparison, right } => {
                let known_problems = self.problems.len();
                let (left, right) = (self.sum(left), self.sum(right));
                // A placeholder for an unknown word settles nothing.
                let is_whole = self.problems.len() == known_problems;
                let settled = settled(&left, *comparison, &right).filter(|_| is_whole);
                let goal = Condition::Compare { left, comparison: *comparison, right };
                if let (Some(holds), Some(place)) = (settled, place(written)) {
                    self.report_settled(place, &goal, holds);
                }
                goal
            }
        }
    }

    fn predicate(&mut self, name: &Name, at_root: bool) -> Condition {
        if let Some(definition) = self.definitions.get(&name.text)
            && !at_root
        {
            return Condition::Defined(Arc::clone(definition));
        }
        match vocabulary::find(&name.text) {
            Some(word) => match word.meaning {
                Meaning::Predicate(holds) => {
                    self.look_for_man(name, word, Side::Us);
                    return Condition::Predicate { word, holds, at_root };
                }
                _ => self.wrong_kind(name, word, "predicate"),
            },
            None => self.unknown(name, "predicate"),
        }
        nothing()
    }

    /// Reports a word about a man that a side does not have and cannot get.
    fn look_for_man(&mut self, name: &Name, word: &Word, side: Side) {
        let (Some(material), Some(man)) = (self.material, vocabulary::man_of(word)) else { return };
        if material.pieces(side).contains(&man) || material.has_pawn(side) {
            return;
        }
        let man = match man {
            Role::King => "king",
            Role::Queen => "queen",
            Role::Rook => "rook",
            Role::Bishop => "bishop",
            Role::Knight => "knight",
            Role::Pawn => "pawn",
        };
        let side = if side == Side::Us { "we" } else { "they" };
        self.report(name.place, ProblemKind::MissingMan { word: name.text.clone(), man, side });
    }

    fn report_settled(&mut self, place: Place, goal: &Condition, holds: bool) {
        let mut words = Vec::new();
        goal.gather(&mut words);
        let range = |word: &&'static Word| format!("{} is {} to {}", word.name, word.bounds.0, word.bounds.1);
        let ranges: Vec<String> = words.iter().map(range).collect();
        let ranges = if ranges.is_empty() { String::new() } else { format!(": {}", ranges.join(", ")) };
        let verdict = if holds { "always" } else { "never" };
        self.report(place, ProblemKind::Settled { goal: goal.to_string(), verdict, ranges });
    }

    fn sum(&mut self, written: &SumSyntax) -> Sum {
        Sum {
            terms: written.iter().map(|term| Term { factor: term.factor, atom: self.number(term) }).collect(),
        }
    }

    fn number(&mut self, term: &TermSyntax) -> Atom {
        let Some(name) = &term.number else { return Atom::One };
        if name.text == "depth" {
            return Atom::Depth;
        }
        if let Some(measure) = self.measures.get(&name.text) {
            return Atom::Measured { measure: Arc::clone(measure), at_root: term.at_root };
        }
        match vocabulary::find(&name.text) {
            Some(word) => match word.meaning {
                Meaning::Number(value) => {
                    self.look_for_man(name, word, Side::Us);
                    return Atom::Number { word, value, at_root: term.at_root };
                }
                _ => self.wrong_kind(name, word, "number"),
            },
            None => self.unknown(name, "number"),
        }
        Atom::One
    }

    fn constraint(&mut self, written: &ConstraintSyntax) -> Constraint {
        match written {
            ConstraintSyntax::None => Constraint::None,
            ConstraintSyntax::Word(name) => self.class(name),
            ConstraintSyntax::Condition(goal, place) => {
                let condition = self.goal(goal);
                self.report(*place, ProblemKind::NothingGenerates(condition.to_string()));
                Constraint::None
            }
            ConstraintSyntax::And(parts) => self.filtered(parts),
            ConstraintSyntax::Then(parts) => {
                Constraint::Then(parts.iter().map(|part| self.constraint(part)).collect())
            }
            ConstraintSyntax::By(of, by) => Constraint::Ordered {
                of: Box::new(self.constraint(of)),
                by: by.iter().map(|key| self.ordering(key)).collect(),
            },
        }
    }

    fn ordering(&mut self, written: &OrderingSyntax) -> Ordering {
        let number = self.sum(&written.number);
        Ordering { direction: written.direction, number, after_reply: written.after_reply }
    }

    fn class(&mut self, name: &Name) -> Constraint {
        match vocabulary::find(&name.text) {
            Some(word) => match word.meaning {
                Meaning::Moves(moves) => {
                    self.look_for_man(name, word, self.mover);
                    return Constraint::Class(moves);
                }
                Meaning::Predicate(_) => {
                    self.report(name.place, ProblemKind::NothingGenerates(name.text.clone()))
                }
                Meaning::Number(_) => self.wrong_kind(name, word, "move class"),
            },
            None if self.definitions.contains_key(&name.text) => {
                self.report(name.place, ProblemKind::NothingGenerates(name.text.clone()));
            }
            None => self.unknown(name, "move class"),
        }
        Constraint::None
    }

    fn filtered(&mut self, parts: &[ConstraintSyntax]) -> Constraint {
        let Some((last, filters)) = parts.split_last() else { return Constraint::None };
        let (mut conditions, mut classes) = (Vec::new(), Vec::new());
        for filter in filters {
            match filter {
                ConstraintSyntax::Condition(goal, _) => conditions.push(self.goal(goal)),
                ConstraintSyntax::Word(name) if self.is_predicate(name) => {
                    conditions.push(self.predicate(name, false));
                }
                other => classes.push(self.constraint(other)),
            }
        }
        Constraint::Filtered { conditions, classes, of: Box::new(self.constraint(last)) }
    }

    fn is_predicate(&self, name: &Name) -> bool {
        self.definitions.contains_key(&name.text)
            || vocabulary::find(&name.text).is_some_and(|word| matches!(word.meaning, Meaning::Predicate(_)))
    }

    fn unknown(&mut self, name: &Name, expected: &'static str) {
        if self.is_waiting(name) {
            return self.report(name.place, ProblemKind::NotYetDefined { name: name.text.clone() });
        }
        let defined: Vec<&str> = match expected {
            "predicate" => self.definitions.keys().map(String::as_str).collect(),
            "number" => self.measures.keys().map(String::as_str).collect(),
            _ => Vec::new(),
        };
        let suggestion = vocabulary::suggestion(&name.text, expected, defined.into_iter());
        self.report(name.place, ProblemKind::UnknownWord { expected, word: name.text.clone(), suggestion });
    }

    fn wrong_kind(&mut self, name: &Name, word: &Word, expected: &'static str) {
        let hint = match (word.meaning.kind(), expected) {
            ("number", "predicate") => "; compare it, as in `room < 10`",
            ("predicate", "number") => "; only numbers are compared",
            _ => "",
        };
        let kind =
            ProblemKind::WrongKind { word: name.text.clone(), kind: word.meaning.kind(), expected, hint };
        self.report(name.place, kind);
    }
}
