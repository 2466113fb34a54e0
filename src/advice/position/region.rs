//! Numbers the positions of a material, or those with its only pawn on some squares, so that an array can hold what is known.
//!
//! A pawn never goes back. So the positions with it on some squares, and on those before them, lead to no others of their
//! material; there may be few of them where all positions are too many for an array.

use std::ops::Range;

use shakmaty::Bitboard;

use crate::advice::position::side::Side;
use crate::advice::position::space::{SQUARE_BITS, Space};
use crate::advice::position::symmetry::Turning;
use crate::advice::position::view::Position;

/// All positions of a material, or some.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::advice) struct Region {
    space: Space,
    /// `None` for all positions.
    part: Option<Part>,
}

/// Where the only pawn stands.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Part {
    squares: Bitboard,
    /// The bits of a number below those of the pawn's square.
    lower_bits: usize,
}

impl Region {
    /// Returns all positions of a space.
    pub(in crate::advice) const fn all(space: Space) -> Region {
        Region { space, part: None }
    }

    /// Returns a region that the positions with these numbers do not leave as long as the men stay the same: all positions if
    /// there is no pawn. `None` if the material has several.
    pub(in crate::advice) fn around(space: Space, numbers: &[u32]) -> Option<Region> {
        if !space.has_pawns() {
            return Some(Region::all(space));
        }
        let (side, slot) = space.only_pawn()?;
        let mut squares = Bitboard::EMPTY;
        for number in numbers {
            squares.add(space.square(*number as usize, slot));
        }
        let squares = Turning::all(true).iter().map(|turning| turning.bitboard(squares));
        let squares = with_squares_before(squares.fold(Bitboard::EMPTY, |all, more| all | more), side);
        let part = Part { squares, lower_bits: space.bits_below(slot) };
        Some(Region { space, part: Some(part) })
    }

    /// Returns whether it has all positions of the material.
    pub(in crate::advice) const fn is_all(&self) -> bool {
        self.part.is_none()
    }

    /// Returns one more than the greatest number.
    pub(in crate::advice) fn len(&self) -> usize {
        match &self.part {
            None => self.space.len(),
            Some(part) => (self.space.len() >> SQUARE_BITS) * part.squares.count(),
        }
    }

    /// Returns about how many numbers may belong to a position: those that can have their king.
    pub(in crate::advice) fn most_positions(&self) -> usize {
        self.len() / 64 * self.space.squares_of_their_king()
    }

    /// Returns whether two kings can stand as they do in one of these numbers; true if that is not known.
    pub(in crate::advice) fn can_have_kings_among(&self, numbers: Range<usize>) -> bool {
        let (first, last) = (self.space.kings_of(numbers.start), self.space.kings_of(numbers.end - 1));
        !self.is_all() || first != last || self.space.can_have_kings_of(numbers.start)
    }

    /// Returns whether a position, reached in a game from this region, is still in it.
    pub(in crate::advice) fn contains(&self, position: &Position) -> bool {
        self.space.contains(position)
    }

    /// Returns the number of a position of this region.
    pub(in crate::advice) fn index(&self, position: &Position) -> usize {
        let number = self.space.index(position);
        self.part.as_ref().map_or(number, |part| part.without_free_squares(number))
    }

    /// Returns the position with this number and side to move, legal or not; `None` if there is none.
    pub(in crate::advice) fn pieces(&self, index: usize, turn: Side) -> Option<Position> {
        self.space.pieces(self.number(index)?, turn)
    }

    /// Returns the legal position with this number and side to move; `None` if there is none.
    pub(in crate::advice) fn legal(&self, index: usize, turn: Side) -> Option<Position> {
        self.space.legal(self.number(index)?, turn)
    }

    /// Returns the number in the space.
    fn number(&self, index: usize) -> Option<usize> {
        self.part.as_ref().map_or(Some(index), |part| part.with_all_squares(index))
    }
}

/// Adds the squares that pawns of one side can still come to on their files.
fn with_squares_before(mut squares: Bitboard, side: Side) -> Bitboard {
    // Each pass adds one rank; there are at most six ranks of pawns.
    for _ in 0..6 {
        squares |= squares.shift(side.ahead());
    }
    squares & !Bitboard::BACKRANKS
}

impl Part {
    /// Counts only the squares of this part. A position that no game from it leads to has no meaning here.
    fn without_free_squares(&self, number: usize) -> usize {
        let lower = number & ((1 << self.lower_bits) - 1);
        let upper = number >> (self.lower_bits + SQUARE_BITS);
        let square = number >> self.lower_bits & 63;
        let place = (self.squares & Bitboard((1 << square) - 1)).count();
        (upper * self.squares.count() + place) << self.lower_bits | lower
    }

    fn with_all_squares(&self, index: usize) -> Option<usize> {
        let lower = index & ((1 << self.lower_bits) - 1);
        let rest = index >> self.lower_bits;
        let (upper, place) = (rest / self.squares.count(), rest % self.squares.count());
        let square = self.squares.into_iter().nth(place)?;
        Some((upper << SQUARE_BITS | usize::from(square)) << self.lower_bits | lower)
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{Rank, Role};

    use super::*;
    use crate::advice::language::check;
    use crate::advice::position::step::Steps;

    fn space(material: &str) -> Space {
        let rules = "symmetric rule all: if any_position then go\n\
            advice go: better: mate holding: any_position us: legal them: legal";
        Space::of(&check("table", &format!("material {material}\n{rules}")).table.unwrap())
    }

    /// The numbers of legal positions, our side to move, picked at random.
    fn some_numbers(space: &Space, count: usize) -> Vec<u32> {
        let mut random = fastrand::Rng::with_seed(61);
        let numbers = std::iter::repeat_with(|| random.usize(..space.len()));
        let legal = numbers.filter(|number| space.position(*number).is_some());
        legal.take(count).map(|number| number as u32).collect()
    }

    #[test]
    fn every_position_that_a_game_comes_to_has_a_number_of_its_own() {
        for material in ["KRP v KR", "KR v KRP", "KP v K", "K v KBP"] {
            let space = space(material);
            let numbers = some_numbers(&space, 20);
            let region = Region::around(space.clone(), &numbers).unwrap();
            let mut positions: Vec<Position> =
                numbers.iter().filter_map(|number| space.position(*number as usize)).collect();
            let mut random = fastrand::Rng::with_seed(7);
            for _ in 0..400 {
                let Some(position) = random.choice(&positions).copied() else { continue };
                assert!(region.contains(&position) && region.index(&position) < region.len(), "{material}");
                let image = position.canonical().0;
                assert_eq!(
                    region.pieces(region.index(&position), position.turn()),
                    Some(image),
                    "{material}"
                );
                let mut steps = Steps::new();
                position.legal_steps(&mut steps);
                let next = steps.iter().map(|step| position.after(*step));
                positions.extend(next.filter(|next| space.contains(next)));
            }
        }
    }

    #[test]
    fn pawns_further_back_have_no_place_in_it() {
        let space = space("KRP v KR");
        let on_the_seventh = |number: &u32| {
            let position = space.position(*number as usize).unwrap();
            position.pieces(Side::Us, Role::Pawn).is_subset(Bitboard::from_rank(Rank::Seventh))
        };
        let numbers: Vec<u32> = some_numbers(&space, 2000).into_iter().filter(on_the_seventh).collect();
        let region = Region::around(space.clone(), &numbers).unwrap();
        assert!(numbers.len() > 100 && region.len() == space.len() / 64 * 8);
    }

    #[test]
    fn a_material_without_a_pawn_has_one_region_and_one_with_two_has_none() {
        let all = Region::around(space("KQR v KR"), &[0]).unwrap();
        assert_eq!((all.len(), all.most_positions()), (1 << 30, (10 << 30) / 64));
        assert_eq!(Region::around(space("KPP v KR"), &[0]), None);
    }

    #[test]
    fn no_position_has_kings_that_cannot_stand_so() {
        let region = Region::all(space("KR v K"));
        let mut skipped = 0;
        for start in (0..region.len()).step_by(64) {
            let can_have_kings = region.can_have_kings_among(start..start + 64);
            let mut positions =
                (start..start + 64).filter(|number| region.legal(*number, Side::Us).is_some());
            assert!(can_have_kings || positions.next().is_none(), "{start}");
            skipped += usize::from(!can_have_kings);
        }
        assert!(skipped > 3000, "{skipped}");
    }
}
