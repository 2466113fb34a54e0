//! What the table plays in every position: worked out once, by all threads, and kept in a few bytes each.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use shakmaty::{Role, Square};

use super::lengths::Escape;
use super::space::Space;
use super::{Network, Optimum};
use crate::advice::interpreter::{Advised, Tree};
use crate::advice::language::Table;
use crate::advice::material::Material;
use crate::advice::position::Position;
use crate::advice::refuted::Refuted;
use crate::advice::step::{Step, Steps};

/// Where a forcing tree lets go of the game, after a number of our moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leaf {
    /// We are to move in this position, and ask the table anew.
    Asks(u32),
    /// It is over for the table: won after so many moves more (0: mate), or escaped.
    Over(Result<u16, Escape>),
}

/// A leaf and our moves up to it.
pub(super) type Way = (Leaf, u8);

/// The plans of all positions.
pub(super) struct Plans {
    /// A packed move, or an offset into `ways` for deeper trees, or [`NONE`] or [`ABSENT`].
    codes: Vec<u32>,
    /// Leaves of the deeper trees; each list ends where its length says.
    ways: Vec<Vec<Way>>,
    /// What is played first, and by which rule and advice.
    chosen: Vec<Chosen>,
}

/// A move by its number among the legal ones, and the rule and advice that it comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Chosen {
    pub(super) rule: u8,
    pub(super) advice: u8,
    pub(super) step: u8,
}

/// What is planned in one position.
pub(super) enum Plan<'a> {
    /// There is no such position.
    Absent,
    /// No advice is satisfiable.
    NoAdvice,
    /// One move, then the table is asked anew.
    Move(Step),
    /// A deeper tree, by its leaves.
    Ways(&'a [Way]),
}

const ABSENT: u32 = u32::MAX;
const NONE: u32 = u32::MAX - 1;
const DEEP: u32 = 1 << 31;
const CHUNK: usize = 4096;

impl Plans {
    pub(super) fn plan(&self, index: usize) -> Plan<'_> {
        match self.codes[index] {
            ABSENT => Plan::Absent,
            NONE => Plan::NoAdvice,
            deep if deep & DEEP != 0 => Plan::Ways(&self.ways[(deep & !DEEP) as usize]),
            code => Plan::Move(unpack(code)),
        }
    }

    /// What is played first where a plan moves, and the rule and the advice that fired.
    pub(super) fn chosen(&self, index: usize) -> Chosen {
        self.chosen[index]
    }
}

struct Chunk {
    codes: Vec<u32>,
    ways: Vec<Vec<Way>>,
    chosen: Vec<Chosen>,
}

/// Asks the table in every position that can be won.
pub(super) fn plans(
    network: &Network<'_>,
    table: &Table,
    space: &Space,
    optimum: Option<Optimum<'_>>,
) -> Plans {
    let count = space.len().div_ceil(CHUNK);
    let next = AtomicUsize::new(0);
    let chunks: Mutex<Vec<Option<Chunk>>> = Mutex::new((0..count).map(|_| None).collect());
    let work = || {
        let mut refuted = Refuted::new(table);
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                return;
            }
            let done = chunk(&Walk { network, table, space }, optimum, number * CHUNK, &mut refuted);
            if let Ok(mut chunks) = chunks.lock() {
                chunks[number] = Some(done);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..network.options.threads.max(1) {
            scope.spawn(work);
        }
    });
    joined(chunks.into_inner().unwrap_or_default(), space.len())
}

fn joined(chunks: Vec<Option<Chunk>>, positions: usize) -> Plans {
    let mut plans = Plans {
        codes: Vec::with_capacity(positions),
        ways: Vec::new(),
        chosen: Vec::with_capacity(positions),
    };
    for chunk in chunks.into_iter().flatten() {
        let moved = plans.ways.len() as u32;
        let deep = |code: u32| code & DEEP != 0 && code < NONE;
        plans.codes.extend(chunk.codes.iter().map(|&code| if deep(code) { code + moved } else { code }));
        plans.ways.extend(chunk.ways);
        plans.chosen.extend(chunk.chosen);
    }
    plans
}

fn chunk(walk: &Walk<'_>, optimum: Option<Optimum<'_>>, start: usize, refuted: &mut Refuted) -> Chunk {
    let end = (start + CHUNK).min(walk.space.len());
    let mut chunk =
        Chunk { codes: Vec::with_capacity(CHUNK), ways: Vec::new(), chosen: Vec::with_capacity(CHUNK) };
    for index in start..end {
        let mut chosen = Chosen::default();
        let code = match walk.space.position(index) {
            None => ABSENT,
            Some(position) if optimum.is_some_and(|optimum| optimum(&position).is_none()) => NONE,
            Some(position) => match walk.table.advise_among(&position, refuted) {
                None => NONE,
                Some(advised) => {
                    chosen = chosen_of(&position, &advised);
                    if advised.tree == Tree::Reached {
                        pack(advised.step)
                    } else {
                        let mut ways = Vec::new();
                        let after = position.after(advised.step);
                        walk.their_move(&after, &advised.tree, 1, &mut ways);
                        chunk.ways.push(ways);
                        DEEP | (chunk.ways.len() as u32 - 1)
                    }
                }
            },
        };
        chunk.codes.push(code);
        chunk.chosen.push(chosen);
    }
    chunk
}

fn chosen_of(position: &Position, advised: &Advised) -> Chosen {
    let mut steps = Steps::new();
    position.legal_steps(&mut steps);
    let step = steps.iter().position(|step| *step == advised.step).unwrap_or_default();
    Chosen { rule: advised.rule as u8, advice: advised.advice as u8, step: step as u8 }
}

/// Walks down a forcing tree to where it ends.
pub(super) struct Walk<'a> {
    pub(super) network: &'a Network<'a>,
    pub(super) table: &'a Table,
    pub(super) space: &'a Space,
}

impl Walk<'_> {
    /// All leaves below a position with their side to move.
    pub(super) fn their_move(&self, position: &Position, tree: &Tree, moves: u8, ways: &mut Vec<Way>) {
        let mut replies = Steps::new();
        position.legal_steps(&mut replies);
        if replies.is_empty() {
            let end = if position.is_check() { Ok(0) } else { Err(Escape::Stalemate) };
            return ways.push((Leaf::Over(end), moves));
        }
        for reply in replies {
            let next = position.after(reply);
            match tree.after(reply) {
                Some(Tree::Ours(step, subtree)) => {
                    self.their_move(&next.after(*step), subtree, moves + 1, ways)
                }
                _ => ways.push((self.leaf(&next), moves)),
            }
        }
    }

    /// What a position with our side to move is to the table.
    pub(super) fn leaf(&self, position: &Position) -> Leaf {
        // Only a capture can have changed what is on the board, or our own promotion.
        if Material::of(position) == self.space.material {
            Leaf::Asks(self.space.index(position) as u32)
        } else {
            Leaf::Over(self.network.elsewhere(self.table, position))
        }
    }
}

fn pack(step: Step) -> u32 {
    let promotion = step.promotion.map_or(0, |role| role as u32);
    u32::from(step.from) | u32::from(step.to) << 6 | promotion << 12 | (step.role as u32) << 16
}

fn unpack(code: u32) -> Step {
    let role = |bits: u32| Role::try_from(bits).ok();
    Step {
        role: role(code >> 16 & 7).unwrap_or(Role::King),
        from: Square::new(code & 63),
        to: Square::new(code >> 6 & 63),
        promotion: role(code >> 12 & 7),
    }
}
