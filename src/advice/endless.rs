//! What can be kept up for ever: the greatest set of positions that a piece of advice without an end never has to leave,
//! whatever they reply.
//!
//! A position counts until it is shown that it must not. Ours leans on one move, and theirs on all their replies; what
//! falls takes with it what leans on it, unless another move can be found. When nothing is left to look at, all that
//! still counts can be kept up for ever.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use super::context::{Context, Memory};
use super::evaluate::Goals;
use super::language::Advice;
use super::position::Position;
use super::position_hash::PositionHasher;
use super::side::Side;
use super::space::Space;
use super::step::Steps;

/// What has been found out about one piece of advice.
#[derive(Default)]
pub(super) struct Endless {
    places: HashMap<Key, Place, BuildHasherDefault<PositionHasher>>,
    /// What has to be looked at, perhaps again.
    open: Vec<Key>,
}

/// Whom to ask what the goals say, and about which positions.
pub(super) struct Asking<'a> {
    pub advice: &'a Advice,
    pub space: &'a Space,
    pub memory: &'a Memory<'a>,
}

/// The number of a position and, in the lowest bit, who is to move.
type Key = u32;

/// A position that has been met.
#[derive(Default)]
struct Place {
    has_fallen: bool,
    /// What counts only as long as this one does.
    leaning: Vec<Key>,
}

/// What is known of a position after a move.
enum Next {
    /// It is over, or nothing more has to be kept.
    Reached,
    /// It cannot be kept.
    Fallen,
    /// It counts so far.
    Counts(Key),
}

impl Endless {
    /// Returns whether a position can be kept for ever; `None` where `spend`, which is told how many positions were met,
    /// allows no more before that is known.
    pub fn lasts(
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

    /// Returns what is known of a position; the goals are looked at when it is met first.
    fn next(&mut self, asking: &Asking<'_>, position: &Position) -> Next {
        if !asking.space.contains(position) {
            // Other men than the table's: nothing but the goal that ends it can count.
            let is_reached = asking.goals(position) == Goals::Reached;
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

    /// Finds for a position what it can lean on.
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

    /// Lets a position fall, and with it all theirs that lean on it; ours look for another move.
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

impl Asking<'_> {
    fn goals(&self, position: &Position) -> Goals {
        self.advice.goals(&Context::root(position, self.memory))
    }
}
