//! Finds what a table holds for ever: the greatest set of positions that its moves never leave, whatever they reply.
//!
//! Positions whose replies lead out of the set fall first. With them fall those from which a reply leads to one that has fallen.

use std::collections::VecDeque;

use super::distance_table::{Cell, DistanceTable, HELD, State};
use super::escape::Escape;
use super::policy::{Leaf, Plan, Policy};
use super::walk::Walk;
use crate::tablebase::in_parallel;

/// How many positions a thread takes at a time.
const CHUNK: usize = 4096;

/// Finds out which positions are held, on this many threads.
pub(super) fn held(walk: Walk<'_>, policy: &Policy, threads: usize) -> DistanceTable {
    let positions = walk.positions.len();
    let cells = (0..positions).map(|index| first_look(policy, index)).collect::<Vec<Cell>>();
    let places = positions + policy.nodes();
    let mut hold = Hold { walk, policy, cells, turns: vec![0; places], fallen: 0, threads };
    hold.cells.resize(places, Cell::ended(Ok(HELD)));
    hold.take_away();
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
    threads: usize,
}

impl Hold<'_> {
    /// Takes away what leads out of the set, and what leads to that.
    fn take_away(&mut self) {
        let mut falling: VecDeque<(u32, Escape)> = self.leading_out().into();
        if falling.is_empty() {
            return;
        }
        let leaning = self.leaning();
        while let Some((index, escape)) = falling.pop_front() {
            if !self.is_held(index as usize) {
                continue;
            }
            self.fallen += 1;
            self.cells[index as usize] = Cell::ended(Err(escape));
            self.turns[index as usize] = self.fallen;
            let first = leaning.partition_point(|(on, _)| *on < index);
            let those = leaning[first..].iter().take_while(|(on, _)| *on == index);
            falling.extend(those.map(|(_, leans)| (*leans, escape)));
        }
    }

    /// Returns what leads out of the set at once, by the first reply that does, in ascending order.
    fn leading_out(&self) -> Vec<(u32, Escape)> {
        self.among_held(|found, index, leaves| {
            found.extend(leaves.iter().find_map(|leaf| self.way_out(*leaf)).map(|escape| (index, escape)));
        })
    }

    /// Returns what leads where: the place that a reply leads to before the place of the position.
    fn leaning(&self) -> Vec<(u32, u32)> {
        let mut leaning = self.among_held(|found, index, leaves| {
            found.extend(leaves.iter().filter_map(|leaf| self.place(*leaf)).map(|on| (on, index)));
        });
        leaning.sort_unstable();
        leaning.dedup();
        leaning
    }

    /// Returns what is found at all held places, with what the replies there lead to, in the order of the places.
    fn among_held<Found: Send>(&self, look: impl Fn(&mut Vec<Found>, u32, &[Leaf]) + Sync) -> Vec<Found> {
        let places = self.cells.len();
        let chunk = |chunk: usize| {
            let (mut found, mut asked) = (Vec::new(), Vec::new());
            for index in (chunk * CHUNK..places.min((chunk + 1) * CHUNK)).filter(|index| self.is_held(*index))
            {
                look(&mut found, index as u32, self.leaves(index, &mut asked));
            }
            found
        };
        in_parallel(self.threads, places.div_ceil(CHUNK), chunk).into_iter().flatten().collect()
    }

    fn is_held(&self, index: usize) -> bool {
        self.cells[index] == Cell::ended(Ok(HELD))
    }

    /// Returns what the replies to our move at a place lead to.
    fn leaves<'l>(&'l self, index: usize, asked: &'l mut Vec<Leaf>) -> &'l [Leaf] {
        let positions = self.walk.positions.len();
        if index >= positions {
            return self.policy.below((index - positions) as u32);
        }
        asked.clear();
        match self.policy.plan(index) {
            Plan::Tree(leaves) => return leaves,
            Plan::Move(step) => {
                if let Some(position) = self.walk.positions.position(index) {
                    self.walk.replies_asking(&position.after(step), asked);
                }
            }
            Plan::Absent | Plan::NoAdvice | Plan::Broken | Plan::Kept => {}
        }
        asked
    }

    /// Returns how a reply leads out of the set; `None` if it does not, as far as the others count.
    fn way_out(&self, leaf: Leaf) -> Option<Escape> {
        match leaf {
            Leaf::Over(ending) => ending.err(),
            Leaf::HandedOver { handover, number } => self.walk.ending_after(handover, number).err(),
            Leaf::Asks(_) | Leaf::GoesOn(_) => match self.cells[self.place(leaf)? as usize].state() {
                State::Ended(ending) => ending.err(),
                // No game leads to such a position.
                State::Absent | State::Unknown | State::OnPath => Some(Escape::NoAdvice),
            },
        }
    }

    /// Returns the place that a reply leads to; `None` if it is over there for the table.
    fn place(&self, leaf: Leaf) -> Option<u32> {
        match leaf {
            Leaf::Asks(next) => Some(next),
            Leaf::GoesOn(node) => Some(self.walk.positions.len() as u32 + node),
            Leaf::Over(_) | Leaf::HandedOver { .. } => None,
        }
    }
}
