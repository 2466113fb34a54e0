//! The positions that a proof goes through, with our side to move: all of a material, or those that a promise leads to.

use crate::advice::position::material::Material;
use crate::advice::position::space::Space;
use crate::advice::position::view::Position;

/// Positions of one material, each with a place in the arrays of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Positions {
    space: Space,
    /// The numbers of the positions, in ascending order; `None` for all, whose places are their numbers.
    reached: Option<Vec<u32>>,
}

impl Positions {
    /// Returns all positions of a space.
    pub const fn all(space: Space) -> Positions {
        Positions { space, reached: None }
    }

    /// Returns the positions of a space with these numbers.
    pub fn reached(space: Space, mut numbers: Vec<u32>) -> Positions {
        numbers.sort_unstable();
        numbers.dedup();
        Positions { space, reached: Some(numbers) }
    }

    /// Returns the space that numbers them.
    pub const fn space(&self) -> &Space {
        &self.space
    }

    /// Returns the numbers of the positions, in ascending order; `None` for all of the space.
    pub fn numbers(&self) -> Option<&[u32]> {
        self.reached.as_deref()
    }

    /// Returns how many places there are. Of all positions, some places belong to none.
    pub fn len(&self) -> usize {
        self.reached.as_ref().map_or_else(|| self.space.len(), Vec::len)
    }

    /// Returns the legal position at a place; `None` if there is none.
    pub fn position(&self, place: usize) -> Option<Position> {
        let number = match &self.reached {
            None => place,
            Some(numbers) => *numbers.get(place)? as usize,
        };
        self.space.position(number)
    }

    /// Returns the place of a position of this material; `None` if the proof did not come to it.
    pub fn place(&self, position: &Position) -> Option<usize> {
        self.place_of(self.space.index(position) as u32)
    }

    /// Returns the place of a number; `None` if the proof did not come to it.
    pub fn place_of(&self, number: u32) -> Option<usize> {
        match &self.reached {
            None => Some(number as usize),
            Some(numbers) => numbers.binary_search(&number).ok(),
        }
    }

    /// Returns whether a position has this material.
    pub fn are_of(&self, position: &Position) -> bool {
        Material::of(position) == self.space.material
    }

    /// Returns how many positions this one represents.
    pub fn images(&self, position: &Position) -> u64 {
        self.space.images(position)
    }
}
