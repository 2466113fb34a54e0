//! Finds what can be kept up for ever: the greatest set of positions that endless advice never has to leave.
//!
//! A position counts until it is shown to fall. With us to move it leans on one move, with them to move on all their
//! replies. A position that falls takes with it those that lean on it, unless we find another move there. When nothing is
//! left to look at, every position that still counts can be kept up for ever.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use super::context::{Context, Memory};
use super::evaluate::Goals;
use crate::advice::language::Advice;
use crate::advice::position::position_hash::PositionHasher;
use crate::advice::position::side::Side;
use crate::advice::position::space::Space;
use crate::advice::position::step::Steps;
use crate::advice::position::view::Position;

/// What is known about one piece of advice.
#[derive(Default)]
pub(in crate::advice) struct Endless {
    places: HashMap<Key, Place, BuildHasherDefault<PositionHasher>>,
    /// The positions still to look at, perhaps again.
    open: Vec<Key>,
}

/// The advice, the positions and the memory that a question is about.
pub(in crate::advice) struct Asking<'a> {
    pub advice: &'a Advice,
    pub space: &'a Space,
    pub memory: &'a Memory<'a>,
}

/// The number of a position, with the side to move in the lowest bit.
type Key = u32;

/// A position that has been met.
#[derive(Default)]
struct Place {
    has_fallen: bool,
    /// The positions that count only as long as this one does.
    leaning: Vec<Key>,
}

/// What is known about a position after a move.
enum Next {
    /// The goal is reached with other men: nothing more has to be kept up.
    Reached,
    /// The position cannot be kept up.
    Fallen,
    /// The position counts so far.
    Counts(Key),
}

impl Endless {
    /// Returns whether a position can be kept up for ever. `spend` takes the number of positions just met and returns
    /// whether more are allowed; `None` if it stops the search before the answer is known.
    pub fn holds_for_ever(
        &mut self,
        asking: &Asking<'_>,
        position: &Position,
        spend: impl Fn(u64) -> bool,
    ) -> Option<bool> {
        let root = match self.next(asking, position) {
            Next::Reached => return Some(true),
            Next::Fallen => return Some(false),
            Next::Counts(key) => key,
        };
        while let Some(key) = self.open.pop() {
            let known = self.places.len();
            self.look(asking, key);
            if self.has_fallen(root) {
                break;
            }
            if !spend(1 + (self.places.len() - known) as u64) {
                return None;
            }
        }
        Some(!self.has_fallen(root))
    }

    fn has_fallen(&self, key: Key) -> bool {
        self.places.get(&key).is_some_and(|place| place.has_fallen)
    }

    /// Returns what is known about a position; evaluates the goals when it is first met.
    fn next(&mut self, asking: &Asking<'_>, position: &Position) -> Next {
        if !asking.space.contains(position) {
            // With other men than the table's, only a reached goal counts.
            let is_reached = asking.advice.is_reached(position, asking.memory);
            return if is_reached { Next::Reached } else { Next::Fallen };
        }
        let (number, turning) = asking.space.seen(position);
        let key = (number as u32) << 1 | position.turn() as u32;
        if let Some(place) = self.places.get(&key) {
            return if place.has_fallen { Next::Fallen } else { Next::Counts(key) };
        }
        let goals = asking.goals(&position.turned(turning));
        let has_fallen = goals == Goals::Broken;
        self.places.insert(key, Place { has_fallen, leaning: Vec::new() });
        if goals == Goals::Open {
            self.open.push(key);
        }
        if has_fallen { Next::Fallen } else { Next::Counts(key) }
    }

    /// Finds the positions that a position can lean on; without any it falls.
    fn look(&mut self, asking: &Asking<'_>, key: Key) {
        let turn = if key & 1 == Side::Us as u32 { Side::Us } else { Side::Them };
        let Some(position) = asking.space.pieces((key >> 1) as usize, turn) else { return };
        if self.has_fallen(key) {
            return;
        }
        let mut steps = Steps::new();
        asking.advice.moves_of(turn).steps(&Context::root(&position, asking.memory), &mut steps);
        let counts = match turn {
            Side::Us => steps.iter().any(|step| self.lean(asking, key, &[position.after(*step)])),
            Side::Them => {
                let after: Vec<Position> = steps.iter().map(|step| position.after(*step)).collect();
                !after.is_empty() && self.lean(asking, key, &after)
            }
        };
        if !counts {
            self.fall(key);
        }
    }

    /// Lets a position lean on others, if all of them count.
    fn lean(&mut self, asking: &Asking<'_>, key: Key, on: &[Position]) -> bool {
        let mut supports = Vec::with_capacity(on.len());
        for position in on {
            match self.next(asking, position) {
                Next::Reached => {}
                Next::Fallen => return false,
                Next::Counts(support) => supports.push(support),
            }
        }
        for support in supports {
            self.places.entry(support).or_default().leaning.push(key);
        }
        true
    }

    /// Lets a position fall, with all of theirs that lean on it; ours look for another move.
    fn fall(&mut self, key: Key) {
        let mut falling = vec![key];
        while let Some(key) = falling.pop() {
            let place = self.places.entry(key).or_default();
            if std::mem::replace(&mut place.has_fallen, true) {
                continue;
            }
            for leaning in std::mem::take(&mut place.leaning) {
                if leaning & 1 == Side::Us as u32 {
                    self.open.push(leaning);
                } else {
                    falling.push(leaning);
                }
            }
        }
    }
}

impl Advice {
    /// Returns whether the goals are reached in a position: all that counts with other men than the table's.
    pub(in crate::advice) fn is_reached(&self, position: &Position, memory: &Memory<'_>) -> bool {
        self.goals(&Context::root(position, memory)) == Goals::Reached
    }

    /// Returns whether endless advice can be followed with us to move. `holds` says whether it can after a move of ours; `None` with
    /// other men than the table's, where only a reached goal counts.
    pub(in crate::advice) fn can_move_on(
        &self,
        context: &Context<'_>,
        holds: impl Fn(&Position) -> Option<bool>,
    ) -> bool {
        let is_held = |position: &Position| {
            holds(position).unwrap_or_else(|| self.is_reached(position, context.memory))
        };
        let has_move = || {
            let mut steps = Steps::new();
            self.us.steps(context, &mut steps);
            steps.iter().any(|step| is_held(&context.node.position.after(*step)))
        };
        // The better goal may ask about other advice, which takes longer than to try our moves.
        self.holding.holds(context) && (has_move() || self.better.holds(context))
    }
}

impl Asking<'_> {
    fn goals(&self, position: &Position) -> Goals {
        self.advice.goals(&Context::root(position, self.memory))
    }
}
