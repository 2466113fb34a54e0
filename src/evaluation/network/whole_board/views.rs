//! How each side sees the board: hidden units that add up what its men and the other side's mean where its king stands.

use arrayvec::ArrayVec;
use shakmaty::{Bitboard, Color, Role, Square};

use crate::evaluation::context::EvaluationContext;
use crate::evaluation::network::layers::{is_mirrored, orientation};
use crate::evaluation::network::numbers::Numbers;

/// Hidden units for each side's view.
pub(super) const WIDTH: usize = 384;

/// Products of one view's units, each of the first half with one of the second.
pub(super) const PAIRS: usize = WIDTH / 2;

/// A hidden unit that is wholly on. Weights of the table are in parts of it.
pub(super) const FULL: i16 = 255;

/// What products of two units are shifted by.
pub(super) const PRODUCT_SHIFT: u32 = 8;

/// Regions of the own king's square.
const REGIONS: usize = 12;

/// Inputs of one view for one region: own and enemy pieces of six kinds on 64 squares.
const INPUTS: usize = 2 * 6 * 64;

/// The region of a king's square on the files a to d: each file of the first rank is one, where most kings stand while many
/// men are on the board; behind it two files are one, of the second rank and then of two ranks each.
#[inline]
fn region(king: usize) -> usize {
    if king < 8 { king } else { 4 + king / 16 * 2 + king % 8 / 2 }
}

/// More men than this do not come at once.
const MOST_MEN: usize = 64;

/// Hidden units before they are cut to what lies between off and wholly on.
type Hidden = [i16; WIDTH];

/// The products of both views, the mover's first.
pub(super) type Products = [[i16; PAIRS]; 2];

/// What each input adds to the hidden units, by the region of the own king.
#[derive(Debug)]
pub(super) struct Table {
    rows: Box<[Hidden]>,
    bias: Hidden,
}

impl Table {
    pub(super) fn read(numbers: &mut Numbers<'_>) -> Table {
        Table { rows: numbers.rows(REGIONS * INPUTS), bias: numbers.row() }
    }
}

/// What was seen last for every region of each king: positions that follow each other in a search share most of their
/// men, and only the others are added and taken away.
#[derive(Debug)]
pub(super) struct Views(
    /// By side, by whether its view is mirrored, and by its king's region.
    Box<[[[View; REGIONS]; 2]; 2]>,
);

/// The hidden units as one side sees the board.
#[derive(Clone, Copy, Debug)]
struct View {
    hidden: Hidden,
    /// The men in it, own ones first, by role.
    men: [[Bitboard; 6]; 2],
}

impl Views {
    pub(super) fn new(table: &Table) -> Views {
        let empty = View { hidden: table.bias, men: [[Bitboard::EMPTY; 6]; 2] };
        Views(Box::new([[[empty; REGIONS]; 2]; 2]))
    }

    /// What both sides see.
    #[inline]
    pub(super) fn products(&mut self, table: &Table, context: &EvaluationContext<'_>) -> Products {
        let mut found = [[0; PAIRS]; 2];
        multiply(self.seen_by(table, context, context.turn), &mut found[0]);
        multiply(self.seen_by(table, context, !context.turn), &mut found[1]);
        found
    }

    /// A side's view of a position.
    #[inline]
    fn seen_by(&mut self, table: &Table, context: &EvaluationContext<'_>, side: Color) -> &Hidden {
        let king = context.sides[side].king;
        let turning = orientation(king, side);
        let region = region(king as usize ^ turning);
        let rows = &table.rows[region * INPUTS..][..INPUTS];
        let view = &mut self.0[side as usize][usize::from(is_mirrored(king))][region];
        view.refresh(rows, context, side, turning);
        &view.hidden
    }
}

impl View {
    /// Makes the men of a view those that stand now: few have come or gone since the last time.
    #[inline]
    fn refresh(&mut self, rows: &[Hidden], context: &EvaluationContext<'_>, side: Color, turning: usize) {
        let mut come = ArrayVec::<&Hidden, MOST_MEN>::new();
        let mut gone = ArrayVec::<&Hidden, MOST_MEN>::new();
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
        update(&mut self.hidden, &come, &gone);
    }
}

/// Adds some rows and takes others away, as many at once as there are.
#[inline]
fn update(hidden: &mut Hidden, mut come: &[&Hidden], mut gone: &[&Hidden]) {
    while let ([first, second, more_come @ ..], [third, fourth, more_gone @ ..]) = (come, gone) {
        change(hidden, |unit, place| {
            let come = first[place].wrapping_add(second[place]);
            unit.wrapping_add(come).wrapping_sub(third[place].wrapping_add(fourth[place]))
        });
        (come, gone) = (more_come, more_gone);
    }
    while let ([first, more_come @ ..], [second, more_gone @ ..]) = (come, gone) {
        change(hidden, |unit, place| unit.wrapping_add(first[place]).wrapping_sub(second[place]));
        (come, gone) = (more_come, more_gone);
    }
    for row in come {
        change(hidden, |unit, place| unit.wrapping_add(row[place]));
    }
    for row in gone {
        change(hidden, |unit, place| unit.wrapping_sub(row[place]));
    }
}

#[inline]
fn change(hidden: &mut Hidden, to: impl Fn(i16, usize) -> i16) {
    for (place, unit) in hidden.iter_mut().enumerate() {
        *unit = to(*unit, place);
    }
}

/// Each unit of the first half times one of the second, both between off and wholly on.
#[inline]
fn multiply(hidden: &Hidden, products: &mut [i16; PAIRS]) {
    let on = |unit: i16| unit.clamp(0, FULL) as u16;
    let (first, second) = hidden.split_at(PAIRS);
    for ((product, first), second) in products.iter_mut().zip(first).zip(second) {
        *product = (on(*first).wrapping_mul(on(*second)) >> PRODUCT_SHIFT) as i16;
    }
}

#[cfg(test)]
impl Table {
    /// That no sum of as many men as a board can hold runs over its bits.
    pub(super) fn assert_fits(&self) {
        let largest = |row: &Hidden| row.iter().map(|weight| i32::from(weight.abs())).max().unwrap();
        let row = self.rows.iter().map(largest).max().unwrap();
        assert!(row * MOST_MEN as i32 + largest(&self.bias) <= i32::from(i16::MAX), "{row}");
    }
}
