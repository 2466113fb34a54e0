//! A checked table: every name looked up, ready to be interpreted, and able to print its parts.

use std::fmt;
use std::sync::Arc;

use super::aim::Aim;
use super::problem::Place;
use crate::advice::position::material::Material;
use crate::advice::vocabulary::{MoveClass, Number, Predicate, Word};

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
    /// Whether any goal asks about a piece of advice, or any advice is for ever.
    pub looks_beyond: bool,
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
        let aim = match self.aim {
            Aim::Wins => "wins",
            Aim::Holds => "holds",
        };
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

/// One piece of advice.
#[derive(Clone, Debug)]
pub struct Advice {
    /// Its name.
    pub name: String,
    /// What it is for, in the author's words; may be empty.
    pub purpose: String,
    /// Whether the advice is for ever: nothing has to be reached as long as the holding goal can be kept up.
    pub endless: bool,
    /// The better goal: what has to be reached.
    pub better: Condition,
    /// The holding goal: what must hold at every node on the way.
    pub holding: Condition,
    /// Our moves, in order.
    pub us: Constraint,
    /// Their moves that have to be answered.
    pub them: Constraint,
}

/// A goal that a table has given a name.
#[derive(Clone, Debug)]
pub struct Definition {
    /// The name.
    pub name: String,
    /// What it stands for.
    pub goal: Condition,
}

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
        /// Its index in [`AdviceTable::advice`].
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

/// Numbers added up, as in `2 * root room - 1`.
#[derive(Clone, Debug)]
pub struct Sum {
    /// What is added.
    pub terms: Vec<Term>,
}

/// A multiple of a number.
#[derive(Clone, Debug)]
pub struct Term {
    /// How many times.
    pub factor: i32,
    /// Of what.
    pub atom: Atom,
}

/// A number that is not a sum.
#[derive(Clone, Debug)]
pub enum Atom {
    /// One.
    One,
    /// Plies from the root of the current search.
    Depth,
    /// A sum named by the table, here or at the root.
    Measured {
        /// The name and the sum.
        measure: Arc<Measure>,
        /// Whether it looks at the root instead of the current node.
        at_root: bool,
    },
    /// A number of the vocabulary, here or at the root.
    Number {
        /// The word, for messages.
        word: &'static Word,
        /// What it computes.
        value: Number,
        /// Whether it looks at the root instead of the current node.
        at_root: bool,
    },
}

/// Which moves to look at, and in which order.
#[derive(Clone, Debug)]
pub enum Constraint {
    /// No move.
    None,
    /// The moves of a class, in its order.
    Class(MoveClass),
    /// The moves of the last part that belong to all the classes, if the conditions hold here.
    Filtered {
        /// What must hold before the move.
        conditions: Vec<Condition>,
        /// The classes that a move must also belong to.
        classes: Vec<Constraint>,
        /// What generates the moves.
        of: Box<Constraint>,
    },
    /// All moves of the first part, then all of the next.
    Then(Vec<Constraint>),
    /// The same moves, put in order by numbers looked at after the move; equals keep their order.
    Ordered {
        /// What generates the moves.
        of: Box<Constraint>,
        /// The first number decides, then the next.
        by: Vec<Ordering>,
    },
}

/// A sum that a table has given a name.
#[derive(Clone, Debug)]
pub struct Measure {
    /// The name.
    pub name: String,
    /// Its index among the table's measures.
    pub index: usize,
    /// What it stands for.
    pub sum: Sum,
}

/// The most numbers in one ordering; the parser allows no more.
pub const MOST_ORDERINGS: usize = 4;

/// A number by which moves are put in order.
#[derive(Clone, Debug)]
pub struct Ordering {
    /// Whether the least or the greatest comes first.
    pub direction: Direction,
    /// The number, after the move.
    pub number: Sum,
    /// Whether it is taken after their reply too: the reply that makes it worst for us.
    pub after_reply: bool,
}

/// Which end of an order comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// The least first.
    Least,
    /// The greatest first.
    Greatest,
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
    /// Returns whether the condition only limits the depth by a constant.
    pub(in crate::advice) fn is_depth_limit(&self) -> bool {
        match self {
            Condition::Compare { left, comparison: Comparison::Less | Comparison::AtMost, right } => {
                let is_depth = |term: &Term| term.factor == 1 && matches!(term.atom, Atom::Depth);
                left.terms.len() == 1
                    && left.terms.iter().all(is_depth)
                    && right.terms.iter().all(|term| matches!(term.atom, Atom::One))
            }
            _ => false,
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

fn write_word(formatter: &mut fmt::Formatter<'_>, name: &str, at_root: bool) -> fmt::Result {
    write!(formatter, "{}{name}", if at_root { "root " } else { "" })
}

impl fmt::Display for Condition {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(formatter, false)
    }
}

impl fmt::Display for Sum {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, term) in self.terms.iter().enumerate() {
            match (index, term.factor < 0) {
                (0, false) => {}
                (0, true) => formatter.write_str("-")?,
                (_, false) => formatter.write_str(" + ")?,
                (_, true) => formatter.write_str(" - ")?,
            }
            let times = term.factor.unsigned_abs();
            match &term.atom {
                Atom::One => write!(formatter, "{times}")?,
                atom => {
                    if times != 1 {
                        write!(formatter, "{times} * ")?;
                    }
                    match atom {
                        Atom::Number { word, at_root, .. } => write_word(formatter, word.name, *at_root)?,
                        Atom::Measured { measure, at_root } => {
                            write_word(formatter, &measure.name, *at_root)?
                        }
                        _ => formatter.write_str("depth")?,
                    }
                }
            }
        }
        Ok(())
    }
}

impl AdviceTable {
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

impl Condition {
    pub(super) fn gather(&self, words: &mut Vec<&'static Word>) {
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

impl Sum {
    fn looks_at_depth(&self) -> bool {
        self.terms.iter().any(|term| match &term.atom {
            Atom::Depth => true,
            Atom::Measured { measure, .. } => measure.sum.looks_at_depth(),
            Atom::One | Atom::Number { .. } => false,
        })
    }

    fn gather(&self, words: &mut Vec<&'static Word>) {
        for term in &self.terms {
            match &term.atom {
                Atom::Number { word, .. } => add(words, word),
                Atom::Measured { measure, .. } => measure.sum.gather(words),
                Atom::One | Atom::Depth => {}
            }
        }
    }
}

fn add(words: &mut Vec<&'static Word>, word: &'static Word) {
    if !words.iter().any(|known| known.name == word.name) {
        words.push(word);
    }
}
