//! The two units that a retrograde analysis can count, and the table that each produces.

use super::zeroing_distances::ZeroingDistances;
use crate::tablebase::index::Layout;
use crate::tablebase::table::DtmTable;
use crate::tablebase::value::Code;

/// A way to count. The analysis works on [`Code`]s in a unit that only the metric knows; each metric produces its own type of
/// table.
pub(in crate::tablebase) trait Metric: Sync {
    /// The finished distances of a material.
    type Distances;

    /// What a loss counts beyond the opponent's win that it leads to.
    const LOSS_STEP: u8;

    /// Returns the distance table that values the positions after pawn moves, if these end the count; `None` if pawn moves stay
    /// in the count.
    fn after_pawn_moves(&self) -> Option<&DtmTable>;

    /// Returns the value of a move that leaves the table or ends the count, from the value of the position after it.
    fn before(reply: Code) -> Code;

    /// Makes the table from the codes, indexed by side to move and then by number, and from the positions that are lost in one
    /// move more than their code says; with a step for losses there are none.
    fn finish(layout: Layout, codes: [Vec<u8>; 2], longer_losses: [Vec<usize>; 2]) -> Self::Distances;
}

/// Moves to mate.
pub(in crate::tablebase) struct ToMate;

/// Plies to mate or to a move that sets the 50-move clock to zero. Pawn moves end the count like captures.
pub(in crate::tablebase) struct ToZeroing<'a> {
    /// The distance table of the same material.
    pub mates: &'a DtmTable,
}

impl Metric for ToMate {
    type Distances = DtmTable;

    /// Only the winner's moves count.
    const LOSS_STEP: u8 = 0;

    #[inline]
    fn after_pawn_moves(&self) -> Option<&DtmTable> {
        None
    }

    #[inline]
    fn before(reply: Code) -> Code {
        if reply.is_loss() {
            Code::win(reply.moves() + 1)
        } else if reply.is_win() {
            Code::loss(reply.moves().min(Code::LONGEST_LOSS))
        } else {
            Code::DRAW
        }
    }

    fn finish(layout: Layout, codes: [Vec<u8>; 2], longer_losses: [Vec<usize>; 2]) -> DtmTable {
        DtmTable::new(layout, codes, longer_losses)
    }
}

impl Metric for ToZeroing<'_> {
    type Distances = ZeroingDistances;

    const LOSS_STEP: u8 = 1;

    #[inline]
    fn after_pawn_moves(&self) -> Option<&DtmTable> {
        Some(self.mates)
    }

    #[inline]
    fn before(reply: Code) -> Code {
        if reply.is_loss() {
            Code::win(1)
        } else if reply.is_win() {
            Code::loss(1)
        } else {
            Code::DRAW
        }
    }

    fn finish(layout: Layout, codes: [Vec<u8>; 2], _: [Vec<usize>; 2]) -> ZeroingDistances {
        ZeroingDistances::new(layout, codes)
    }
}
