//! Gathering an explanation: every rule looked at, every advice tried, what fired, and the values of the words.

use shakmaty::Color;

use super::diagnosis::{Failure, diagnose};
use crate::advice::context::{Context, Memory};
use crate::advice::forcing_tree::Tree;
use crate::advice::language::{Advice, AdviceTable, Rule};
use crate::advice::position::Position;
use crate::advice::side::Side;
use crate::advice::step::Step;
use crate::advice::subgoals::Subgoals;
use crate::advice::vocabulary::{Meaning, Node, Word};

/// Everything there is to say about a position.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The table's name.
    pub table: String,
    /// The position, from our side.
    pub position: Position,
    /// The colour that has the advice.
    pub us: Color,
    /// The rules looked at, in order; the last one is used, unless none applies.
    pub rules: Vec<RuleLooked>,
    /// The advice tried, in order; the last one fired, unless none is satisfiable.
    pub tried: Vec<Tried>,
    /// What is played.
    pub played: Option<Played>,
    /// The words of the table and their values here.
    pub values: Vec<Valued>,
}

/// A rule and whether it applied.
#[derive(Clone, Debug)]
pub struct RuleLooked {
    /// Its name.
    pub name: String,
    /// Its condition.
    pub condition: String,
    /// The part of the condition that does not hold; `None` if the rule applies.
    pub failing: Option<String>,
}

/// A piece of advice and why it was not followed.
#[derive(Clone, Debug)]
pub struct Tried {
    /// Its name.
    pub name: String,
    /// What it is for, in the author's words.
    pub purpose: String,
    /// Its better goal.
    pub better: String,
    /// Its holding goal.
    pub holding: String,
    /// Why it is not satisfiable; `None` if it fired.
    pub failure: Option<Failure>,
}

/// The move and its forcing tree.
#[derive(Clone, Debug)]
pub struct Played {
    /// The rule's name.
    pub rule: String,
    /// The advice's name.
    pub advice: String,
    /// Our move.
    pub step: Step,
    /// The forcing tree, our move on top.
    pub tree: Tree,
}

/// A word and its value here.
#[derive(Clone, Debug)]
pub struct Valued {
    /// The word.
    pub word: &'static Word,
    /// `true`, `false` or a number.
    pub value: String,
}

/// Explains a table's choice in a position with our side to move; `None` if they are to move.
pub fn explain(table: &AdviceTable, position: &Position, us: Color) -> Option<Explanation> {
    if position.turn() == Side::Them {
        return None;
    }
    // What one piece of advice can do is asked again and again by the next.
    let subgoals = Subgoals::new(table);
    let memory = Memory::new(&subgoals);
    let root = Context::root(position, &memory);
    let mut explanation = Explanation {
        table: table.name.clone(),
        position: *position,
        us,
        rules: Vec::new(),
        tried: Vec::new(),
        played: None,
        values: table.words().into_iter().filter_map(|word| valued(word, &root.node)).collect(),
    };
    for rule in &table.rules {
        let failing = rule.condition.failing_part(&root).map(ToString::to_string);
        let applies = failing.is_none();
        explanation.rules.push(RuleLooked {
            name: rule.name.clone(),
            condition: rule.condition.to_string(),
            failing,
        });
        if applies {
            explanation.try_advice(table, rule, &subgoals);
            break;
        }
    }
    Some(explanation)
}

impl Explanation {
    fn try_advice(&mut self, table: &AdviceTable, rule: &Rule, subgoals: &Subgoals<'_>) {
        for &index in &rule.advice {
            let advice = &table.advice[index];
            match table.satisfy_knowing(index, &self.position, subgoals) {
                Some(tree) if tree.step().is_some() => {
                    self.tried.push(tried(advice, None));
                    self.played = tree.step().map(|step| Played {
                        rule: rule.name.clone(),
                        advice: advice.name.clone(),
                        step,
                        tree,
                    });
                    return;
                }
                Some(_) => self.tried.push(tried(advice, Some(Failure::AlreadyReached))),
                None => {
                    let failure = diagnose(table, index, &self.position, subgoals);
                    self.tried.push(tried(advice, Some(failure)));
                }
            }
        }
    }
}

fn tried(advice: &Advice, failure: Option<Failure>) -> Tried {
    Tried {
        name: advice.name.clone(),
        purpose: advice.purpose.clone(),
        better: advice.better.to_string(),
        holding: advice.holding.to_string(),
        failure,
    }
}

fn valued(word: &'static Word, node: &Node<'_>) -> Option<Valued> {
    let value = match word.meaning {
        Meaning::Predicate(holds) => holds(node).to_string(),
        Meaning::Number(value) => value(node).to_string(),
        Meaning::Moves(_) => return None,
    };
    Some(Valued { word, value })
}
