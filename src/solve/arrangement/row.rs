//! A row of placements: those that differ only by the attacker's king; and sets of squares for a whole row.

use shakmaty::{Bitboard, Square};

use super::bound::{Bound, KingSets, Wanted};
use super::layout::{MOST_NAMED_PIECES, Placement};

/// The placements of a row.
pub(in crate::solve) const OF_ROW: usize = 64;

/// For each square of the attacker's king, squares of the defender's king.
pub(in crate::solve) type KingRow = [Bitboard; OF_ROW];

/// No squares at all.
pub(in crate::solve) const EMPTY_ROW: KingRow = [Bitboard::EMPTY; OF_ROW];

/// The squares of the pieces, in the order of the arrangement's pieces; A1 in unused places. The attacker's king may be anywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::solve) struct Row {
    pub pieces: [Square; MOST_NAMED_PIECES],
}

impl Row {
    /// The row with a number, in an arrangement of this many pieces.
    #[inline]
    pub fn of(number: usize, count: usize) -> Row {
        Row { pieces: Placement::of(number * OF_ROW, count).pieces }
    }

    /// The number of a row that has this many pieces.
    #[inline]
    pub fn number(self, count: usize) -> usize {
        self.at(Square::A1).number(count) / OF_ROW
    }

    /// The placement with the attacker's king on a square.
    #[inline]
    pub fn at(self, king: Square) -> Placement {
        Placement { king, pieces: self.pieces }
    }

    pub fn with_piece_on(mut self, slot: usize, to: Square) -> Row {
        self.pieces[slot] = to;
        self
    }

    /// The row with another piece in a slot; the later pieces move up by one.
    pub fn with_piece_added(mut self, slot: usize, on: Square) -> Row {
        self.pieces.copy_within(slot..MOST_NAMED_PIECES - 1, slot + 1);
        self.pieces[slot] = on;
        self
    }

    /// The row without the piece in a slot.
    pub fn without_piece(mut self, slot: usize) -> Row {
        self.pieces.copy_within(slot + 1.., slot);
        self.pieces[MOST_NAMED_PIECES - 1] = Square::A1;
        self
    }
}

/// Returns the squares of the attacker's king at which a row is not empty.
pub(in crate::solve) fn kings_of(row: &KingRow) -> Bitboard {
    let places = row.iter().enumerate();
    Bitboard(places.fold(0, |kings, (king, squares)| kings | u64::from(squares.any()) << king))
}

/// For each bound and each square of the attacker's king, a set of squares of the defender's king.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::solve) struct RowSets([KingRow; 3]);

impl RowSets {
    pub const EMPTY: RowSets = RowSets([EMPTY_ROW; 3]);

    /// The sets of one bound.
    #[inline]
    pub fn of(&self, bound: Bound) -> &KingRow {
        &self.0[bound as usize]
    }

    #[inline]
    pub fn of_mut(&mut self, bound: Bound) -> &mut KingRow {
        &mut self.0[bound as usize]
    }

    /// The sets of one square of the attacker's king; those of bounds that were not asked for are empty.
    pub fn at(&self, king: Square, wanted: Wanted) -> KingSets {
        KingSets::of_each(wanted, |bound| self.of(bound)[usize::from(king)])
    }

    /// Adds other sets to those of these squares of the attacker's king.
    pub fn unite(&mut self, more: &RowSets, kings: Bitboard, wanted: Wanted) {
        for bound in wanted.each() {
            let (sets, more) = (self.of_mut(bound), more.of(bound));
            for king in kings.into_iter().map(usize::from) {
                sets[king] |= more[king];
            }
        }
    }

    /// Changes the sets of one square of the attacker's king.
    pub fn set(&mut self, king: Square, wanted: Wanted, sets: KingSets) {
        for bound in wanted.each() {
            self.of_mut(bound)[usize::from(king)] = sets.of(bound);
        }
    }

    /// Changes the sets of these squares of the attacker's king to the same squares for each wanted bound.
    #[inline]
    pub fn set_each(&mut self, kings: Bitboard, wanted: Wanted, squares: impl Fn(Square) -> Bitboard) {
        for king in kings {
            let squares = squares(king);
            for bound in wanted.each() {
                self.of_mut(bound)[usize::from(king)] = squares;
            }
        }
    }
}
