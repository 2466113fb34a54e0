//! Stores how long a table's win takes in every position of a material, or how they escape, in two bytes each.

use super::escape::Escape;
use super::positions::Positions;
use crate::advice::position::view::Position;

/// Our moves to mate against the longest defence, or how they escape.
pub(super) type Ending = Result<u16, Escape>;

/// The number of moves noted for a position that is held for ever.
pub(super) const HELD: u16 = 1;

/// The longest defence in every position of a material, our side to move; or whether it is held.
pub(super) struct DistanceTable {
    pub positions: Positions,
    cells: Vec<Cell>,
    /// The order in which positions turned out not to be held; empty for a table that wins.
    turns: Vec<u32>,
}

/// What is known about a position or a node of a forcing tree, in two bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell(u16);

/// What a [`Cell`] says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// It has not been followed yet.
    Unknown,
    /// There is no such position.
    Absent,
    /// It is being followed.
    OnPath,
    /// Every defence has been followed to its end.
    Ended(Ending),
}

impl Cell {
    /// Nothing is known; 0 is free, because our moves to mate are at least one.
    pub const UNKNOWN: Cell = Cell(0);
    /// There is no such position.
    pub const ABSENT: Cell = Cell(0xffff);
    /// It is being followed.
    pub const ON_PATH: Cell = Cell(0xfffe);
    /// The first of the escapes, in the order of [`Escape::ALL`].
    const FIRST_ESCAPE: u16 = 0xff00;

    /// Every defence has been followed to its end.
    pub fn ended(ending: Ending) -> Cell {
        Cell(match ending {
            Ok(moves) => moves,
            Err(escape) => Cell::FIRST_ESCAPE + escape as u16,
        })
    }

    /// Returns what it says.
    pub fn state(self) -> State {
        match self {
            Cell::UNKNOWN => State::Unknown,
            Cell::ABSENT => State::Absent,
            Cell::ON_PATH => State::OnPath,
            Cell(moves) if moves < Cell::FIRST_ESCAPE => State::Ended(Ok(moves)),
            Cell(escape) => State::Ended(Err(Escape::ALL[usize::from(escape - Cell::FIRST_ESCAPE)])),
        }
    }
}

impl DistanceTable {
    /// Returns a table of cells by the places of their positions.
    pub fn new(positions: Positions, cells: Vec<Cell>) -> DistanceTable {
        DistanceTable { positions, cells, turns: Vec::new() }
    }

    /// Returns the same for a table that holds: each position that is not held comes after one that their replies lead to.
    pub fn of_held(positions: Positions, cells: Vec<Cell>, turns: Vec<u32>) -> DistanceTable {
        DistanceTable { positions, cells, turns }
    }

    /// Returns the place of an escaping position in an order that every defence descends; 0 if it has none.
    pub fn turn(&self, index: usize) -> u32 {
        self.turns.get(index).copied().unwrap_or(0)
    }

    /// Returns how a position ends; `None` if it is of another material, or the proof did not come to it.
    pub fn of(&self, position: &Position) -> Option<Ending> {
        if !self.positions.are_of(position) {
            return None;
        }
        self.at(self.positions.place(position)?)
    }

    /// Returns the place of a position in an order that every defence descends; 0 if it has none.
    pub fn turn_of(&self, position: &Position) -> u32 {
        self.positions.place(position).map_or(0, |place| self.turn(place))
    }

    /// Returns how the position at a place ends; `None` if there is no such position.
    pub fn at(&self, index: usize) -> Option<Ending> {
        match self.cells[index].state() {
            State::Ended(ending) => Some(ending),
            State::Unknown | State::Absent | State::OnPath => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_gives_back_every_ending_and_tells_it_from_what_is_none() {
        let endings = (1..400).map(Ok).chain(Escape::ALL.map(Err));
        for ending in endings {
            assert_eq!(Cell::ended(ending).state(), State::Ended(ending));
        }
        let others = [Cell::UNKNOWN, Cell::ABSENT, Cell::ON_PATH].map(Cell::state);
        assert_eq!(others, [State::Unknown, State::Absent, State::OnPath]);
    }
}
