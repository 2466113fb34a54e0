//! The tables that a table hands over to, and how their games end: what follows a capture or a promotion.

use std::collections::HashMap;

use super::distance_table::{DistanceTable, Ending};
use super::escape::Escape;
use crate::advice::language::AdviceTable;
use crate::advice::material::Material;
use crate::advice::position::Position;

/// The distances of the tables that have been walked already, by name.
#[derive(Default)]
pub(super) struct Handovers {
    walked: HashMap<String, DistanceTable>,
}

impl Handovers {
    /// Returns whether a table has been walked.
    pub fn contains(&self, table: &str) -> bool {
        self.walked.contains_key(table)
    }

    /// Keeps the distances of a table.
    pub fn insert(&mut self, table: &str, distances: DistanceTable) {
        self.walked.insert(table.to_owned(), distances);
    }

    /// Returns how a table's game ends from a position with our side to move, where the material is not its own.
    pub fn ending(&self, table: &AdviceTable, position: &Position) -> Ending {
        let material = Material::of(position);
        let handover = table.handovers.iter().find(|handover| handover.material == material);
        let distances =
            handover.and_then(|handover| self.walked.get(&handover.table)).ok_or(Escape::PieceLost)?;
        distances.of(position).unwrap_or(Err(Escape::NoAdvice))
    }
}
