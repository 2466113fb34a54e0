//! Remembers what searches from other roots have refuted.
//!
//! The prover asks a table about every position of its material, and the searches meet the same positions again and again.

use super::context::Context;
use super::dependence::Dependence;
use crate::advice::language::AdviceTable;
use crate::advice::position::position_hash::{men, place};
use crate::advice::position::view::Position;

/// The cache remembers two to this power of refutations; a newer one replaces an older one.
const PLACES_BITS: u32 = 21;

/// Nodes at which a piece of advice is not satisfiable, from any root.
pub(in crate::advice) struct RefutationCache {
    dependences: Vec<Dependence>,
    places: Vec<Place>,
}

/// A node, and the greatest limit for which it is refuted.
#[derive(Clone, Copy, Default)]
struct Place {
    key: u64,
    limit: i32,
}

/// The refutations of one piece of advice, seen from one root.
pub(in crate::advice) struct FromRoot<'a> {
    refuted: &'a mut RefutationCache,
    advice: u64,
    limit: i32,
}

impl RefutationCache {
    /// Returns an empty cache. All roots must have the material of the table.
    pub(in crate::advice) fn new(table: &AdviceTable) -> RefutationCache {
        RefutationCache {
            dependences: table.advice.iter().map(Dependence::of).collect(),
            places: vec![Place::default(); 1 << PLACES_BITS],
        }
    }

    /// Returns the refutations that a search can use; `None` if its outcome depends on the root in too many ways.
    pub(in crate::advice) fn seen_from(&mut self, advice: usize, root: &Context<'_>) -> Option<FromRoot<'_>> {
        let limit = match self.dependences.get(advice)? {
            Dependence::Free => 0,
            Dependence::Limit(measure) => root.memory.at_root(measure.index, || measure.sum.value(root)),
            Dependence::Other => return None,
        };
        Some(FromRoot { refuted: self, advice: u64::from(u8::try_from(advice).ok()?), limit })
    }
}

impl FromRoot<'_> {
    /// Returns the exact key of a node: men, depth and advice; `None` for the root, or with too many men.
    pub fn key(&self, position: &Position, depth: u32) -> Option<u64> {
        // The root is asked about once, and the depth says who is to move.
        let depth = u64::from(u8::try_from(depth).ok().filter(|depth| *depth > 0)?);
        Some(men(position)? << 16 | depth << 8 | self.advice)
    }

    /// Returns whether a node is refuted.
    pub fn contains(&self, key: u64) -> bool {
        let place = self.refuted.places[place(key, PLACES_BITS)];
        place.key == key && self.limit <= place.limit
    }

    /// Remembers a refuted node.
    pub fn insert(&mut self, key: u64) {
        self.refuted.places[place(key, PLACES_BITS)] = Place { key, limit: self.limit };
    }
}
