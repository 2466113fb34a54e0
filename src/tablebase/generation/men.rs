//! A position of a table as bare squares: attacks, and the en passant right that a pawn's square encodes.

use shakmaty::attacks::{
    between, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, queen_attacks, rook_attacks,
};
use shakmaty::{Bitboard, Color, Role, Square};

use crate::tablebase::index::{Slot, Squares};
use crate::tablebase::material::MOST_MEN;

/// Returns the square with a number below 64.
#[inline]
pub(in crate::tablebase) fn square(number: u8) -> Square {
    Square::new(u32::from(number & 63))
}

/// The men of a table on their squares, with the stronger side as White.
#[derive(Clone, Copy)]
pub(in crate::tablebase) struct Men<'a> {
    pub slots: &'a [Slot],
    /// The actual square of each man.
    pub squares: Squares,
    pub occupied: Bitboard,
    /// The men of each side.
    pub of_side: [Bitboard; 2],
    /// The pawn that can be captured en passant.
    pub passing: Option<usize>,
}

impl<'a> Men<'a> {
    /// Returns the men on the squares of a table's number; `None` if two share a square, or if a pawn is on its own back rank
    /// and cannot be captured en passant.
    #[inline]
    pub fn new(slots: &'a [Slot], numbered: &Squares) -> Option<Men<'a>> {
        let mut men = Men {
            slots,
            squares: *numbered,
            occupied: Bitboard::EMPTY,
            of_side: [Bitboard::EMPTY; 2],
            passing: None,
        };
        for (man, slot) in slots.iter().enumerate() {
            if slot.role == Role::Pawn && on_own_back_rank(slot.side, numbered[man]) {
                if men.passing.is_some() {
                    return None;
                }
                men.squares[man] = numbered[man].wrapping_add_signed(3 * forward(slot.side));
                men.passing = Some(man);
            }
            let here = Bitboard::from(square(men.squares[man]));
            if (men.occupied & here).any() {
                return None;
            }
            men.occupied |= here;
            men.of_side[slot.side] |= here;
        }
        match men.passing {
            Some(man) if !men.could_be_passing(man) => None,
            _ => Some(men),
        }
    }

    /// Returns whether a pawn may have just moved two squares, to a square next to an enemy pawn.
    #[inline]
    pub fn could_be_passing(&self, man: usize) -> bool {
        let Slot { side, role } = self.slots[man];
        let here = self.squares[man];
        if role != Role::Pawn || here >> 3 != [3, 4][side] {
            return false;
        }
        let behind = here.wrapping_add_signed(-forward(side));
        let start = here.wrapping_add_signed(-2 * forward(side));
        let path = Bitboard::from(square(behind)) | Bitboard::from(square(start));
        (path & self.occupied).is_empty()
            && (pawn_attacks(color(side), square(behind)) & self.pawns(1 - side)).any()
    }

    /// Returns the pawns of a side.
    #[inline]
    pub fn pawns(&self, side: usize) -> Bitboard {
        let mut pawns = Bitboard::EMPTY;
        for (man, slot) in self.slots.iter().enumerate() {
            if slot.side == side && slot.role == Role::Pawn {
                pawns |= Bitboard::from(square(self.squares[man]));
            }
        }
        pawns
    }

    /// Returns the squares that a man attacks if these squares are occupied.
    #[inline]
    pub fn attacks(&self, man: usize, occupied: Bitboard) -> Bitboard {
        let here = square(self.squares[man]);
        match self.slots[man].role {
            Role::Pawn => pawn_attacks(self.slots[man].color(), here),
            Role::Knight => knight_attacks(here),
            Role::Bishop => bishop_attacks(here, occupied),
            Role::Rook => rook_attacks(here, occupied),
            Role::Queen => queen_attacks(here, occupied),
            Role::King => king_attacks(here),
        }
    }

    /// Returns all squares that a side attacks if these squares are occupied. Men on unoccupied squares attack nothing.
    #[inline]
    pub fn attacked_by(&self, side: usize, occupied: Bitboard) -> Bitboard {
        let mut attacked = Bitboard::EMPTY;
        for (man, slot) in self.slots.iter().enumerate() {
            if slot.side == side && occupied.contains(square(self.squares[man])) {
                attacked |= self.attacks(man, occupied);
            }
        }
        attacked
    }

    /// Returns the squares between a side's king and sliding pieces aimed at it. Only men on them can be pinned.
    #[inline]
    pub fn lines_to_king(&self, side: usize) -> Bitboard {
        let king = square(self.squares[side]);
        let mut lines = Bitboard::EMPTY;
        for (man, slot) in self.slots.iter().enumerate() {
            let slides = matches!(slot.role, Role::Queen | Role::Rook | Role::Bishop);
            if slides && slot.side != side && self.attacks(man, Bitboard::EMPTY).contains(king) {
                lines |= between(king, square(self.squares[man]));
            }
        }
        lines
    }

    /// Returns the man on a square; `None` if it is empty.
    #[inline]
    pub fn on(&self, target: Square) -> Option<usize> {
        (0..self.slots.len().min(MOST_MEN)).find(|&man| square(self.squares[man]) == target)
    }
}

/// Returns the colour of a side in a table.
#[inline]
pub(in crate::tablebase) fn color(side: usize) -> Color {
    Color::from_white(side == 0)
}

/// One square forward, as a difference of square numbers.
#[inline]
pub(in crate::tablebase) const fn forward(side: usize) -> i8 {
    if side == 0 { 8 } else { -8 }
}

/// Returns the square that encodes a pawn which can be captured en passant: on its own back rank.
#[inline]
pub(in crate::tablebase) const fn written_as_passing(side: usize, real: u8) -> u8 {
    real.wrapping_add_signed(-3 * forward(side))
}

#[inline]
const fn on_own_back_rank(side: usize, number: u8) -> bool {
    number >> 3 == [0, 7][side]
}
