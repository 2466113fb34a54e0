//! A table, its promise, its rules and its pieces of advice.

use std::collections::BTreeSet;
use std::fmt;

use super::condition::Condition;
use super::constraint::Constraint;
use crate::advice::language::aim::Aim;
use crate::advice::language::problem::Place;
use crate::advice::position::material::Material;
use crate::advice::vocabulary::Word;

/// An advice table.
#[derive(Clone, Debug)]
pub struct AdviceTable {
    /// The file's stem.
    pub name: String,
    /// The text it was read from.
    pub text: String,
    /// The material it is for.
    pub material: Material,
    /// What it promises.
    pub promise: Promise,
    /// Whether the board is turned before the table is asked, so that it plays mirror images alike.
    pub symmetric: bool,
    /// The tables that take over when the material has changed.
    pub handovers: Vec<Handover>,
    /// The rules, in order.
    pub rules: Vec<Rule>,
    /// The pieces of advice, in the order of the text.
    pub advice: Vec<Advice>,
    /// The indices of the advice that goals ask about, or that is for ever or soonest.
    pub asked: BTreeSet<usize>,
}

/// The promise of a table.
#[derive(Clone, Debug, Default)]
pub struct Promise {
    /// To win or to hold.
    pub aim: Aim,
    /// The positions with our side to move that it covers; `None` for all that can be won, or are drawn, by the exact tables.
    pub part: Option<Condition>,
}

impl fmt::Display for Promise {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let aim = self.aim.words();
        match &self.part {
            Some(part) => write!(formatter, "{aim} where {part}"),
            None => write!(formatter, "{aim}"),
        }
    }
}

/// A change of material at which another table takes over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handover {
    /// The new material, seen from the same side.
    pub material: Material,
    /// The name of the table that takes over.
    pub table: String,
    /// Where the name is written.
    pub place: Place,
}

/// One rule.
#[derive(Clone, Debug)]
pub struct Rule {
    /// Its name.
    pub name: String,
    /// When it applies.
    pub condition: Condition,
    /// Which advice it tries, in order, as indices of [`AdviceTable::advice`].
    pub advice: Vec<usize>,
}

/// How long a piece of advice is followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Span {
    /// Until its better goal is reached.
    UntilReached,
    /// For one move, the one after which the better goal is reached soonest: the table is asked anew after every reply.
    Soonest,
    /// For ever: nothing has to be reached as long as the holding goal can be kept up.
    ForEver,
}

/// One piece of advice.
#[derive(Clone, Debug)]
pub struct Advice {
    /// Its name.
    pub name: String,
    /// What it is for, in the author's words; may be empty.
    pub purpose: String,
    /// How long it is followed.
    pub span: Span,
    /// The better goal: what has to be reached.
    pub better: Condition,
    /// The holding goal: what must hold at every node on the way.
    pub holding: Condition,
    /// Our moves, in order.
    pub us: Constraint,
    /// Their moves that have to be answered.
    pub them: Constraint,
}

impl Advice {
    /// Returns whether it is for ever.
    pub fn is_endless(&self) -> bool {
        self.span == Span::ForEver
    }

    /// Returns whether it plays the move that reaches the goal soonest.
    pub fn is_soonest(&self) -> bool {
        self.span == Span::Soonest
    }
}

impl AdviceTable {
    /// Returns whether any goal asks about a piece of advice, or any advice is for ever or soonest.
    pub fn looks_beyond(&self) -> bool {
        !self.asked.is_empty()
    }

    /// Returns the words of the vocabulary that the table looks at (predicates and numbers), each once, in order.
    pub fn words(&self) -> Vec<&'static Word> {
        let mut words = Vec::new();
        for rule in &self.rules {
            rule.condition.gather(&mut words);
        }
        for advice in &self.advice {
            advice.better.gather(&mut words);
            advice.holding.gather(&mut words);
        }
        words
    }
}
