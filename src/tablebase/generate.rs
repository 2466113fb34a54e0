//! Retrograde analysis: from the mates backwards, one move of distance after the other.
//!
//! Every position has a byte for its value and a counter of moves that are not yet known to lose. Solved positions
//! are taken back move by move: a lost one makes each position before it won, a won one lowers the counter of each
//! position before it, and at zero that one is lost.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

use thiserror::Error;

use super::conversion::{Conversions, Missing};
use super::index::Layout;
use super::material::Material;
use super::metric::{Metric, ToMate, ToZeroing};
use super::parallel::in_chunks;
use super::retract::retract;
use super::seed::seed;
use super::table::DtmTable;
use super::value::Code;
use super::zeroing_distances::ZeroingDistances;

/// How far the building of one table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The table being built.
    pub material: Material,
    /// Positions whose value is known by now, both sides to move.
    pub solved: u64,
    /// Numbers of positions, both sides to move; some of them are no legal positions.
    pub positions: u64,
    /// The distance to mate being worked on, in moves; `None` while moves are being counted.
    pub moves: Option<u8>,
}

/// Why a table was not built.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GenerateError {
    /// The caller asked to stop.
    #[error("the building of {material} was cancelled")]
    Cancelled {
        /// The table being built.
        material: Material,
    },
    /// A table that this one is built from is not there.
    #[error("{material} needs {missing}, which has not been built")]
    MissingTable {
        /// The table being built.
        material: Material,
        /// What is missing.
        missing: Material,
    },
    /// There is a mate that takes more moves than a table can hold.
    #[error("{material} has mates longer than {} moves, which tables cannot hold", Code::LONGEST_LOSS)]
    TooLong {
        /// The table being built.
        material: Material,
    },
}

/// What a build is given beside its material.
pub struct Build<'a> {
    /// Threads to use, at least one.
    pub threads: usize,
    /// Whether the calling thread gives way to whatever else runs on the machine, from the first table on that has
    /// to be built.
    pub gives_way: bool,
    /// Set by another thread to stop the build.
    pub cancel: &'a AtomicBool,
    /// Told from time to time how far the build is.
    pub progress: &'a (dyn Fn(Progress) + Sync),
}

/// Builds the table of a material from the tables that its captures and promotions lead to.
///
/// # Errors
/// Where it is cancelled, where a table that it needs is missing, and where a mate is too long to be written down.
pub fn generate(
    material: Material,
    tables: &HashMap<Material, Arc<DtmTable>>,
    build: &Build<'_>,
) -> Result<DtmTable, GenerateError> {
    analyse(material, tables, &ToMate, build)
}

/// Builds the distances to zeroing of a material: how many plies until a capture or pawn move that keeps the win, or
/// mate. The material's own table of mates must be there.
///
/// # Errors
/// As for [`generate`].
pub(super) fn generate_zeroing(
    material: Material,
    tables: &HashMap<Material, Arc<DtmTable>>,
    build: &Build<'_>,
) -> Result<ZeroingDistances, GenerateError> {
    let missing = GenerateError::MissingTable { material, missing: material };
    let mates = tables.get(&material).ok_or(missing)?;
    analyse(material, tables, &ToZeroing { mates }, build)
}

fn analyse<M: Metric>(
    material: Material,
    tables: &HashMap<Material, Arc<DtmTable>>,
    metric: &M,
    build: &Build<'_>,
) -> Result<M::Distances, GenerateError> {
    let layout = Layout::new(material);
    let conversions = Conversions::new(&layout, tables)
        .map_err(|Missing(missing)| GenerateError::MissingTable { material, missing })?;
    let mut analysis = Analysis::new(&layout, metric, build);
    analysis.seed_all(&conversions)?;
    analysis.solve()?;
    Ok(analysis.finish())
}

/// A table being built.
struct Analysis<'a, M> {
    layout: &'a Layout,
    metric: &'a M,
    build: &'a Build<'a>,
    sides: [Side; 2],
    /// The longest win or loss that a capture or promotion leads to, in moves.
    longest_conversion: u8,
    solved: u64,
}

/// The positions with one side to move.
struct Side {
    codes: Vec<AtomicU8>,
    undecided: Vec<AtomicU8>,
}

impl Side {
    fn new(size: usize) -> Side {
        let bytes = || std::iter::repeat_with(|| AtomicU8::new(0)).take(size).collect();
        Side { codes: bytes(), undecided: bytes() }
    }
}

impl<'a, M: Metric> Analysis<'a, M> {
    fn new(layout: &'a Layout, metric: &'a M, build: &'a Build<'a>) -> Analysis<'a, M> {
        let sides = [Side::new(layout.size()), Side::new(layout.size())];
        Analysis { layout, metric, build, sides, longest_conversion: 0, solved: 0 }
    }

    fn report(&self, moves: Option<u8>) -> Result<(), GenerateError> {
        let material = self.layout.material();
        if self.build.cancel.load(Ordering::Relaxed) {
            return Err(GenerateError::Cancelled { material });
        }
        let positions = 2 * self.layout.size() as u64;
        (self.build.progress)(Progress { material, solved: self.solved, positions, moves });
        Ok(())
    }

    fn seed_all(&mut self, conversions: &Conversions) -> Result<(), GenerateError> {
        let longest = AtomicU8::new(0);
        for (to_move, side) in self.sides.iter().enumerate() {
            self.report(None)?;
            let all = in_chunks(self.build.threads, self.layout.size(), |numbers| {
                let mut longest_here = 0;
                for number in numbers {
                    let seed = seed(self.layout, conversions, self.metric, to_move, number);
                    side.codes[number].store(seed.code.0, Ordering::Relaxed);
                    side.undecided[number].store(seed.undecided, Ordering::Relaxed);
                    if seed.code.is_win() || seed.code.is_loss() {
                        longest_here = seed.code.moves().max(longest_here);
                    }
                }
                longest.fetch_max(longest_here, Ordering::Relaxed);
                !self.build.cancel.load(Ordering::Relaxed)
            });
            self.complete(all)?;
        }
        self.longest_conversion = longest.into_inner();
        self.report(None)
    }

    /// Works through the distances to mate in their order: loss in 0, win in 1, loss in 1, win in 2, ...
    fn solve(&mut self) -> Result<(), GenerateError> {
        let mut moves = 0;
        loop {
            self.report(Some(moves))?;
            let mut found = if moves > 0 { self.take_back(Code::win(moves))? } else { 0 };
            if moves > Code::LONGEST_LOSS {
                // Taking back the longest win that fits would need losses that do not.
                return if found == 0 { Ok(()) } else { self.too_long() };
            }
            found += self.take_back(Code::loss(moves))?;
            self.solved += found;
            if found == 0 && moves >= self.longest_conversion.max(1) {
                return self.report(Some(moves));
            }
            moves += 1;
        }
    }

    /// A step that was left unfinished may not be built upon, even if the wish to cancel has been taken back.
    fn complete(&self, all: bool) -> Result<(), GenerateError> {
        if all { Ok(()) } else { Err(GenerateError::Cancelled { material: self.layout.material() }) }
    }

    fn too_long(&self) -> Result<(), GenerateError> {
        Err(GenerateError::TooLong { material: self.layout.material() })
    }

    /// Takes back a move from every position with a value; answers how many there are.
    fn take_back(&self, code: Code) -> Result<u64, GenerateError> {
        let found = AtomicU64::new(0);
        for (to_move, here) in self.sides.iter().enumerate() {
            let before = &self.sides[1 - to_move];
            let all = in_chunks(self.build.threads, self.layout.size(), |numbers| {
                let mut found_here = 0;
                for number in numbers {
                    if here.codes[number].load(Ordering::Relaxed) == code.0 && here.is_solved(number, code) {
                        found_here += 1;
                        let through_pawns = self.metric.after_pawn_moves().is_none();
                        retract(self.layout, to_move, number, through_pawns, |number, moves| {
                            before.learn(number, code, moves, M::LOSS_STEP)
                        });
                    }
                }
                found.fetch_add(found_here, Ordering::Relaxed);
                !self.build.cancel.load(Ordering::Relaxed)
            });
            self.complete(all)?;
        }
        Ok(found.into_inner())
    }

    fn finish(self) -> M::Distances {
        let codes = self.sides.map(Side::into_codes);
        M::finish(self.layout.clone(), codes)
    }
}

impl Side {
    /// Returns whether a value is more than what the worst capture leads to while other moves are undecided.
    #[inline]
    fn is_solved(&self, number: usize, code: Code) -> bool {
        code.is_win() || self.undecided[number].load(Ordering::Relaxed) == 0
    }

    /// Takes in that some moves of a position lead to one with this value for the opponent.
    #[inline]
    fn learn(&self, number: usize, reply: Code, moves: u8, loss_step: u8) {
        let code = &self.codes[number];
        let known = Code(code.load(Ordering::Relaxed));
        if known == Code::ILLEGAL {
            return;
        }
        if reply.is_loss() {
            // A quicker win is a lower byte.
            if known > Code::win(reply.moves() + 1) {
                code.fetch_min(Code::win(reply.moves() + 1).0, Ordering::Relaxed);
            }
        } else if !known.is_win() && self.undecided[number].fetch_sub(moves, Ordering::Relaxed) == moves {
            // Distances come in their order, so the last winning reply is the slowest; a capture may be slower yet.
            let loss = Code::loss(reply.moves() + loss_step);
            code.store(if known.is_loss() { loss.max(known).0 } else { loss.0 }, Ordering::Relaxed);
        }
    }

    /// Returns the final values: a loss by captures with other moves that do not lose is a draw.
    fn into_codes(self) -> Vec<u8> {
        let undecided = self.undecided;
        let mut codes: Vec<u8> = self.codes.into_iter().map(AtomicU8::into_inner).collect();
        for (code, undecided) in codes.iter_mut().zip(undecided) {
            if Code(*code).is_loss() && undecided.into_inner() > 0 {
                *code = Code::DRAW.0;
            }
        }
        codes
    }
}

/// The longest loss that can be written down leaves room for one more move before it.
const _: () = assert!(Code::LONGEST_WIN == Code::LONGEST_LOSS + 1);
