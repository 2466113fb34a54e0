//! What one search remembers: the measures at its root, which every node is compared with, and a quick hash by which
//! it knows positions again.

use std::cell::{Cell, OnceCell};
use std::hash::Hasher;
use std::rc::Rc;

use super::ability::{Abilities, Ability};
use super::position::Position;
use crate::board::mixed;

/// How many measures of a table are remembered; further ones are worked out again.
const MEASURES: usize = 8;

/// The measures at the root, as far as anyone has asked, and what other advice can do.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    measures: [Cell<Option<i32>>; MEASURES],
    abilities: OnceCell<Rc<Abilities>>,
}

impl Memory {
    /// A memory for a new root that knows already what others have found out about the advice of the table.
    pub(super) fn sharing(abilities: &Rc<Abilities>) -> Memory {
        Memory { abilities: OnceCell::from(Rc::clone(abilities)), ..Memory::default() }
    }

    /// A memory for a root with a clock running: it gives up after so many nodes of what other advice can do.
    pub(super) fn within(nodes: u64) -> Memory {
        Memory::sharing(&Rc::new(Abilities::within(nodes)))
    }

    /// Whether it has given up.
    pub(super) fn is_exhausted(&self) -> bool {
        self.abilities.get().is_some_and(|abilities| abilities.are_exhausted())
    }

    /// Whether a node of a piece of advice is satisfiable, for advice about which answers are remembered.
    pub(super) fn satisfiable(
        &self,
        ability: &Ability,
        root: &Position,
        position: &Position,
        depth: u32,
    ) -> bool {
        self.abilities.get_or_init(Rc::default).satisfiable(ability, root, position, depth)
    }

    /// Whether a piece of advice is satisfiable with a position as its root.
    pub(super) fn can(&self, ability: &Ability, position: &Position) -> bool {
        self.abilities.get_or_init(Rc::default).can(ability, position)
    }

    /// The value of a measure at the root, worked out the first time.
    pub(super) fn at_root(&self, measure: usize, value: impl FnOnce() -> i32) -> i32 {
        let Some(place) = self.measures.get(measure) else { return value() };
        place.get().unwrap_or_else(|| {
            let value = value();
            place.set(Some(value));
            value
        })
    }
}

/// Mixes the numbers that a position consists of: a search looks thousands of them up.
#[derive(Default)]
pub(super) struct PositionHasher(u64);

/// The place of a key in a table of two to the power of `bits` places.
pub(super) const fn place(key: u64, bits: u32) -> usize {
    (mixed(key) >> (64 - bits)) as usize
}

impl Hasher for PositionHasher {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 29
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64(u64::from(*byte)));
    }

    fn write_u8(&mut self, number: u8) {
        self.write_u64(u64::from(number));
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(u64::from(number));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = mixed(self.0.rotate_left(23) ^ number);
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn write_isize(&mut self, number: isize) {
        self.write_u64(number as u64);
    }
}
