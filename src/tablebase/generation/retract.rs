//! Takes moves back: finds every position from which one move within the table leads to a given one.

use shakmaty::attacks::king_attacks;
use shakmaty::{Bitboard, Role, Square};

use super::men::{Men, forward, square, written_as_passing};
use crate::tablebase::index::Layout;
use crate::tablebase::symmetry::{FLIP, TRANSFORMED};

/// Calls `visit` with the number of each predecessor, and with how many of its moves lead here, mirrored ones included. `side`
/// is to move here, the other side there. Some predecessors are illegal; their table entries say so. Pawn moves are taken back
/// only if `through_pawns`.
#[inline]
pub(in crate::tablebase) fn retract(
    layout: &Layout,
    side: usize,
    number: usize,
    through_pawns: bool,
    mut visit: impl FnMut(usize, u8),
) {
    let squares = layout.squares(number);
    let Some(men) = Men::new(layout.slots(), &squares) else { return };
    let symmetric = layout.is_symmetric(&squares);
    let passing_possible = layout.material().both_have_pawns();
    let moved =
        |man: &usize| men.slots[*man].side != side && (through_pawns || men.slots[*man].role != Role::Pawn);
    for man in (0..men.slots.len()).filter(moved) {
        let here = square(men.squares[man]);
        for origin in origins(&men, man) {
            // Of two retractions that mirror each other, the lower one counts for both.
            if symmetric && (u8::from(here), u8::from(origin)) > (flipped(here), flipped(origin)) {
                continue;
            }
            let mut before = men;
            before.squares[man] = u8::from(origin);
            // A position that is its own mirror image reaches every other position twice: directly and mirrored.
            let moves = if !symmetric && layout.is_symmetric(&before.squares) { 2 } else { 1 };
            visit(layout.index(&before.squares), moves);
            if passing_possible {
                before.occupied = men.occupied.without(here).with(origin);
                before.of_side[1 - side] = men.of_side[1 - side].without(here).with(origin);
                visit_passing(layout, &before, side, &mut visit);
            }
        }
    }
}

/// Visits the same predecessor with each en passant right that the mover may have had and not used.
fn visit_passing(layout: &Layout, before: &Men, passer: usize, visit: &mut impl FnMut(usize, u8)) {
    for man in (2..before.slots.len()).filter(|&man| before.slots[man].side == passer) {
        if before.could_be_passing(man) {
            let mut squares = before.squares;
            squares[man] = written_as_passing(passer, squares[man]);
            visit(layout.index(&squares), 1);
        }
    }
}

/// The squares that a man may have come from, without a capture or promotion.
#[inline]
fn origins(men: &Men, man: usize) -> Bitboard {
    if let Some(passing) = men.passing {
        return if passing == man { start_of(men, man).into() } else { Bitboard::EMPTY };
    }
    match men.slots[man].role {
        Role::Pawn => pawn_origins(men, man),
        Role::King => {
            men.attacks(man, men.occupied) & !men.occupied & !king_attacks(square(men.squares[1 - man]))
        }
        _ => men.attacks(man, men.occupied) & !men.occupied,
    }
}

fn pawn_origins(men: &Men, man: usize) -> Bitboard {
    let side = men.slots[man].side;
    let here = men.squares[man];
    let behind = square(here.wrapping_add_signed(-forward(side)));
    if here >> 3 == [1, 6][side] || men.occupied.contains(behind) {
        return Bitboard::EMPTY;
    }
    let mut origins = Bitboard::from(behind);
    let start = start_of(men, man);
    // A double step next to an enemy pawn leads to the position with an en passant right, not to this one.
    if here >> 3 == [3, 4][side] && !men.occupied.contains(start) && !men.could_be_passing(man) {
        origins |= Bitboard::from(start);
    }
    origins
}

/// The square two behind a pawn.
fn start_of(men: &Men, man: usize) -> Square {
    square(men.squares[man].wrapping_add_signed(-2 * forward(men.slots[man].side)))
}

fn flipped(here: Square) -> u8 {
    TRANSFORMED[FLIP][usize::from(here)]
}
