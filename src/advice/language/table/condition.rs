//! Goals: what holds at a node, looked up and ready to be asked.

use std::fmt;
use std::sync::Arc;

use super::sum::{Atom, Sum, Term, add, write_word};
use crate::advice::vocabulary::{Predicate, Word};

/// A goal, a rule's condition, or the filter of a constraint.
#[derive(Clone, Debug)]
pub enum Condition {
    /// All hold.
    And(Vec<Condition>),
    /// At least one holds.
    Or(Vec<Condition>),
    /// It does not hold.
    Not(Box<Condition>),
    /// A predicate of the vocabulary holds, here or at the root.
    Predicate {
        /// The word, for messages.
        word: &'static Word,
        /// What it computes.
        holds: Predicate,
        /// Whether it looks at the root instead of the current node.
        at_root: bool,
    },
    /// A goal named by the table holds.
    Defined(Arc<Definition>),
    /// We are to move, and an earlier piece of advice is satisfiable with this position as its root.
    Can {
        /// Its index in [`AdviceTable::advice`](super::AdviceTable::advice).
        advice: usize,
        /// Its name, for messages.
        name: String,
    },
    /// Two numbers compare.
    Compare {
        /// The left side.
        left: Sum,
        /// How they compare.
        comparison: Comparison,
        /// The right side.
        right: Sum,
    },
}

/// A goal that a table has given a name.
#[derive(Clone, Debug)]
pub struct Definition {
    /// The name.
    pub name: String,
    /// Its meaning.
    pub goal: Condition,
}

/// How two numbers compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `=`
    Equal,
    /// `!=`
    Unequal,
    /// `>=`
    AtLeast,
    /// `>`
    Greater,
}

impl Comparison {
    /// Returns whether the comparison holds for two numbers.
    pub fn holds(self, left: i32, right: i32) -> bool {
        match self {
            Comparison::Less => left < right,
            Comparison::AtMost => left <= right,
            Comparison::Equal => left == right,
            Comparison::Unequal => left != right,
            Comparison::AtLeast => left >= right,
            Comparison::Greater => left > right,
        }
    }

    /// Returns the sign as tables write it.
    pub const fn sign(self) -> &'static str {
        match self {
            Comparison::Less => "<",
            Comparison::AtMost => "<=",
            Comparison::Equal => "=",
            Comparison::Unequal => "!=",
            Comparison::AtLeast => ">=",
            Comparison::Greater => ">",
        }
    }
}

impl Condition {
    /// Returns the depth from which on the condition fails, if it only limits the depth by a constant.
    pub(in crate::advice) fn depth_limit(&self) -> Option<i32> {
        match self {
            Condition::Compare {
                left,
                comparison: comparison @ (Comparison::Less | Comparison::AtMost),
                right,
            } => {
                let is_depth = |term: &Term| term.factor == 1 && matches!(term.atom, Atom::Depth);
                let is_limit = left.terms.len() == 1
                    && left.terms.iter().all(is_depth)
                    && right.terms.iter().all(|term| matches!(term.atom, Atom::One));
                let limit: i32 = right.terms.iter().map(|term| term.factor).sum();
                is_limit.then_some(limit + i32::from(*comparison == Comparison::AtMost))
            }
            _ => None,
        }
    }

    /// Returns whether the condition asks what some advice can do.
    pub(in crate::advice) fn asks_about_advice(&self) -> bool {
        self.asks_about(&|_| true)
    }

    /// Returns whether the condition asks what advice can do whose index is one of some.
    pub(in crate::advice) fn asks_about(&self, is_one: &impl Fn(usize) -> bool) -> bool {
        match self {
            Condition::And(parts) | Condition::Or(parts) => parts.iter().any(|part| part.asks_about(is_one)),
            Condition::Not(goal) => goal.asks_about(is_one),
            Condition::Can { advice, .. } => is_one(*advice),
            Condition::Defined(definition) => definition.goal.asks_about(is_one),
            Condition::Predicate { .. } | Condition::Compare { .. } => false,
        }
    }

    /// Returns whether the condition compares the depth with anything.
    pub(in crate::advice) fn looks_at_depth(&self) -> bool {
        match self {
            Condition::And(parts) | Condition::Or(parts) => parts.iter().any(Condition::looks_at_depth),
            Condition::Not(goal) => goal.looks_at_depth(),
            Condition::Predicate { .. } | Condition::Can { .. } => false,
            Condition::Defined(definition) => definition.goal.looks_at_depth(),
            Condition::Compare { left, right, .. } => left.looks_at_depth() || right.looks_at_depth(),
        }
    }

    /// Returns the parts that all must hold: a failure is due to one of them.
    pub fn parts(&self) -> &[Condition] {
        match self {
            Condition::And(parts) => parts,
            other => std::slice::from_ref(other),
        }
    }

    fn write(&self, formatter: &mut fmt::Formatter<'_>, inside: bool) -> fmt::Result {
        match self {
            Condition::And(parts) => write_joined(formatter, parts, " and ", inside),
            Condition::Or(parts) => write_joined(formatter, parts, " or ", inside),
            Condition::Not(goal) => {
                formatter.write_str("not ")?;
                goal.write(formatter, true)
            }
            Condition::Predicate { word, at_root, .. } => write_word(formatter, word.name, *at_root),
            Condition::Defined(definition) => formatter.write_str(&definition.name),
            Condition::Can { name, .. } => write!(formatter, "can {name}"),
            Condition::Compare { left, comparison, right } => {
                write!(formatter, "{left} {} {right}", comparison.sign())
            }
        }
    }
}

fn write_joined(
    formatter: &mut fmt::Formatter<'_>,
    parts: &[Condition],
    join: &str,
    inside: bool,
) -> fmt::Result {
    if inside {
        formatter.write_str("(")?;
    }
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            formatter.write_str(join)?;
        }
        part.write(formatter, true)?;
    }
    if inside { formatter.write_str(")") } else { Ok(()) }
}

impl fmt::Display for Condition {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(formatter, false)
    }
}

impl Condition {
    /// Adds its words, each once.
    pub(in crate::advice::language) fn gather(&self, words: &mut Vec<&'static Word>) {
        match self {
            Condition::And(parts) | Condition::Or(parts) => parts.iter().for_each(|part| part.gather(words)),
            Condition::Not(goal) => goal.gather(words),
            Condition::Predicate { word, .. } => add(words, word),
            // Its words are those of the advice, which is in the table too.
            Condition::Can { .. } => {}
            Condition::Defined(definition) => definition.goal.gather(words),
            Condition::Compare { left, right, .. } => {
                left.gather(words);
                right.gather(words);
            }
        }
    }
}
