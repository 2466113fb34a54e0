//! Lists the materials that Syzygy tables of results cover, and remembers which of them gave an answer.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};

use rustc_hash::FxHashMap;
use shakmaty::{Color, Piece};

use crate::board::Keys;

/// The materials with a table of results, by [`Keys::material`]; each is there once for either colour of its first side.
#[derive(Debug, Default)]
pub(super) struct SyzygyMaterials(FxHashMap<u64, Covered>);

#[derive(Debug)]
struct Covered {
    /// The name of the table.
    name: String,
    is_asked: AtomicBool,
}

impl SyzygyMaterials {
    /// Adds the table with this name, such as `KRPvKR`.
    pub fn add(&mut self, name: &str) {
        let Some((first, second)) = name.split_once('v') else { return };
        for white in [first, second] {
            let black = if white == first { second } else { first };
            let side = |color: Color| if color.is_white() { white } else { black };
            let count = |piece: Piece| {
                side(piece.color).chars().filter(|letter| *letter == piece.role.upper_char()).count()
            };
            let covered = Covered { name: name.to_owned(), is_asked: AtomicBool::new(false) };
            self.0.insert(Keys::material_of(count), covered);
        }
    }

    /// Whether there is a table for this material.
    pub fn has(&self, material: u64) -> bool {
        self.0.contains_key(&material)
    }

    /// Returns the name of a material's table; `None` without one.
    pub fn name(&self, material: u64) -> Option<&str> {
        self.0.get(&material).map(|covered| covered.name.as_str())
    }

    /// Notes that a table of this material gave an answer.
    pub fn mark(&self, material: u64) {
        if let Some(covered) = self.0.get(&material)
            && !covered.is_asked.load(Ordering::Relaxed)
        {
            covered.is_asked.store(true, Ordering::Relaxed);
        }
    }

    /// Returns the names of the tables that gave an answer, in alphabetical order.
    pub fn asked(&self) -> Vec<String> {
        let asked = self.0.values().filter(|covered| covered.is_asked.load(Ordering::Relaxed));
        let names: BTreeSet<&String> = asked.map(|covered| &covered.name).collect();
        names.into_iter().cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    #[test]
    fn a_table_covers_its_material_for_either_colour_and_is_named_once_it_was_asked() {
        let mut materials = SyzygyMaterials::default();
        materials.add("KRPvKR");
        materials.add("KQvK");
        let key = |fen: &str| Board::from_fen(fen, false).unwrap().keys().material;
        let white = key("8/8/8/1k6/8/r3P3/4R3/1K6 w - - 0 1");
        let black = key("8/8/8/1K6/8/R3p3/4r3/1k6 w - - 0 1");
        assert!(materials.has(white) && materials.has(black) && white != black);
        assert!(!materials.has(key("8/8/8/1k6/8/r3PP2/4R3/1K6 w - - 0 1")));
        assert_eq!(materials.name(black), Some("KRPvKR"));
        assert!(materials.asked().is_empty());
        materials.mark(black);
        assert_eq!(materials.asked(), ["KRPvKR"]);
        materials.mark(white);
        assert_eq!(materials.asked(), ["KRPvKR"]);
    }
}
