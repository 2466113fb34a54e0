//! Finds what a table holds for ever: the greatest set of positions that its moves never leave, whatever they reply.
//!
//! It takes away positions that lead out of the set until none does.

use super::distance_table::{Cell, DistanceTable, HELD, State};
use super::escape::Escape;
use super::policy::{Leaf, Plan, Policy};
use super::walk::Walk;

/// Finds out which positions are held.
pub(super) fn held(walk: Walk<'_>, policy: &Policy) -> DistanceTable {
    let positions = walk.positions.len();
    let cells = (0..positions).map(|index| first_look(policy, index)).collect::<Vec<Cell>>();
    let nodes = policy.nodes();
    let mut hold = Hold { walk, policy, cells, turns: vec![0; positions + nodes], fallen: 0 };
    hold.cells.resize(positions + nodes, Cell::ended(Ok(HELD)));
    while hold.take_away() {}
    hold.cells.truncate(positions);
    hold.turns.truncate(positions);
    DistanceTable::of_held(walk.positions.clone(), hold.cells, hold.turns)
}

fn first_look(policy: &Policy, index: usize) -> Cell {
    match policy.plan(index) {
        Plan::Absent => Cell::ABSENT,
        Plan::NoAdvice => Cell::ended(Err(Escape::NoAdvice)),
        Plan::Broken => Cell::ended(Err(Escape::GivenAway)),
        Plan::Kept | Plan::Move(_) | Plan::Tree(_) => Cell::ended(Ok(HELD)),
    }
}

struct Hold<'a> {
    walk: Walk<'a>,
    policy: &'a Policy,
    /// The positions, and after them the nodes of the forcing trees.
    cells: Vec<Cell>,
    /// When each of them fell, counted from 1; 0 for the others.
    turns: Vec<u32>,
    fallen: u32,
}

impl Hold<'_> {
    /// Looks once at everything that is still held, and returns whether anything fell.
    fn take_away(&mut self) -> bool {
        let before = self.fallen;
        let mut asked = Vec::new();
        for index in 0..self.cells.len() {
            if self.cells[index] != Cell::ended(Ok(HELD)) {
                continue;
            }
            if let Some(escape) = self.way_out(index, &mut asked) {
                self.fallen += 1;
                self.cells[index] = Cell::ended(Err(escape));
                self.turns[index] = self.fallen;
            }
        }
        self.fallen > before
    }

    fn way_out(&self, index: usize, asked: &mut Vec<Leaf>) -> Option<Escape> {
        let positions = self.walk.positions.len();
        if index >= positions {
            return self.among(self.policy.below((index - positions) as u32));
        }
        match self.policy.plan(index) {
            Plan::Tree(leaves) => self.among(leaves),
            Plan::Move(step) => {
                let position = self.walk.positions.position(index)?;
                asked.clear();
                self.walk.replies_asking(&position.after(step), asked);
                self.among(asked)
            }
            Plan::Absent | Plan::NoAdvice | Plan::Broken | Plan::Kept => None,
        }
    }

    fn among(&self, leaves: &[Leaf]) -> Option<Escape> {
        leaves.iter().find_map(|leaf| match *leaf {
            Leaf::Over(ending) => ending.err(),
            Leaf::HandedOver { handover, number } => self.walk.ending_after(handover, number).err(),
            Leaf::Asks(next) => self.fallen(next as usize),
            Leaf::GoesOn(node) => self.fallen(self.walk.positions.len() + node as usize),
        })
    }

    fn fallen(&self, index: usize) -> Option<Escape> {
        match self.cells[index].state() {
            State::Ended(ending) => ending.err(),
            // No game leads to such a position.
            State::Absent | State::Unknown | State::OnPath => Some(Escape::NoAdvice),
        }
    }
}
