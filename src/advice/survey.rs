//! What a survey of all positions of a material has found out about the advice that goals ask about: one number for
//! every position. The prover makes it, and only the prover has one.

use std::sync::OnceLock;

use super::position::Position;
use super::side::Side;
use super::space::Space;

/// How deep each piece of advice is satisfiable in every position of a material.
#[derive(Debug)]
pub(super) struct Survey {
    pub(super) space: Space,
    /// In the order of the table's advice, as far as they have been worked out.
    pages: Vec<OnceLock<Page>>,
}

/// At how many depths, from 0 on, a piece of advice is satisfiable in every position with us and with them to move.
#[derive(Debug)]
pub(super) struct Page {
    depths: [Vec<u8>; 2],
}

impl Survey {
    /// Nothing is known yet of so many pieces of advice.
    pub fn new(space: Space, advice: usize) -> Survey {
        Survey { space, pages: (0..advice).map(|_| OnceLock::new()).collect() }
    }

    /// Keeps what was found out about a piece of advice.
    pub fn add(&self, advice: usize, page: Page) {
        if let Some(place) = self.pages.get(advice) {
            // A second page could only be the same.
            let _ = place.set(page);
        }
    }

    /// Returns whether a piece of advice is satisfiable at a node; `None` where it or the material was not looked at.
    pub fn answer(&self, advice: usize, position: &Position, depth: u32) -> Option<bool> {
        let page = self.pages.get(advice)?.get()?;
        self.space.contains(position).then(|| page.answer(&self.space, position, depth))
    }
}

impl Page {
    /// Satisfiable nowhere.
    pub fn new(space: &Space) -> Page {
        // Zeroes that nobody touches cost nothing: most numbers stand for no position.
        Page { depths: [vec![0; space.len()], vec![0; space.len()]] }
    }

    /// Notes a position in which it is satisfiable at so many depths.
    pub fn set(&mut self, turn: Side, number: u32, depths: u8) {
        self.depths[turn as usize][number as usize] = depths;
    }

    /// Returns whether it is satisfiable at all in a position, as far as has been noted.
    pub fn is_set(&self, turn: Side, number: u32) -> bool {
        self.depths[turn as usize][number as usize] > 0
    }

    /// Returns whether it is satisfiable at a node, as far as has been noted.
    pub fn answer(&self, space: &Space, position: &Position, depth: u32) -> bool {
        u32::from(self.depths[position.turn() as usize][space.index(position)]) > depth
    }
}
