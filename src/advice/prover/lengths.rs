//! How long each win takes against the longest defence: a walk along the table's moves and every reply, deepest
//! first. A defence that can come back to a position it left escapes by repetition.

use serde::{Deserialize, Serialize};

use super::Network;
use super::plans::{Leaf, Plan, Plans, Walk};
use crate::advice::language::Table;
use crate::advice::position::Position;
use crate::advice::space::Space;

/// How a defence escapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Escape {
    /// No advice was satisfiable.
    NoAdvice,
    /// They are stalemated.
    Stalemate,
    /// They took something, and no table knows what is left.
    PieceLost,
    /// They can come back to the same position for ever.
    Repetition,
}

impl Escape {
    /// All of them.
    pub const ALL: [Escape; 4] = [Escape::NoAdvice, Escape::Stalemate, Escape::PieceLost, Escape::Repetition];

    /// In words.
    pub const fn words(self) -> &'static str {
        match self {
            Escape::NoAdvice => "no advice is satisfiable",
            Escape::Stalemate => "stalemate",
            Escape::PieceLost => "a piece is lost",
            Escape::Repetition => "the position repeats",
        }
    }
}

/// The longest defence in every position of a material, our side to move.
pub(super) struct Lengths {
    pub(super) space: Space,
    moves: Vec<u16>,
}

const UNKNOWN: u16 = 0;
const ESCAPED: u16 = 0xff00;
const ON_PATH: u16 = 0xfffe;
const ABSENT: u16 = 0xffff;

impl Lengths {
    /// Our moves to mate, or how they escape; nothing where there is no such position.
    pub(super) fn of(&self, position: &Position) -> Option<Result<u16, Escape>> {
        if super::super::material::Material::of(position) != self.space.material {
            return None;
        }
        self.at(self.space.index(position))
    }

    pub(super) fn at(&self, index: usize) -> Option<Result<u16, Escape>> {
        match self.moves[index] {
            ABSENT => None,
            escaped if escaped >= ESCAPED => Some(Err(Escape::ALL[usize::from(escaped - ESCAPED)])),
            moves => Some(Ok(moves)),
        }
    }
}

/// A position or a node of a forcing tree, whose leaves are being followed; those left lie in the common list from
/// `next` on.
struct Frame {
    index: usize,
    start: usize,
    next: usize,
    worst: u16,
}

/// Follows every plan to its end.
pub(super) fn lengths(network: &Network<'_>, table: &Table, space: Space, plans: &Plans) -> Lengths {
    let positions = space.len();
    let mut moves = vec![UNKNOWN; positions + plans.nodes()];
    let walk = Walk { network, table, space: &space };
    let mut follow = Follow { walk, plans, leaves: Vec::new(), path: Vec::new() };
    for index in 0..positions {
        if moves[index] == UNKNOWN {
            follow.from(index, &mut moves);
        }
    }
    moves.truncate(positions);
    Lengths { space, moves }
}

struct Follow<'a> {
    walk: Walk<'a>,
    plans: &'a Plans,
    leaves: Vec<Leaf>,
    path: Vec<Frame>,
}

impl Follow<'_> {
    fn from(&mut self, index: usize, moves: &mut [u16]) {
        self.enter(index, moves);
        while let Some(frame) = self.path.last_mut() {
            if frame.next == self.leaves.len() || frame.worst >= ESCAPED {
                moves[frame.index] = frame.worst;
                self.leaves.truncate(frame.start);
                self.path.pop();
                continue;
            }
            let rest = match self.leaves[frame.next] {
                Leaf::Over(Ok(rest)) => rest,
                Leaf::Over(Err(escape)) => ESCAPED + escape as u16,
                Leaf::Asks(next) | Leaf::GoesOn(next) => {
                    let deeper = matches!(self.leaves[frame.next], Leaf::GoesOn(_));
                    // The nodes of the forcing trees are numbered after the positions.
                    let next = next as usize + if deeper { self.walk.space.len() } else { 0 };
                    match moves[next] {
                        UNKNOWN => {
                            self.enter(next, moves);
                            continue;
                        }
                        // They can come back to a position on the path: everything between is a circle.
                        ON_PATH => ESCAPED + Escape::Repetition as u16,
                        known => known,
                    }
                }
            };
            let total = if rest >= ESCAPED { rest } else { rest + 1 };
            frame.worst = frame.worst.max(total);
            frame.next += 1;
        }
    }

    fn enter(&mut self, index: usize, moves: &mut [u16]) {
        let start = self.leaves.len();
        let positions = self.walk.space.len();
        if index >= positions {
            self.leaves.extend_from_slice(self.plans.below((index - positions) as u32));
        } else {
            match self.plans.plan(index) {
                Plan::Absent => return moves[index] = ABSENT,
                Plan::NoAdvice => return moves[index] = ESCAPED + Escape::NoAdvice as u16,
                Plan::Move(step) => {
                    if let Some(position) = self.walk.space.position(index) {
                        self.walk.replies_asking(&position.after(step), &mut self.leaves);
                    }
                }
                Plan::Tree(leaves) => self.leaves.extend_from_slice(leaves),
            }
        }
        moves[index] = ON_PATH;
        self.path.push(Frame { index, start, next: start, worst: 0 });
    }
}
