//! Moves men to other squares, takes men off, adds men, changes their kind, or shifts all by a file.

use std::ops::RangeInclusive;

use fastrand::Rng;
use shakmaty::{
    Board as Men, CastlingMode, Chess, File, FromSetup, Piece, Position as _, Role, Setup, Square,
};

use crate::board::Board;
use crate::training::free_square::{free_square, may_be_on};

/// How many changes make another position.
const CHANGES: RangeInclusive<usize> = 1..=4;

/// The kinds of men that come or go.
const ROLES: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

#[derive(Clone, Copy)]
enum Change {
    Move,
    Remove,
    Add,
    Exchange,
    Shift,
}

/// The changes, each as often as it is drawn. Men move most often: material stays nearly balanced then.
const DRAWN: [Change; 10] = [
    Change::Move,
    Change::Move,
    Change::Move,
    Change::Move,
    Change::Move,
    Change::Remove,
    Change::Remove,
    Change::Add,
    Change::Exchange,
    Change::Shift,
];

/// Returns a position with changed men and without castling rights; `None` if the changes do not make a legal one.
pub(super) fn changed(board: &Board, random: &mut Rng) -> Option<Board> {
    let mut men = board.position().board().clone();
    for _ in 0..random.usize(CHANGES) {
        men = match random.choice(DRAWN)? {
            Change::Move => with_man_moved(men, random)?,
            Change::Remove => without_man(men, random)?,
            Change::Add => with_man_added(men, random)?,
            Change::Exchange => with_man_exchanged(men, random)?,
            Change::Shift => shifted(&men, random)?,
        };
    }
    let setup = Setup { board: men, turn: board.turn(), ..Setup::empty() };
    Chess::from_setup(setup, CastlingMode::Standard).ok().map(Board::new)
}

fn with_man_moved(mut men: Men, random: &mut Rng) -> Option<Men> {
    let from = random.choice(men.occupied())?;
    let man = men.remove_piece_at(from)?;
    men.set_piece_at(free_square(&men, man.role, random)?, man);
    Some(men)
}

fn without_man(mut men: Men, random: &mut Rng) -> Option<Men> {
    let from = random.choice(men.occupied() & !men.kings())?;
    men.remove_piece_at(from)?;
    Some(men)
}

fn with_man_added(mut men: Men, random: &mut Rng) -> Option<Men> {
    let man = Piece { color: shakmaty::Color::from_white(random.bool()), role: random.choice(ROLES)? };
    men.set_piece_at(free_square(&men, man.role, random)?, man);
    Some(men)
}

fn with_man_exchanged(mut men: Men, random: &mut Rng) -> Option<Men> {
    let on = random.choice(men.occupied() & !men.kings())?;
    let color = men.color_at(on)?;
    let role = random.choice(ROLES).filter(|role| may_be_on(*role, on))?;
    men.set_piece_at(on, Piece { color, role });
    Some(men)
}

/// Moves all men one file to the left or right, if there is space.
fn shifted(men: &Men, random: &mut Rng) -> Option<Men> {
    let is_left = random.bool();
    let edge = if is_left { File::A } else { File::H };
    if (men.occupied() & shakmaty::Bitboard::from(edge)).any() {
        return None;
    }
    let beside = |square: Square| square.offset(if is_left { -1 } else { 1 });
    let mut all = Men::empty();
    for (square, man) in men.clone() {
        all.set_piece_at(beside(square)?, man);
    }
    Some(all)
}
