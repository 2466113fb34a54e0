//! What a survey of all positions of a material has found out about the advice that goals ask about: one number for
//! every position. The prover makes it; what a proof leaves behind keeps the part of it that takes longest to find again.

use std::sync::OnceLock;

use super::language::AdviceTable;
use super::position::Position;
use super::satisfaction::DEEPEST;
use super::side::Side;
use super::space::Space;

/// What is noted where a piece of advice is satisfiable wherever it is asked about.
const AT_EVERY_DEPTH: u8 = DEEPEST as u8 + 1;

/// How deep each piece of advice is satisfiable in every position of a material.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Survey {
    pub(super) space: Space,
    /// In the order of the table's advice, as far as they have been worked out.
    pages: Vec<OnceLock<Page>>,
}

/// At how many depths, from 0 on, a piece of advice is satisfiable in every position with us and with them to move.
#[derive(Clone, Debug, PartialEq, Eq)]
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

    /// Returns the pieces of advice of which something was found out, as indices, and that.
    pub fn pages(&self) -> impl Iterator<Item = (usize, &Page)> {
        self.pages.iter().enumerate().filter_map(|(advice, page)| Some((advice, page.get()?)))
    }

    /// Keeps what was found out about advice that is for ever, and forgets the rest; `None` where there is no such advice.
    pub fn of_endless(mut self, table: &AdviceTable) -> Option<Survey> {
        for (advice, page) in table.advice.iter().zip(&mut self.pages) {
            if !advice.endless {
                page.take();
            }
        }
        self.pages.iter().any(|page| page.get().is_some()).then_some(self)
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

    /// What was written as [`Page::bits`], with us and with them to move.
    pub fn of_bits(space: &Space, bits: [&[u8]; 2]) -> Page {
        let mut page = Page::new(space);
        for (depths, bits) in page.depths.iter_mut().zip(bits) {
            // Most numbers stand for no position: what is zero already is not touched.
            for (eight, bits) in depths.chunks_mut(8).zip(bits).filter(|(_, bits)| **bits != 0) {
                for (bit, depth) in eight.iter_mut().enumerate() {
                    *depth = AT_EVERY_DEPTH * (bits >> bit & 1);
                }
            }
        }
        page
    }

    /// Returns how many bytes [`Page::bits`] takes.
    pub fn bytes_of_bits(space: &Space) -> usize {
        space.len().div_ceil(8)
    }

    /// Returns one bit for every position with a side to move: whether the advice is satisfiable there at all.
    pub fn bits(&self, turn: Side) -> Vec<u8> {
        let eight = |depths: &[u8]| {
            (0..).zip(depths).fold(0, |bits, (bit, depth)| bits | u8::from(*depth > 0) << bit)
        };
        self.depths[turn as usize].chunks(8).map(eight).collect()
    }

    /// Notes a position in which it is satisfiable at every depth.
    pub fn set_for_ever(&mut self, turn: Side, number: u32) {
        self.set(turn, number, AT_EVERY_DEPTH);
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
