//! The tables that a table hands over to, and how their games end after a capture or a promotion.

use std::collections::HashMap;

use super::distance_table::{DistanceTable, Ending, HELD};
use super::escape::Escape;
use super::truth::{Standing, Truth};
use crate::advice::language::{AdviceTable, Aim};
use crate::advice::position::material::Material;
use crate::advice::position::side::Side;
use crate::advice::position::space::Space;
use crate::advice::position::view::Position;

/// A table and how its games end.
pub(super) struct Walked<'a> {
    pub table: &'a AdviceTable,
    pub distances: DistanceTable,
}

/// The tables that have been walked already, by name.
#[derive(Default)]
pub(super) struct Handovers<'a> {
    walked: HashMap<String, Walked<'a>>,
    /// The spaces of tables for more men than have a place for every position.
    spaces: HashMap<String, Space>,
}

impl<'a> Handovers<'a> {
    /// Returns whether a table has been walked.
    pub fn contains(&self, table: &str) -> bool {
        self.walked.contains_key(table)
    }

    /// Stores the distances of a table.
    pub fn insert(&mut self, table: &'a AdviceTable, distances: DistanceTable) {
        self.walked.insert(table.name.clone(), Walked { table, distances });
    }

    /// Returns the table that a table hands a material over to.
    pub fn next(&self, table: &AdviceTable, material: &Material) -> Option<&Walked<'a>> {
        let handover = table.handovers.iter().find(|handover| handover.material == *material)?;
        self.walked.get(&handover.table)
    }

    /// Returns the handover of a position to a table for more men than have a place for every position, as the handover's index
    /// and the number of the position there. `None` if no such table takes over, or the promise is broken or kept already.
    pub fn followed_later(
        &self,
        truth: Truth<'_>,
        table: &AdviceTable,
        position: &Position,
    ) -> Option<(u8, u32)> {
        if self.spaces.is_empty() {
            return None;
        }
        let material = Material::of(position);
        let index = table.handovers.iter().position(|handover| handover.material == material)?;
        let next = self.spaces.get(&table.handovers[index].table)?;
        let is_asked = truth.standing(position) == Standing::Asked && position.has_legal_step();
        is_asked.then(|| (index as u8, next.index(position) as u32))
    }

    /// Returns how a game ends that was [followed later](Self::followed_later).
    pub fn ending_after(&self, table: &AdviceTable, handover: u8, number: u32) -> Ending {
        let handover = table.handovers.get(usize::from(handover));
        let next = handover.and_then(|handover| self.walked.get(&handover.table));
        let ending = |next: &Walked<'_>| next.distances.at(next.distances.positions.place_of(number)?);
        next.and_then(ending).unwrap_or(Err(Escape::NoAdvice))
    }

    /// Notes a table that will be followed once it is known from where.
    pub fn expect(&mut self, table: &AdviceTable) {
        self.spaces.insert(table.name.clone(), Space::of(table));
    }

    /// Returns how a table's game ends from a position with our side to move and other material than its own.
    pub fn ending(&self, truth: Truth<'_>, table: &AdviceTable, position: &Position) -> Ending {
        let material = Material::of(position);
        if !truth.can_be_kept(position) {
            return Err(how_lost(&table.material, &material));
        }
        if truth.aim() == Aim::Holds && truth.is_held_whatever_is_played(position) {
            return Ok(HELD);
        }
        match (self.next(table, &material), truth.aim()) {
            (Some(next), _) => next.distances.of(position).unwrap_or(Err(Escape::NoAdvice)),
            (None, Aim::Wins) => Err(Escape::HandoverMissing),
            // The exact tables hold what is drawn then.
            (None, Aim::Holds) if truth.knows(position) => Ok(HELD),
            (None, Aim::Holds) => Err(Escape::HandoverMissing),
        }
    }
}

/// Returns what has happened between two materials, if the later one breaks the promise.
fn how_lost(before: &Material, after: &Material) -> Escape {
    let men = |material: &Material, side| material.pieces(side).len();
    let pawns = |material: &Material| {
        material.pieces(Side::Them).iter().filter(|role| **role == shakmaty::Role::Pawn).count()
    };
    if pawns(after) < pawns(before) && men(after, Side::Them) == men(before, Side::Them) {
        Escape::DefenderPromoted
    } else if men(after, Side::Us) < men(before, Side::Us) {
        Escape::PieceLost
    } else {
        Escape::GivenAway
    }
}

#[cfg(test)]
mod tests {
    use super::super::distance_table::Cell;
    use super::super::positions::Positions;
    use super::super::truth;
    use super::*;
    use crate::advice::language::check;
    use crate::advice::registry::Registry;
    use crate::board::Board;
    use crate::tablebase::DtmTables;

    const ASKS: &str = "material K v KBP\nholds\nhandover K v KP to kkp\nrule all: if any_position then go\n\
        advice go: better: them_to_move holding: any_position us: depth = 0 and legal them: none\n";

    #[test]
    fn a_stalemate_is_held_whatever_a_table_has_left_behind() {
        let registry = Registry::built_in();
        let (table, tables) = (registry.find("kkp").unwrap(), DtmTables::new());
        let never = std::sync::atomic::AtomicBool::new(false);
        let own = truth::provide(&tables, &table.material, (1, &never), None, &|_| {}).unwrap();
        let truth = Truth::new(Aim::Holds, &own, &tables);
        // A stored proof has no entry for positions without a move.
        let space = Space::of(table);
        let cells = vec![Cell::ended(Err(Escape::NoAdvice)); space.len()];
        let mut handovers = Handovers::default();
        handovers.insert(table, DistanceTable::new(Positions::all(space), cells));
        let asks = check("asks", ASKS).table.unwrap();
        let ending = |fen: &str| {
            let board = Board::from_fen(fen, false).unwrap();
            let position = Position::from_board(&board, shakmaty::Color::White).unwrap();
            handovers.ending(truth, &asks, &position)
        };
        assert_eq!(ending("8/8/8/8/8/2k5/2p5/2K5 w - - 0 1"), Ok(HELD), "stalemate");
        assert_eq!(ending("8/8/8/8/8/8/p1k5/K7 w - - 0 1"), Err(Escape::NoAdvice));
    }
}
