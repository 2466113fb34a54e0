//! A lesson as JSON.

use serde::Serialize;
use utoipa::ToSchema;

use super::gather::{Lesson, TaughtAdvice, TaughtRule};
use super::html::verdict;
use crate::page::{Exercise, Line};

/// A lesson about a whole ending.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Lesson)]
pub struct ToldLesson {
    /// The ending in words.
    title: String,
    /// The author's words at the beginning, by paragraphs; code stands between backquotes.
    idea: Vec<String>,
    /// What is proven, in a sentence.
    verdict: String,
    /// The measures of the table.
    measures: Vec<ToldMeasure>,
    /// The rules, in order.
    rules: Vec<LessonRule>,
    /// What the long game is called.
    long_title: &'static str,
    /// What makes it long, in a sentence; null if there is none.
    long_words: Option<String>,
    /// The longest win or a long defence, as boards to step through; null if there is none.
    longest: Option<Line>,
    /// The exercises.
    exercises: Vec<Exercise>,
    /// The goals that the table has named.
    definitions: Vec<ToldName>,
    /// The words of the table.
    words: Vec<ToldName>,
    /// What the colours of squares mean: `name` is their class.
    legend: Vec<ToldName>,
}

/// A measure.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = LessonMeasure)]
struct ToldMeasure {
    name: String,
    formula: String,
    /// The author's words about it.
    comment: String,
}

/// A rule.
#[derive(Clone, Debug, Serialize, ToSchema)]
struct LessonRule {
    name: String,
    condition: String,
    /// The author's words about it.
    comment: String,
    /// Its advice, in order.
    advice: Vec<LessonAdvice>,
}

/// A piece of advice.
#[derive(Clone, Debug, Serialize, ToSchema)]
struct LessonAdvice {
    name: String,
    /// What it is for, in the author's words.
    purpose: String,
    /// Whether it is for ever.
    endless: bool,
    /// Its better goal.
    better: String,
    /// Its holding goal.
    holding: String,
    /// In how many positions it fires.
    fires: u64,
    /// A position in which it fires, and the way to its goal; null if there is none.
    example: Option<Line>,
}

/// A name and its meaning.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = LessonWord)]
struct ToldName {
    name: String,
    meaning: String,
}

impl ToldName {
    fn new(name: &str, meaning: &str) -> ToldName {
        ToldName { name: name.to_owned(), meaning: meaning.to_owned() }
    }
}

impl Lesson {
    /// Returns the lesson as JSON.
    pub fn told(&self) -> ToldLesson {
        ToldLesson {
            title: self.title(),
            idea: self.idea.clone(),
            verdict: verdict(&self.proof),
            measures: self.told_measures(),
            rules: self.rules.iter().map(|rule| self.told_rule(rule)).collect(),
            long_title: self.long_game_title(),
            long_words: self.longest.as_ref().map(|game| self.about(game)),
            longest: self.longest.as_ref().map(|game| self.long_line(game)),
            exercises: self.exercises.clone(),
            definitions: self.definitions.iter().map(|(name, goal)| ToldName::new(name, goal)).collect(),
            words: self.words.iter().map(|word| ToldName::new(word.name, word.description)).collect(),
            legend: self.areas.iter().map(|area| ToldName::new(area.class(), area.legend())).collect(),
        }
    }

    fn told_measures(&self) -> Vec<ToldMeasure> {
        let told = |measure: &super::gather::TaughtMeasure| ToldMeasure {
            name: measure.name.clone(),
            formula: measure.formula.clone(),
            comment: measure.comment.clone(),
        };
        self.measures.iter().map(told).collect()
    }

    fn told_rule(&self, rule: &TaughtRule) -> LessonRule {
        LessonRule {
            name: rule.name.clone(),
            condition: rule.condition.clone(),
            comment: rule.comment.clone(),
            advice: rule.advice.iter().map(|advice| self.told_advice(advice)).collect(),
        }
    }

    fn told_advice(&self, advice: &TaughtAdvice) -> LessonAdvice {
        LessonAdvice {
            name: advice.name.clone(),
            purpose: advice.purpose.clone(),
            endless: advice.endless,
            better: advice.better.clone(),
            holding: advice.holding.clone(),
            fires: advice.fires,
            example: self.example(advice),
        }
    }
}
