//! Lists what a table has named, its measures and goals, and the words that a sum adds up.

use std::sync::Arc;

use super::table::{AdviceTable, Atom, Condition, Constraint, Definition, Measure, Sum};
use crate::advice::vocabulary::Word;

impl AdviceTable {
    /// Returns the measures that the rules and advice use, each once, in the order of the text.
    pub fn measures(&self) -> Vec<Arc<Measure>> {
        let mut measures = Vec::new();
        for rule in &self.rules {
            rule.condition.gather_measures(&mut measures);
        }
        for advice in &self.advice {
            advice.better.gather_measures(&mut measures);
            advice.holding.gather_measures(&mut measures);
            advice.us.gather_measures(&mut measures);
        }
        measures.sort_by_key(|measure| measure.index);
        measures
    }

    /// Returns the goals that the table has named and uses: the name, and the goal as it is written.
    pub fn named_goals(&self) -> Vec<(String, String)> {
        self.definitions().iter().map(|known| (known.name.clone(), known.goal.to_string())).collect()
    }

    /// Returns the named goals that the rules and goals use, each once.
    fn definitions(&self) -> Vec<Arc<Definition>> {
        let mut definitions = Vec::new();
        for rule in &self.rules {
            rule.condition.gather_definitions(&mut definitions);
        }
        for advice in &self.advice {
            advice.better.gather_definitions(&mut definitions);
            advice.holding.gather_definitions(&mut definitions);
        }
        definitions
    }
}

impl Sum {
    /// Returns the words that are added up, each once, in order.
    pub fn words(&self) -> Vec<&'static Word> {
        let mut words: Vec<&'static Word> = Vec::new();
        for term in &self.terms {
            let more = match &term.atom {
                Atom::Number { word, .. } => vec![*word],
                Atom::Measured { measure, .. } => measure.sum.words(),
                Atom::One | Atom::Depth => Vec::new(),
            };
            for word in more {
                if !words.iter().any(|known| known.name == word.name) {
                    words.push(word);
                }
            }
        }
        words
    }

    fn gather_measures(&self, measures: &mut Vec<Arc<Measure>>) {
        for term in &self.terms {
            if let Atom::Measured { measure, .. } = &term.atom {
                measure.sum.gather_measures(measures);
                if !measures.iter().any(|known| known.index == measure.index) {
                    measures.push(Arc::clone(measure));
                }
            }
        }
    }
}

impl Condition {
    fn gather_measures(&self, measures: &mut Vec<Arc<Measure>>) {
        match self {
            Condition::And(parts) | Condition::Or(parts) => {
                parts.iter().for_each(|part| part.gather_measures(measures));
            }
            Condition::Not(goal) => goal.gather_measures(measures),
            Condition::Defined(definition) => definition.goal.gather_measures(measures),
            Condition::Compare { left, right, .. } => {
                left.gather_measures(measures);
                right.gather_measures(measures);
            }
            Condition::Predicate { .. } | Condition::Can { .. } => {}
        }
    }

    fn gather_definitions(&self, definitions: &mut Vec<Arc<Definition>>) {
        match self {
            Condition::And(parts) | Condition::Or(parts) => {
                parts.iter().for_each(|part| part.gather_definitions(definitions));
            }
            Condition::Not(goal) => goal.gather_definitions(definitions),
            Condition::Defined(definition) => {
                if !definitions.iter().any(|known| known.name == definition.name) {
                    definitions.push(Arc::clone(definition));
                }
                definition.goal.gather_definitions(definitions);
            }
            Condition::Predicate { .. } | Condition::Can { .. } | Condition::Compare { .. } => {}
        }
    }
}

impl Constraint {
    fn gather_measures(&self, measures: &mut Vec<Arc<Measure>>) {
        match self {
            Constraint::None | Constraint::Class(_) => {}
            Constraint::Filtered { classes, of, .. } => {
                classes.iter().for_each(|class| class.gather_measures(measures));
                of.gather_measures(measures);
            }
            Constraint::Then(parts) => parts.iter().for_each(|part| part.gather_measures(measures)),
            Constraint::Ordered { of, by } => {
                of.gather_measures(measures);
                by.iter().for_each(|ordering| ordering.number.gather_measures(measures));
            }
        }
    }
}
