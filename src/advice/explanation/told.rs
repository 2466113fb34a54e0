//! An explanation as JSON.

use serde::Serialize;
use utoipa::ToSchema;

use super::explain::{Explanation, Valued};
use crate::advice::play::judgement::JudgedMove;
use crate::advice::position::notation::san;
use crate::board::color_name;
use crate::page::Line;
use crate::tablebase::Wdl;

/// Why a table plays a move.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Explanation)]
pub struct Told {
    /// What there is to say, one sentence each, the most important first.
    sentences: Vec<String>,
    /// The table.
    table: String,
    /// `white` or `black`: the side that it advises.
    side: String,
    /// The move; null if no advice is satisfiable.
    #[serde(rename = "move")]
    played: Option<AdvisedMove>,
    /// The game from here, as boards to step through.
    line: Line,
    /// What the colours of squares and arrows mean.
    legend: Vec<Meaning>,
    /// Every legal move, the best first.
    moves: Vec<ToldMove>,
    /// The rules looked at, in order; the last one applies, unless none does.
    rules: Vec<ToldRule>,
    /// The advice tried, in order; the last one fired, unless none is satisfiable.
    tried: Vec<ToldAdvice>,
    /// The words of the table and their values here.
    values: Vec<ToldWord>,
}

/// A move of a table of advice, and why.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AdvisedMove {
    /// The move in UCI's notation.
    pub uci: String,
    /// The move in standard notation.
    pub san: String,
    /// The rule that applies.
    pub rule: String,
    /// The advice that fires.
    pub advice: String,
    /// What it is for, in the author's words.
    pub purpose: String,
}

/// What a colour means.
#[derive(Clone, Debug, Serialize, ToSchema)]
struct Meaning {
    /// The class of squares or arrows.
    class: &'static str,
    words: &'static str,
}

/// A legal move.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = ExplainedMove)]
struct ToldMove {
    uci: String,
    san: String,
    /// What it is worth by the exact tables; empty if no table knows it.
    worth: String,
    /// What keeps it from winning, in a drawn position that the table promises to win; null otherwise.
    refutation: Option<String>,
}

/// A rule.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = ExplainedRule)]
struct ToldRule {
    name: String,
    condition: String,
    /// The part of the condition that does not hold; null if the rule applies.
    failing: Option<String>,
}

/// A piece of advice.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = ExplainedAdvice)]
struct ToldAdvice {
    name: String,
    /// What it is for, in the author's words.
    purpose: String,
    /// Its better goal.
    better: String,
    /// Its holding goal.
    holding: String,
    /// Why it is not followed; null if it fires.
    failure: Option<String>,
}

/// A word of the table.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = ExplainedWord)]
struct ToldWord {
    word: &'static str,
    meaning: &'static str,
    /// Its value here.
    value: String,
    /// Its value after the move; null if there is none.
    after_move: Option<String>,
    /// Its value after the reply; null if there is none.
    after_reply: Option<String>,
}

impl Explanation {
    /// Returns the explanation as JSON.
    pub fn told(&self) -> Told {
        let line = self.shown_line();
        let meaning = |(class, words)| Meaning { class, words };
        Told {
            sentences: self.sentences(),
            table: self.table.clone(),
            side: color_name(self.us).to_lowercase(),
            played: self.advised_move(),
            legend: self.meanings(&line).into_iter().map(meaning).collect(),
            line,
            moves: self.told_moves(),
            rules: self
                .rules
                .iter()
                .map(|rule| ToldRule {
                    name: rule.name.clone(),
                    condition: rule.condition.clone(),
                    failing: rule.failing.clone(),
                })
                .collect(),
            tried: self
                .tried
                .iter()
                .map(|tried| ToldAdvice {
                    name: tried.name.clone(),
                    purpose: tried.purpose.clone(),
                    better: tried.better.clone(),
                    holding: tried.holding.clone(),
                    failure: tried.failure.as_ref().map(|failure| failure.words(&self.position, self.us)),
                })
                .collect(),
            values: self.values.iter().map(told_word).collect(),
        }
    }

    fn sentences(&self) -> Vec<String> {
        let mut sentences = vec![self.summary()];
        sentences.extend(self.verdict());
        if !self.line.moves.is_empty() {
            sentences.push(format!("{} ({})", self.numbered_line(), self.line.end.words()));
        }
        sentences
    }

    fn advised_move(&self) -> Option<AdvisedMove> {
        let played = self.played.as_ref()?;
        Some(AdvisedMove {
            uci: played.step.uci(self.us),
            san: san(&self.position, played.step, self.us),
            rule: played.rule.clone(),
            advice: played.advice.clone(),
            purpose: self.tried.last().map_or_else(String::new, |tried| tried.purpose.clone()),
        })
    }

    fn told_moves(&self) -> Vec<ToldMove> {
        let is_drawn = self.wants_too_much();
        let told = |one: &JudgedMove| ToldMove {
            uci: one.uci(),
            san: one.san.clone(),
            worth: one.worth(),
            refutation: (is_drawn && one.result != Some(Wdl::Win)).then(|| one.refutation()),
        };
        self.moves.iter().map(told).collect()
    }
}

fn told_word(valued: &Valued) -> ToldWord {
    ToldWord {
        word: valued.word.name,
        meaning: valued.word.description,
        value: valued.value.clone(),
        after_move: valued.after_move.clone(),
        after_reply: valued.after_reply.clone(),
    }
}
