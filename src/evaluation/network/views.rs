//! Each side's view of the board: hidden units that add up what each man means, given the square of the side's king.

use arrayvec::ArrayVec;
use shakmaty::{Bitboard, Color, Role, Square};

use super::numbers::Numbers;
use super::rows::Row;
use crate::evaluation::context::EvaluationContext;

/// The most regions of the own king's square: a view has its king on one of the files a to d.
const MOST_REGIONS: usize = 32;

/// Inputs of one view for one region: own and enemy pieces of six kinds on 64 squares.
const INPUTS: usize = 2 * 6 * 64;

/// The region of each square of the own king on files a to d, rank by rank.
pub(super) type Regions = [u8; MOST_REGIONS];

/// On the first rank each file is a region, because most kings are there while many men are on the board. Above it a
/// region has two files, first of the second rank and then of two ranks each.
pub(super) const TWELVE_REGIONS: Regions = [
    0, 1, 2, 3, //
    4, 4, 5, 5, //
    6, 6, 7, 7, //
    6, 6, 7, 7, //
    8, 8, 9, 9, //
    8, 8, 9, 9, //
    10, 10, 11, 11, //
    10, 10, 11, 11, //
];

/// Each square is a region: in endings kings are active, and a file or a rank decides.
pub(super) const EVERY_SQUARE: Regions = [
    0, 1, 2, 3, //
    4, 5, 6, 7, //
    8, 9, 10, 11, //
    12, 13, 14, 15, //
    16, 17, 18, 19, //
    20, 21, 22, 23, //
    24, 25, 26, 27, //
    28, 29, 30, 31, //
];

/// Returns the number that turns a square into the view of a side by exclusive or: its first rank below, its king on
/// files a to d. Mirrored positions are worth the same, so the network need not learn them twice.
#[inline]
fn orientation(king: Square, side: Color) -> usize {
    const MIRROR: usize = 7;
    const FLIP: usize = 56;
    (usize::from(is_mirrored(king)) * MIRROR) ^ side.fold_wb(0, FLIP)
}

/// Returns whether the view of a side with this king is mirrored.
#[inline]
fn is_mirrored(king: Square) -> bool {
    king.file() as u32 > 3
}

/// At most this many men are added or removed at once.
const MOST_MEN: usize = 64;

/// What each input adds to the hidden units, by region of the own king.
#[derive(Debug)]
pub(super) struct Table<const PAIRS: usize> {
    rows: Box<[Row<PAIRS>]>,
    bias: Row<PAIRS>,
    regions: &'static Regions,
}

impl<const PAIRS: usize> Table<PAIRS> {
    /// How many numbers of the file lie between an input's number in one region and in the next.
    pub(super) const NUMBERS_A_REGION: usize = INPUTS * 2 * PAIRS;

    pub(super) fn read(numbers: &mut Numbers<'_>, regions: &'static Regions) -> Table<PAIRS> {
        let count = 1 + regions.iter().copied().max().map_or(0, usize::from);
        let rows = (0..count * INPUTS).map(|_| Row::read(numbers)).collect();
        Table { rows, bias: Row::read(numbers), regions }
    }

    /// Returns the region of a king's square in its turned view.
    #[inline]
    fn region(&self, king: usize) -> usize {
        usize::from(self.regions[king / 8 * 4 + king % 4])
    }
}

/// The last view for every region of each king. Positions that follow each other in a search share most of their men,
/// so only the differences are added and removed.
#[derive(Debug)]
pub(super) struct Views<const PAIRS: usize>(
    /// By side, by whether the view is mirrored, and by the region of its king.
    Box<[[[View<PAIRS>; MOST_REGIONS]; 2]; 2]>,
);

/// The hidden units as one side sees the board.
#[derive(Clone, Copy, Debug)]
struct View<const PAIRS: usize> {
    hidden: Row<PAIRS>,
    /// The men in it, own ones first, by role.
    men: [[Bitboard; 6]; 2],
}

impl<const PAIRS: usize> Views<PAIRS> {
    pub(super) fn new(table: &Table<PAIRS>) -> Views<PAIRS> {
        let empty = View { hidden: table.bias, men: [[Bitboard::EMPTY; 6]; 2] };
        Views(Box::new([[[empty; MOST_REGIONS]; 2]; 2]))
    }

    /// Returns the products of both views, the mover's first: each unit of the first half times one of the second.
    #[inline(always)]
    pub(super) fn products(&mut self, table: &Table<PAIRS>, context: &EvaluationContext<'_>) -> Row<PAIRS> {
        let mut found = Row::ZERO;
        for (products, side) in found.0.iter_mut().zip([context.turn, !context.turn]) {
            self.seen_by(table, context, side).multiply(products);
        }
        found
    }

    /// Returns a side's view of a position.
    #[inline(always)]
    fn seen_by(&mut self, table: &Table<PAIRS>, context: &EvaluationContext<'_>, side: Color) -> &Row<PAIRS> {
        let king = context.sides[side].king;
        let turning = orientation(king, side);
        let region = table.region(king as usize ^ turning);
        let rows = &table.rows[region * INPUTS..][..INPUTS];
        let view = &mut self.0[side as usize][usize::from(is_mirrored(king))][region];
        view.refresh(rows, context, side, turning);
        &view.hidden
    }
}

impl<const PAIRS: usize> View<PAIRS> {
    /// Brings the men of a view up to date. Few have come or gone since the last time.
    #[inline(always)]
    fn refresh(&mut self, rows: &[Row<PAIRS>], context: &EvaluationContext<'_>, side: Color, turning: usize) {
        let mut come = ArrayVec::<&Row<PAIRS>, MOST_MEN>::new();
        let mut gone = ArrayVec::<&Row<PAIRS>, MOST_MEN>::new();
        for (owner, color) in [side, !side].into_iter().enumerate() {
            for (kind, role) in Role::ALL.into_iter().enumerate() {
                let before = &mut self.men[owner][kind];
                let now = context.pieces.by_role(role) & context.sides[color].all;
                if now == *before {
                    continue;
                }
                let first = (owner * Role::ALL.len() + kind) * 64;
                let row = |square: Square| &rows[first + (square as usize ^ turning)];
                come.extend((now & !*before).into_iter().map(row));
                gone.extend((*before & !now).into_iter().map(row));
                *before = now;
            }
        }
        self.hidden.update(&come, &gone);
    }
}

impl<const PAIRS: usize> Table<PAIRS> {
    /// Returns whether no sum over as many men as a board can hold overflows.
    pub(super) fn fits(&self) -> bool {
        let largest = |row: &Row<PAIRS>| {
            row.all().iter().map(|weight| u32::from(weight.unsigned_abs())).max().unwrap_or(0)
        };
        let row = self.rows.iter().map(largest).max().unwrap_or(0);
        row * MOST_MEN as u32 + largest(&self.bias) <= i16::MAX as u32
    }
}
