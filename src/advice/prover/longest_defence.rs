//! Computes how long each win takes against the longest defence, by a walk along the table's moves and every reply.
//!
//! The walk goes depth first. A defence that can come back to a position on its path escapes by repetition.

use super::distance_table::{Cell, DistanceTable, Ending, HELD, State};
use super::escape::Escape;
use super::policy::{Leaf, Plan, Policy};
use super::walk::Walk;

/// A position or a node of a forcing tree, whose leaves are being followed; those left are in the common list from `next` on.
struct Frame {
    index: usize,
    start: usize,
    next: usize,
    /// The worst ending found so far; after an escape, nothing more need be followed.
    worst: Ending,
}

/// Follows every plan to its end.
pub(super) fn distances(walk: Walk<'_>, policy: &Policy) -> DistanceTable {
    let positions = walk.positions.len();
    let mut cells = vec![Cell::UNKNOWN; positions + policy.nodes()];
    let mut follow = Follow { walk, policy, leaves: Vec::new(), path: Vec::new() };
    for index in 0..positions {
        if cells[index] == Cell::UNKNOWN {
            follow.from(index, &mut cells);
        }
    }
    cells.truncate(positions);
    DistanceTable::new(walk.positions.clone(), cells)
}

struct Follow<'a> {
    walk: Walk<'a>,
    policy: &'a Policy,
    leaves: Vec<Leaf>,
    path: Vec<Frame>,
}

impl Follow<'_> {
    fn from(&mut self, index: usize, cells: &mut [Cell]) {
        self.enter(index, cells);
        while let Some(frame) = self.path.last_mut() {
            if frame.next == self.leaves.len() || frame.worst.is_err() {
                cells[frame.index] = Cell::ended(frame.worst);
                self.leaves.truncate(frame.start);
                self.path.pop();
                continue;
            }
            let ending = match self.leaves[frame.next] {
                Leaf::Over(ending) => ending,
                Leaf::HandedOver { handover, number } => self.walk.ending_after(handover, number),
                Leaf::Asks(next) | Leaf::GoesOn(next) => {
                    let is_node = matches!(self.leaves[frame.next], Leaf::GoesOn(_));
                    // The nodes of the forcing trees are numbered after the positions.
                    let next = next as usize + if is_node { self.walk.positions.len() } else { 0 };
                    match cells[next].state() {
                        State::Ended(ending) => ending,
                        State::Unknown => {
                            self.enter(next, cells);
                            continue;
                        }
                        // They can come back to a position on the path: everything between is a circle.
                        State::OnPath => Err(Escape::Repetition),
                        // A game leads to no such position.
                        State::Absent => Err(Escape::NoAdvice),
                    }
                }
            };
            frame.take(ending);
        }
    }

    fn enter(&mut self, index: usize, cells: &mut [Cell]) {
        let start = self.leaves.len();
        let positions = self.walk.positions.len();
        if index >= positions {
            self.leaves.extend_from_slice(self.policy.below((index - positions) as u32));
        } else {
            match self.policy.plan(index) {
                Plan::Absent => return cells[index] = Cell::ABSENT,
                Plan::NoAdvice => return cells[index] = Cell::ended(Err(Escape::NoAdvice)),
                // The move that led there gave the win away.
                Plan::Broken => return cells[index] = Cell::ended(Err(Escape::GivenAway)),
                Plan::Kept => return cells[index] = Cell::ended(Ok(HELD)),
                Plan::Move(step) => {
                    if let Some(position) = self.walk.positions.position(index) {
                        self.walk.replies_asking(&position.after(step), &mut self.leaves);
                    }
                }
                Plan::Tree(leaves) => self.leaves.extend_from_slice(leaves),
            }
        }
        cells[index] = Cell::ON_PATH;
        self.path.push(Frame { index, start, next: start, worst: Ok(0) });
    }
}

impl Frame {
    /// Adds how the next leaf ends: its moves to mate plus the one that led there, or the escape.
    fn take(&mut self, ending: Ending) {
        self.worst = match (self.worst, ending) {
            (Ok(worst), Ok(moves)) => Ok(worst.max(moves + 1)),
            (Err(escape), _) | (Ok(_), Err(escape)) => Err(escape),
        };
        self.next += 1;
    }
}
