//! Numbers the positions of a material with our side to move, so that a plain array can hold what is known.

use shakmaty::{Bitboard, Role, Square};

use crate::advice::language::AdviceTable;
use crate::advice::position::material::Material;
use crate::advice::position::side::Side;
use crate::advice::position::symmetry::{Turning, can_be_seen};
use crate::advice::position::view::Position;

/// The most men that a space can number, kings included: 64⁵ numbers, which fit into 32 bits with the side to move.
pub const MOST_MEN: usize = 5;

/// The bits of a square in a number.
pub(in crate::advice) const SQUARE_BITS: usize = 6;

/// The numbering: six bits for each man's square. Men of one kind are in ascending order, so that exchanging them gives no
/// second number. Mirror images have their own numbers, because the order of moves is not symmetric; for a `symmetric`
/// table one image represents all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::advice) struct Space {
    pub(in crate::advice) material: Material,
    men: Vec<(Side, Role)>,
    has_pawns: bool,
    /// Whether one image of a position represents all of them.
    symmetric: bool,
}

impl Space {
    pub(in crate::advice) fn new(material: &Material) -> Space {
        let side = |side| material.pieces(side).into_iter().map(move |role| (side, role));
        let men: Vec<(Side, Role)> = side(Side::Us).chain(side(Side::Them)).collect();
        let has_pawns = men.iter().any(|(_, role)| *role == Role::Pawn);
        Space { material: *material, men, has_pawns, symmetric: false }
    }

    /// Returns the positions that a table is asked about.
    pub(in crate::advice) fn of(table: &AdviceTable) -> Space {
        Space { symmetric: table.symmetric, ..Space::new(&table.material) }
    }

    /// Returns whether a position, reached in a game from this material, still has this material.
    pub(in crate::advice) fn contains(&self, position: &Position) -> bool {
        // A capture leaves fewer men; only a promotion changes the material with as many men.
        position.occupied().count() == self.men.len() + 2
            && (!self.has_pawns || Material::of(position) == self.material)
    }

    /// Returns whether the material has pawns.
    pub(in crate::advice) const fn has_pawns(&self) -> bool {
        self.has_pawns
    }

    /// Returns on how many squares their king can stand in the image that represents all of a position.
    pub(in crate::advice) fn squares_of_their_king(&self) -> usize {
        Square::ALL.iter().filter(|square| self.can_have_their_king_on(**square)).count()
    }

    /// Returns whether their king can stand on a square: for a symmetric table, in the image that represents all.
    fn can_have_their_king_on(&self, square: Square) -> bool {
        !self.symmetric || can_be_seen(square, self.has_pawns)
    }

    /// Returns the part of a number that has both kings.
    pub(in crate::advice) fn kings_of(&self, index: usize) -> usize {
        index >> self.bits_below(1)
    }

    /// Returns whose the only pawn is, and which of a number's men it is: our king is the first. `None` with no pawn or several.
    pub(in crate::advice) fn only_pawn(&self) -> Option<(Side, usize)> {
        let mut pawns = self.men.iter().enumerate().filter(|(_, (_, role))| *role == Role::Pawn);
        let (slot, (side, _)) = pawns.next()?;
        pawns.next().is_none().then_some((*side, slot + 2))
    }

    /// Returns how many positions this one represents.
    pub(in crate::advice) fn images(&self, position: &Position) -> u64 {
        if self.symmetric { position.images() } else { 1 }
    }

    /// Returns one more than the greatest number.
    pub(in crate::advice) fn len(&self) -> usize {
        1 << (SQUARE_BITS * (2 + self.men.len()))
    }

    /// Returns the number of a position of this material.
    pub(in crate::advice) fn index(&self, position: &Position) -> usize {
        self.seen(position).0
    }

    /// Returns the number, and the turning of the board to the image that it belongs to.
    pub(in crate::advice) fn seen(&self, position: &Position) -> (usize, Turning) {
        let turning = if self.symmetric { position.canonical_turning() } else { Turning::NONE };
        (self.number(position, turning), turning)
    }

    /// Returns the number of an image, without turning the whole board: a search needs it at every node.
    pub(in crate::advice) fn number(&self, position: &Position, turning: Turning) -> usize {
        let place = |square| usize::from(turning.square(square));
        let mut index = place(position.king(Side::Us)) << 6 | place(position.king(Side::Them));
        let mut at = 0;
        while let Some(&(side, role)) = self.men.get(at) {
            for square in turning.bitboard(position.pieces(side, role)) {
                index = index << 6 | usize::from(square);
                at += 1;
            }
        }
        index
    }

    /// Returns whether the kings of a number stand apart, and may stand so for a symmetric table.
    pub(in crate::advice) fn can_have_kings_of(&self, index: usize) -> bool {
        self.kings(index).is_some_and(|(_, theirs)| self.can_have_their_king_on(theirs))
    }

    /// Returns our king's square and theirs; `None` if they stand side by side, or on the same square.
    fn kings(&self, index: usize) -> Option<(Square, Square)> {
        let (ours, theirs) = (self.square(index, 0), self.square(index, 1));
        let stand_apart = ours != theirs && !shakmaty::attacks::king_attacks(ours).contains(theirs);
        stand_apart.then_some((ours, theirs))
    }

    /// Returns the square that a number has for a man: our king, theirs, and then the others in order.
    pub(in crate::advice) fn square(&self, index: usize, slot: usize) -> Square {
        Square::new((index >> self.bits_below(slot) & 63) as u32)
    }

    /// Returns how many bits of a number stand below the six of a man's square.
    pub(in crate::advice) fn bits_below(&self, slot: usize) -> usize {
        SQUARE_BITS * (self.men.len() + 1 - slot)
    }

    /// Returns the position with this number and side to move, legal or not; `None` if there is none.
    pub(in crate::advice) fn pieces(&self, index: usize, turn: Side) -> Option<Position> {
        let square = |slot| self.square(index, slot);
        let (ours, theirs) = self.kings(index)?;
        let mut position = Position::kings_only(ours, theirs, turn);
        for (slot, &(side, role)) in self.men.iter().enumerate() {
            let place = square(slot + 2);
            let repeated = slot > 0 && self.men[slot - 1] == (side, role) && place <= square(slot + 1);
            let forbidden = role == Role::Pawn && Bitboard::BACKRANKS.contains(place);
            if repeated || forbidden || position.occupied().contains(place) {
                return None;
            }
            position.put(side, role, place);
        }
        Some(position)
    }

    /// Returns the legal position with this number and our side to move; `None` if there is none.
    pub(in crate::advice) fn position(&self, index: usize) -> Option<Position> {
        self.legal(index, Side::Us)
    }

    /// Returns the legal position with this number and side to move; `None` if there is none.
    pub(in crate::advice) fn legal(&self, index: usize, turn: Side) -> Option<Position> {
        let stands = |position: &Position| !self.symmetric || position.is_canonical();
        self.pieces(index, turn).filter(|position| stands(position) && position.is_legal())
    }
}
