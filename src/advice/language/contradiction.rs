//! Decides by a goal's words whether it can hold at all.
//!
//! `us_to_move and them_to_move` cannot, nor can `room < root room and room > root room`. Whatever only a board could
//! decide counts as possible.

use std::collections::BTreeMap;

use super::table::{Atom, Comparison, Condition, Sum};

/// With more alternatives than this a goal counts as possible, so that no text takes long.
const MOST_ALTERNATIVES: usize = 200;

/// Returns whether every goal of `all` and no goal of `none` can hold at the same node.
pub(super) fn can_hold(all: &[&Condition], none: &[&Condition]) -> bool {
    any_alternative(all, none, Place::Anywhere)
}

/// Returns the same for the root of a search, where we are to move.
pub(super) fn can_hold_at_root(all: &[&Condition], none: &[&Condition]) -> bool {
    any_alternative(all, none, Place::Root)
}

/// Returns whether every goal of `all` can hold at a node where they are to move.
pub(super) fn can_hold_before_their_move(all: &[&Condition]) -> bool {
    any_alternative(all, &[], Place::TheirMove)
}

/// Returns the least and the greatest value that a sum can have by the ranges of its words.
pub(super) fn bounds(sum: &Linear) -> (i64, i64) {
    sum.terms.values().fold((sum.constant, sum.constant), |(least, greatest), (factor, (low, high))| {
        let (one, other) = (factor * i64::from(*low), factor * i64::from(*high));
        (least + one.min(other), greatest + one.max(other))
    })
}

/// Where a goal is evaluated.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Anywhere,
    Root,
    TheirMove,
}

/// The key of a number: its name, and whether it is taken at the root.
type NumberKey = (&'static str, bool);

/// Words with their factors and bounds, and a constant.
#[derive(Clone, Debug, Default)]
pub(super) struct Linear {
    terms: BTreeMap<NumberKey, (i64, (i32, i32))>,
    constant: i64,
}

/// The depths of a search, in plies.
const DEPTHS: (i32, i32) = (0, 64);

impl Linear {
    /// Returns the left side of a comparison minus the right, to be compared with 0.
    pub fn difference(left: &Sum, right: &Sum) -> Linear {
        let mut linear = Linear::default();
        linear.add(left, 1, false);
        linear.add(right, -1, false);
        linear.terms.retain(|_, (factor, _)| *factor != 0);
        linear
    }

    fn add(&mut self, sum: &Sum, times: i64, at_root: bool) {
        for term in &sum.terms {
            let factor = times * i64::from(term.factor);
            match &term.atom {
                Atom::One => self.constant += factor,
                Atom::Depth => self.add_word(("depth", at_root), factor, DEPTHS),
                Atom::Measured { measure, at_root: root } => {
                    self.add(&measure.sum, factor, at_root || *root);
                }
                Atom::Number { word, at_root: root, .. } => {
                    self.add_word((word.name, at_root || *root), factor, word.bounds);
                }
            }
        }
    }

    fn add_word(&mut self, known: NumberKey, factor: i64, bounds: (i32, i32)) {
        self.terms.entry(known).or_insert((0, bounds)).0 += factor;
    }

    /// Returns the sum at the root, where every word has its value at the root.
    fn at_root(self) -> Linear {
        let mut linear = Linear { constant: self.constant, ..Linear::default() };
        for ((name, _), (factor, bounds)) in self.terms {
            // The depth is 0 there.
            if name != "depth" {
                linear.add_word((name, true), factor, bounds);
            }
        }
        linear.terms.retain(|_, (factor, _)| *factor != 0);
        linear
    }
}

/// What must hold together: words that are true or false, and sums between bounds.
#[derive(Clone, Default)]
struct Facts {
    words: BTreeMap<(String, bool), bool>,
    sums: BTreeMap<Vec<(NumberKey, i64)>, (i64, i64)>,
    is_impossible: bool,
}

impl Facts {
    fn learn(&mut self, name: &str, at_root: bool, holds: bool) {
        let before = self.words.insert((name.to_owned(), at_root), holds);
        self.is_impossible |= before.is_some_and(|before| before != holds);
        let implied: &[(&str, bool)] = match (name, holds) {
            ("any_position", false) => return self.is_impossible = true,
            ("mate", true) => &[("check", true), ("us_to_move", false)],
            ("stalemate", true) => &[("check", false), ("us_to_move", false)],
            ("them_to_move", _) => return self.learn("us_to_move", at_root, !holds),
            _ => &[],
        };
        implied.iter().for_each(|(name, holds)| self.learn(name, at_root, *holds));
    }

    /// Records that a sum, without its constant, lies between bounds.
    fn bound(&mut self, linear: &Linear, (mut least, mut greatest): (i64, i64)) {
        let mut terms: Vec<(NumberKey, i64)> =
            linear.terms.iter().map(|(known, (factor, _))| (*known, *factor)).collect();
        if terms.first().is_some_and(|(_, factor)| *factor < 0) {
            terms.iter_mut().for_each(|(_, factor)| *factor = -*factor);
            (least, greatest) = (-greatest, -least);
        }
        let place = self.sums.entry(terms).or_insert((-FAR, FAR));
        *place = (place.0.max(least), place.1.min(greatest));
        self.is_impossible |= place.0 > place.1;
    }
}

/// Beyond the value of any sum.
const FAR: i64 = 1 << 60;

fn any_alternative(all: &[&Condition], none: &[&Condition], place: Place) -> bool {
    let mut facts = Facts::default();
    match place {
        Place::Anywhere => {}
        Place::Root => facts.learn("us_to_move", false, true),
        Place::TheirMove => facts.learn("us_to_move", false, false),
    }
    let wanted = all.iter().map(|goal| (*goal, true)).chain(none.iter().map(|goal| (*goal, false)));
    let mut alternatives = vec![facts];
    for (goal, holds) in wanted {
        match combined(alternatives, goal, holds, place == Place::Root) {
            Some(next) => alternatives = next,
            None => return true,
        }
    }
    !alternatives.is_empty()
}

/// Returns the alternatives that are left if a goal must hold too, or must not; `None` if there are too many.
fn combined(before: Vec<Facts>, goal: &Condition, holds: bool, at_root: bool) -> Option<Vec<Facts>> {
    let after = match (goal, holds) {
        (Condition::And(parts), true) | (Condition::Or(parts), false) => {
            parts.iter().try_fold(before, |facts, part| combined(facts, part, holds, at_root))?
        }
        (Condition::Or(parts), true) | (Condition::And(parts), false) => {
            let mut all = Vec::new();
            for part in parts {
                all.extend(combined(before.clone(), part, holds, at_root)?);
            }
            all
        }
        (Condition::Not(goal), _) => combined(before, goal, !holds, at_root)?,
        (Condition::Defined(definition), _) => combined(before, &definition.goal, holds, at_root)?,
        (Condition::Predicate { word, at_root: root, .. }, _) => {
            learned(before, |facts| facts.learn(word.name, *root && !at_root, holds))
        }
        (Condition::Can { name, .. }, _) => {
            learned(before, |facts| facts.learn(&format!("can {name}"), false, holds))
        }
        (Condition::Compare { left, comparison, right }, _) => {
            let difference = Linear::difference(left, right);
            let difference = if at_root { difference.at_root() } else { difference };
            let mut all = Vec::new();
            for bounds in allowed(*comparison, holds) {
                let bounds = (bounds.0 - difference.constant, bounds.1 - difference.constant);
                all.extend(learned(before.clone(), |facts| facts.bound(&difference, bounds)));
            }
            all
        }
    };
    (after.len() <= MOST_ALTERNATIVES).then_some(after)
}

fn learned(mut before: Vec<Facts>, mut learn: impl FnMut(&mut Facts)) -> Vec<Facts> {
    before.iter_mut().for_each(&mut learn);
    before.retain(|facts| !facts.is_impossible);
    before
}

/// Returns the ranges of a difference for which its comparison with 0 holds, or does not.
fn allowed(comparison: Comparison, holds: bool) -> Vec<(i64, i64)> {
    let (below, above) = ((-FAR, -1), (1, FAR));
    match (comparison, holds) {
        (Comparison::Less, true) | (Comparison::AtLeast, false) => vec![below],
        (Comparison::AtMost, true) | (Comparison::Greater, false) => vec![(-FAR, 0)],
        (Comparison::Equal, true) | (Comparison::Unequal, false) => vec![(0, 0)],
        (Comparison::Unequal, true) | (Comparison::Equal, false) => vec![below, above],
        (Comparison::AtLeast, true) | (Comparison::Less, false) => vec![(0, FAR)],
        (Comparison::Greater, true) | (Comparison::AtMost, false) => vec![above],
    }
}

/// Returns whether a comparison holds on every board, or on none, by the ranges of its words alone; `None` if it depends on
/// the board.
pub(super) fn settled(left: &Sum, comparison: Comparison, right: &Sum) -> Option<bool> {
    let (least, greatest) = bounds(&Linear::difference(left, right));
    let any = |(low, high): &(i64, i64)| least <= *high && greatest >= *low;
    match (allowed(comparison, true).iter().any(any), allowed(comparison, false).iter().any(any)) {
        (true, false) => Some(true),
        (false, _) => Some(false),
        (true, true) => None,
    }
}
