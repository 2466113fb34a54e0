//! Turns and mirrors the board, and finds the image of a position that a symmetric table is asked about.
//!
//! A table that is `symmetric` is asked with the board turned so that their king is in the triangle a1-d1-d4 (with pawns:
//! on the files a to d). It then plays mirror images alike, and one proof holds for all of them.

use std::cmp::Ordering;

use shakmaty::{Bitboard, Role, Square};

use super::side::Side;
use super::step::Step;
use super::view::Position;
use crate::advice::satisfy::forcing_tree::{Advised, Tree};

/// A way to turn the board: files mirrored, ranks mirrored, then the two exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turning(u8);

const FILES: u8 = 1;
const RANKS: u8 = 2;
const DIAGONAL: u8 = 4;

impl Turning {
    /// The board as it is.
    pub const NONE: Turning = Turning(0);

    /// Returns all ways to turn a board that lead to the same game: with pawns only the files may be mirrored.
    pub(in crate::advice) const fn all(has_pawns: bool) -> &'static [Turning] {
        const ALL: [Turning; 8] = [
            Turning(0),
            Turning(FILES),
            Turning(2),
            Turning(3),
            Turning(4),
            Turning(5),
            Turning(6),
            Turning(7),
        ];
        if has_pawns { ALL.split_at(2).0 } else { &ALL }
    }

    /// Returns where a turning moves a square.
    #[must_use]
    pub fn square(self, square: Square) -> Square {
        let square = if self.0 & FILES == 0 { square } else { square.flip_horizontal() };
        let square = if self.0 & RANKS == 0 { square } else { square.flip_vertical() };
        if self.0 & DIAGONAL == 0 { square } else { square.flip_diagonal() }
    }

    /// Returns the turning that undoes this one.
    #[must_use]
    pub const fn back(self) -> Turning {
        // With files and ranks exchanged, what mirrored the files mirrors the ranks on the way back.
        let swapped =
            self.0 & FILES != 0 && self.0 & RANKS == 0 || self.0 & RANKS != 0 && self.0 & FILES == 0;
        if self.0 & DIAGONAL != 0 && swapped { Turning(self.0 ^ (FILES | RANKS)) } else { self }
    }

    /// Returns where a turning moves a set of squares.
    pub(in crate::advice) fn bitboard(self, squares: Bitboard) -> Bitboard {
        let squares = if self.0 & FILES == 0 { squares } else { squares.flip_horizontal() };
        let squares = if self.0 & RANKS == 0 { squares } else { squares.flip_vertical() };
        if self.0 & DIAGONAL == 0 { squares } else { squares.flip_diagonal() }
    }

    /// Returns a move as it is on the turned board.
    #[must_use]
    pub fn step(self, step: Step) -> Step {
        Step { from: self.square(step.from), to: self.square(step.to), ..step }
    }

    /// Returns a forcing tree as it is on the turned board.
    pub fn tree(self, tree: Tree) -> Tree {
        match tree {
            tree if self == Turning::NONE => tree,
            Tree::Reached => Tree::Reached,
            Tree::Ours(step, subtree) => Tree::Ours(self.step(step), Box::new(self.tree(*subtree))),
            Tree::Theirs(replies) => Tree::Theirs(
                replies.into_iter().map(|(reply, subtree)| (self.step(reply), self.tree(subtree))).collect(),
            ),
        }
    }

    /// Returns advice as it is on the turned board.
    pub fn advised(self, advised: Advised) -> Advised {
        Advised { step: self.step(advised.step), tree: self.tree(advised.tree), ..advised }
    }
}

/// Returns whether their king can stand on this square in the image that represents all.
pub(in crate::advice) fn can_be_seen(their_king: Square, has_pawns: bool) -> bool {
    let is_in_the_triangle = their_king.rank() as u32 <= their_king.file() as u32;
    !is_on_the_mirrored_half(their_king) && (has_pawns || is_in_the_triangle)
}

/// Returns whether the files are mirrored if their king stands on this square.
fn is_on_the_mirrored_half(their_king: Square) -> bool {
    their_king.file() > shakmaty::File::D
}

impl Position {
    /// Returns the same position on the turned board. With pawns only the files may be mirrored.
    #[must_use]
    pub fn turned(&self, turning: Turning) -> Position {
        if turning == Turning::NONE {
            return *self;
        }
        self.mapped(|squares| turning.bitboard(squares), |square| turning.square(square))
    }

    /// Returns the image of this position that a symmetric table is asked about, and the turning that leads to it.
    pub fn canonical(&self) -> (Position, Turning) {
        let turning = self.canonical_turning();
        (self.turned(turning), turning)
    }

    /// Returns the turning that leads to the canonical image.
    pub(in crate::advice) fn canonical_turning(&self) -> Turning {
        let king = self.king(Side::Them);
        let files = if is_on_the_mirrored_half(king) { FILES } else { 0 };
        if self.has_pawns() {
            return Turning(files);
        }
        let ranks = if king.rank() > shakmaty::Rank::Fourth { RANKS } else { 0 };
        let turning = Turning(files | ranks);
        let seen = turning.square(king);
        let mirrored = match (seen.file() as u32).cmp(&(seen.rank() as u32)) {
            Ordering::Less => true,
            Ordering::Equal => self.is_mirrored_less(turning),
            Ordering::Greater => false,
        };
        if mirrored { Turning(turning.0 | DIAGONAL) } else { turning }
    }

    /// Returns whether the image beyond the diagonal comes first in the order: if their king is on the diagonal, the other
    /// men decide.
    fn is_mirrored_less(&self, turning: Turning) -> bool {
        let mirrored = Turning(turning.0 | DIAGONAL);
        let ours = self.king(Side::Us);
        let (king, other) = (turning.square(ours), mirrored.square(ours));
        // Our king is compared first, and nearly always decides.
        other < king || other == king && self.turned(mirrored).men() < self.turned(turning).men()
    }

    /// Returns whether the position is the image that a symmetric table is asked about.
    pub fn is_canonical(&self) -> bool {
        self.canonical_turning() == Turning::NONE
    }

    /// Returns how many different images the position has, itself included: 2 with pawns, else 4 or 8.
    pub fn images(&self) -> u64 {
        if self.has_pawns() {
            return 2;
        }
        let (canonical, _) = self.canonical();
        if canonical.turned(Turning(DIAGONAL)) == canonical { 4 } else { 8 }
    }

    pub(in crate::advice) fn has_pawns(&self) -> bool {
        [Side::Us, Side::Them].into_iter().any(|side| self.pieces(side, Role::Pawn).any())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_turning_is_undone_and_every_image_has_the_same_canonical_one() {
        for bits in 0..8 {
            let turning = Turning(bits);
            for square in Square::ALL {
                assert_eq!(turning.back().square(turning.square(square)), square, "{bits}");
            }
            let mut position = Position::kings_only(Square::C6, Square::F3, Side::Us);
            position.put(Side::Us, Role::Rook, Square::B1);
            let (canonical, way) = position.canonical();
            assert_eq!(canonical.turned(way.back()), position);
            assert!(canonical.is_canonical() && canonical.images() == 8);
            assert_eq!(position.turned(turning).canonical().0, canonical);
        }
    }

    #[test]
    fn a_position_on_the_diagonal_has_four_images_and_one_with_a_pawn_two() {
        let mut position = Position::kings_only(Square::C3, Square::F6, Side::Us);
        assert_eq!(position.images(), 4);
        position.put(Side::Us, Role::Pawn, Square::B4);
        assert_eq!(position.images(), 2);
        assert_eq!(position.canonical().0.king(Side::Them), Square::C6);
    }
}
