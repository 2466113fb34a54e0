//! Builds tables by retrograde analysis: from the mates backwards, one move of distance after the other.
//!
//! Every position has a byte for its value and a counter of moves that are not yet known to lose. The analysis takes moves back
//! from solved positions: a lost position makes each predecessor won; a won one lowers the counter of each predecessor, which
//! is lost once its counter reaches zero.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

use memchr::memchr_iter;
use parking_lot::Mutex;
use thiserror::Error;
use zerocopy::FromBytes;

use super::conversion::{Conversions, Missing};
use super::metric::{Metric, ToMate, ToZeroing};
use super::parallel::in_chunks;
use super::retract::retract;
use super::seed::seed;
use super::zeroing_distances::ZeroingDistances;
use crate::tablebase::index::Layout;
use crate::tablebase::material::Material;
use crate::tablebase::table::DtmTable;
use crate::tablebase::value::Code;

/// How far the build of one table has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The table being built.
    pub material: Material,
    /// Positions whose value is known, for both sides to move.
    pub solved: u64,
    /// Position numbers for both sides to move; some of them are not legal positions.
    pub positions: u64,
    /// The distance to mate in progress, in moves; `None` while moves are being counted.
    pub moves: Option<u8>,
}

/// Why a table was not built.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GenerateError {
    /// The caller asked to stop.
    #[error("building {material} was cancelled")]
    Cancelled {
        /// The table being built.
        material: Material,
    },
    /// A table that this one depends on is missing.
    #[error("{material} needs {missing}, which has not been built")]
    MissingTable {
        /// The table being built.
        material: Material,
        /// The missing table.
        missing: Material,
    },
    /// The longest mate takes more moves than a table can store.
    #[error("{material} has mates in more than {} moves, which tables cannot hold", Code::LONGEST_WIN)]
    TooLong {
        /// The table being built.
        material: Material,
    },
}

/// The settings of a build.
pub struct Build<'a> {
    /// Threads to use, at least one.
    pub threads: usize,
    /// Whether tables are built at the lowest priority, each on a thread of its own.
    pub gives_way: bool,
    /// Set by another thread to stop the build.
    pub cancel: &'a AtomicBool,
    /// Called from time to time with the progress.
    pub progress: &'a (dyn Fn(Progress) + Sync),
}

/// Builds the table of a material from the tables that its captures and promotions lead to.
///
/// # Errors
/// If the build is cancelled, a table that it needs is missing, or a mate is too long to store.
pub fn generate(
    material: Material,
    tables: &HashMap<Material, Arc<DtmTable>>,
    build: &Build<'_>,
) -> Result<DtmTable, GenerateError> {
    analyse(material, tables, &ToMate, build)
}

/// Builds the distances to zeroing of a material: plies until a capture or pawn move that keeps the win, or until mate.
/// `tables` must contain the material's own distance table.
///
/// # Errors
/// As for [`generate`].
pub(in crate::tablebase) fn generate_zeroing(
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

/// A table in progress.
struct Analysis<'a, M> {
    layout: &'a Layout,
    metric: &'a M,
    build: &'a Build<'a>,
    sides: [CodesOfSide; 2],
    /// The longest win or loss that a capture or promotion leads to, in moves.
    longest_conversion: u8,
    /// The positions with each side to move that are lost in one move more than a byte can say. Their byte says one less.
    longer_losses: [Vec<usize>; 2],
    solved: u64,
}

/// The positions with one side to move.
struct CodesOfSide {
    codes: Vec<u8>,
    undecided: Vec<u8>,
}

impl CodesOfSide {
    fn new(size: usize) -> CodesOfSide {
        CodesOfSide { codes: vec![0; size], undecided: vec![0; size] }
    }

    /// Lets several threads write.
    fn shared(&mut self) -> SharedCodes<'_> {
        SharedCodes { codes: shared(&mut self.codes), undecided: shared(&mut self.undecided) }
    }

    /// The numbers of a range whose value is this one and final, not just the worst capture while other moves are undecided.
    ///
    /// Each of up to 250 steps looks through all positions for the few that it settles. Read byte by byte, that took 80 % of a build.
    fn solved(&self, numbers: Range<usize>, code: Code) -> impl Iterator<Item = usize> {
        let begin = numbers.start;
        let found = memchr_iter(code.0, &self.codes[numbers]).map(move |place| begin + place);
        found.filter(move |number| code.is_win() || self.undecided[*number] == 0)
    }
}

/// The positions with one side to move, while several threads write.
struct SharedCodes<'a> {
    codes: &'a [AtomicU8],
    undecided: &'a [AtomicU8],
}

/// Bytes have no alignment that could be wrong, so the slice is never the empty one.
fn shared(bytes: &mut [u8]) -> &[AtomicU8] {
    <[AtomicU8]>::mut_from_bytes(bytes).map(|bytes| &*bytes).unwrap_or_default()
}

impl<'a, M: Metric> Analysis<'a, M> {
    fn new(layout: &'a Layout, metric: &'a M, build: &'a Build<'a>) -> Analysis<'a, M> {
        let sides = [CodesOfSide::new(layout.size()), CodesOfSide::new(layout.size())];
        Analysis {
            layout,
            metric,
            build,
            sides,
            longest_conversion: 0,
            longer_losses: Default::default(),
            solved: 0,
        }
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
        for to_move in 0..self.sides.len() {
            self.report(None)?;
            let Analysis { layout, metric, build, .. } = *self;
            let side = self.sides[to_move].shared();
            let all = in_chunks(build.threads, layout.size(), |numbers| {
                let mut longest_here = 0;
                for number in numbers {
                    let seed = seed(layout, conversions, metric, to_move, number);
                    side.codes[number].store(seed.code.0, Ordering::Relaxed);
                    side.undecided[number].store(seed.undecided, Ordering::Relaxed);
                    if seed.code.is_win() || seed.code.is_loss() {
                        longest_here = seed.code.moves().max(longest_here);
                    }
                }
                longest.fetch_max(longest_here, Ordering::Relaxed);
                !build.cancel.load(Ordering::Relaxed)
            });
            self.complete(all)?;
        }
        self.longest_conversion = longest.into_inner();
        self.report(None)
    }

    /// Works through the distances to mate in order: loss in 0, win in 1, loss in 1, win in 2, ...
    fn solve(&mut self) -> Result<(), GenerateError> {
        let mut moves = 0;
        loop {
            self.report(Some(moves))?;
            let mut found = if moves > 0 { self.take_back(Code::win(moves))? } else { 0 };
            if moves <= Code::LONGEST_LOSS {
                found += self.take_back(Code::loss(moves))?;
            }
            self.solved += found;
            if moves == Code::LONGEST_WIN {
                return if self.is_all_known() { self.report(Some(moves)) } else { Err(self.too_long()) };
            }
            if found == 0 && moves >= self.longest_conversion.max(1) {
                return self.report(Some(moves));
            }
            moves += 1;
        }
    }

    /// Whether no position wins only by leading to one of the longest losses: that would be a win which no byte can say.
    fn is_all_known(&self) -> bool {
        let mut is_known = true;
        for (to_move, numbers) in self.longer_losses.iter().enumerate() {
            let before = &self.sides[1 - to_move].codes;
            for &number in numbers {
                retract(self.layout, to_move, number, true, |number, _| {
                    let code = Code(before[number]);
                    is_known &= code.is_win() || code == Code::ILLEGAL;
                });
            }
        }
        is_known
    }

    fn too_long(&self) -> GenerateError {
        GenerateError::TooLong { material: self.layout.material() }
    }

    /// An unfinished step must not be built upon, even if the cancelling flag is cleared later.
    fn complete(&self, all: bool) -> Result<(), GenerateError> {
        if all { Ok(()) } else { Err(GenerateError::Cancelled { material: self.layout.material() }) }
    }

    /// Takes back a move from every position with a value; returns the number of these positions.
    fn take_back(&mut self, code: Code) -> Result<u64, GenerateError> {
        let found = AtomicU64::new(0);
        let Analysis { layout, metric, build, .. } = *self;
        let through_pawns = metric.after_pawn_moves().is_none();
        for to_move in 0..self.sides.len() {
            let [first, second] = &mut self.sides;
            let (here, before) = if to_move == 0 { (&*first, second) } else { (&*second, first) };
            let (before, longer_losses) = (before.shared(), Mutex::new(Vec::new()));
            let all = in_chunks(build.threads, layout.size(), |numbers| {
                let mut found_here = 0;
                for number in here.solved(numbers, code) {
                    found_here += 1;
                    retract(layout, to_move, number, through_pawns, |number, moves| {
                        if !before.learn(number, code, moves, M::LOSS_STEP) {
                            longer_losses.lock().push(number);
                        }
                    });
                }
                found.fetch_add(found_here, Ordering::Relaxed);
                !build.cancel.load(Ordering::Relaxed)
            });
            self.complete(all)?;
            self.longer_losses[1 - to_move].append(&mut longer_losses.into_inner());
            // Where losses count a move more, they may be longer still.
            if M::LOSS_STEP > 0 && !self.longer_losses[1 - to_move].is_empty() {
                return Err(self.too_long());
            }
        }
        Ok(found.into_inner())
    }

    fn finish(self) -> M::Distances {
        let codes = self.sides.map(CodesOfSide::into_codes);
        M::finish(self.layout.clone(), codes, self.longer_losses)
    }
}

impl SharedCodes<'_> {
    /// Records that some moves of a position lead to one with this value for the opponent. Returns false if that makes it a loss
    /// in more moves than a byte can say.
    #[inline]
    fn learn(&self, number: usize, reply: Code, moves: u8, loss_step: u8) -> bool {
        let code = &self.codes[number];
        let known = Code(code.load(Ordering::Relaxed));
        if known == Code::ILLEGAL {
            return true;
        }
        if reply.is_loss() {
            // A faster win is a lower byte.
            if known > Code::win(reply.moves() + 1) {
                code.fetch_min(Code::win(reply.moves() + 1).0, Ordering::Relaxed);
            }
        } else if !known.is_win() && self.undecided[number].fetch_sub(moves, Ordering::Relaxed) == moves {
            // Distances come in order, so the last winning reply is the slowest; a capture may be slower still.
            let length = reply.moves() + loss_step;
            let loss = Code::loss(length.min(Code::LONGEST_LOSS));
            code.store(if known.is_loss() { loss.max(known).0 } else { loss.0 }, Ordering::Relaxed);
            return length <= Code::LONGEST_LOSS;
        }
        true
    }
}

impl CodesOfSide {
    /// Returns the final values. A loss by captures is a draw if other moves do not lose.
    fn into_codes(self) -> Vec<u8> {
        let mut codes = self.codes;
        for (code, undecided) in codes.iter_mut().zip(self.undecided) {
            if Code(*code).is_loss() && undecided > 0 {
                *code = Code::DRAW.0;
            }
        }
        codes
    }
}

/// One more move before the longest loss still fits.
const _: () = assert!(Code::LONGEST_WIN == Code::LONGEST_LOSS + 1);

#[cfg(test)]
mod tests {
    use super::*;

    /// Solves rook endings in which one position is lost in 126 moves, and each position has as many moves more than those that
    /// lead there.
    fn solved_from_the_longest_loss(undecided: u8) -> Result<usize, GenerateError> {
        let layout = Layout::new("KRvK".parse().unwrap());
        let cancel = AtomicBool::new(false);
        let build = Build { threads: 2, gives_way: false, cancel: &cancel, progress: &|_| {} };
        let mut analysis = Analysis::new(&layout, &ToMate, &build);
        for side in &mut analysis.sides {
            side.codes.fill(Code::DRAW.0);
            side.undecided.fill(undecided);
        }
        let lost = layout.index(&[18, 36, 56, 0, 0]);
        analysis.sides[1].codes[lost] = Code::loss(Code::LONGEST_LOSS).0;
        analysis.sides[1].undecided[lost] = 0;
        analysis.longest_conversion = Code::LONGEST_LOSS;
        analysis.solve()?;
        let longest = Code::win(Code::LONGEST_WIN).0;
        Ok(analysis.sides[0].codes.iter().filter(|code| **code == longest).count())
    }

    /// The longest mates of KPPvKP take 127 moves, for the side that mates and for the other.
    #[test]
    fn wins_in_127_moves_fit_and_are_refused_only_if_longer_ones_follow() {
        // A king has at most eight moves.
        assert!(solved_from_the_longest_loss(9).unwrap() > 0);
        assert!(matches!(solved_from_the_longest_loss(1), Err(GenerateError::TooLong { .. })));
    }
}
