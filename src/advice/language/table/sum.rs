//! Numbers: words of the vocabulary, measures of the table, and sums of them.

use std::fmt;
use std::sync::Arc;

use crate::advice::vocabulary::{Number, Word};

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

/// A sum that a table has given a name.
#[derive(Clone, Debug)]
pub struct Measure {
    /// The name.
    pub name: String,
    /// Its index among the table's measures.
    pub index: usize,
    /// Its meaning.
    pub sum: Sum,
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

/// Writes a word, at the root or not, as tables do.
pub(super) fn write_word(formatter: &mut fmt::Formatter<'_>, name: &str, at_root: bool) -> fmt::Result {
    write!(formatter, "{}{name}", if at_root { "root " } else { "" })
}

impl Sum {
    /// Returns whether the depth is part of it.
    pub(super) fn looks_at_depth(&self) -> bool {
        self.terms.iter().any(|term| match &term.atom {
            Atom::Depth => true,
            Atom::Measured { measure, .. } => measure.sum.looks_at_depth(),
            Atom::One | Atom::Number { .. } => false,
        })
    }

    /// Adds its words, each once.
    pub(super) fn gather(&self, words: &mut Vec<&'static Word>) {
        for term in &self.terms {
            match &term.atom {
                Atom::Number { word, .. } => add(words, word),
                Atom::Measured { measure, .. } => measure.sum.gather(words),
                Atom::One | Atom::Depth => {}
            }
        }
    }
}

/// Adds a word if it is not there yet.
pub(super) fn add(words: &mut Vec<&'static Word>, word: &'static Word) {
    if !words.iter().any(|known| known.name == word.name) {
        words.push(word);
    }
}
