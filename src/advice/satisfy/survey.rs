//! Stores what the prover's survey of a material found about advice that goals ask about, one number for every position.
//!
//! A playbook saves the part that takes longest to find again: where endless advice can be kept up, and where the stages of
//! a long way can begin.

use std::sync::OnceLock;

use super::satisfaction::DEEPEST;
use crate::advice::language::AdviceTable;
use crate::advice::position::numbers::Numbers;
use crate::advice::position::region::Region;
use crate::advice::position::side::Side;
use crate::advice::position::view::Position;

/// The number for a position in which a piece of advice is satisfiable at every depth.
const AT_EVERY_DEPTH: u8 = DEEPEST as u8 + 1;

/// How deep each piece of advice is satisfiable in every position of a material.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::advice) struct Survey {
    pub(in crate::advice) region: Region,
    /// In the order of the table's advice; empty until computed.
    pages: Vec<OnceLock<SurveyAnswers>>,
}

/// At how many depths, from 0 on, a piece of advice is satisfiable in every position, with us and with them to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::advice) struct Page {
    depths: [Vec<u8>; 2],
}

/// One bit for every position with us to move: whether a piece of advice is satisfiable with it as the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::advice) struct Roots(Vec<u8>);

/// What is known about one piece of advice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::advice) enum SurveyAnswers {
    /// Everything.
    Page(Page),
    /// Its roots. Deeper in a search it is satisfiable in no other position.
    Roots(Roots),
    /// Of endless advice: the positions with them to move in which it can be followed. With us to move our moves say so.
    Held(Numbers),
}

impl Survey {
    /// Returns an empty survey of this many pieces of advice.
    pub fn new(region: Region, advice: usize) -> Survey {
        Survey { region, pages: (0..advice).map(|_| OnceLock::new()).collect() }
    }

    /// Stores what was found about a piece of advice.
    pub fn add(&self, advice: usize, found: SurveyAnswers) {
        if let Some(place) = self.pages.get(advice) {
            // A second page could only be the same.
            let _ = place.set(found);
        }
    }

    /// Returns the pieces of advice that are fully known, as indices, with their pages. In a saved survey these are for ever.
    pub fn pages(&self) -> impl Iterator<Item = (usize, &Page)> {
        self.known().filter_map(|(advice, known)| match known {
            SurveyAnswers::Page(page) => Some((advice, page)),
            SurveyAnswers::Roots(_) | SurveyAnswers::Held(_) => None,
        })
    }

    /// Returns the pieces of advice of which only the roots are known, as indices, with their roots.
    pub fn roots(&self) -> impl Iterator<Item = (usize, &Roots)> {
        self.known().filter_map(|(advice, known)| match known {
            SurveyAnswers::Roots(roots) => Some((advice, roots)),
            SurveyAnswers::Page(_) | SurveyAnswers::Held(_) => None,
        })
    }

    fn known(&self) -> impl Iterator<Item = (usize, &SurveyAnswers)> {
        self.pages.iter().enumerate().filter_map(|(advice, known)| Some((advice, known.get()?)))
    }

    /// Returns the part to save: of advice that ends only the roots, which spare most of a search. `None` if nothing was found.
    pub fn stored_part(self, table: &AdviceTable) -> Option<Survey> {
        let stored = Survey::new(self.region, table.advice.len());
        let mut is_empty = true;
        for (index, (advice, known)) in table.advice.iter().zip(self.pages).enumerate() {
            let Some(known) = known.into_inner() else { continue };
            is_empty = false;
            stored.add(index, if advice.is_endless() { known } else { known.only_roots() });
        }
        (!is_empty).then_some(stored)
    }

    /// Returns whether a piece of advice is satisfiable at a node; `None` if it or the material was not surveyed.
    pub fn answer(&self, advice: usize, position: &Position, depth: u32) -> Option<bool> {
        let known = self.pages.get(advice)?.get()?;
        if !self.region.contains(position) {
            return None;
        }
        match known {
            SurveyAnswers::Page(page) => Some(page.answer(&self.region, position, depth)),
            SurveyAnswers::Roots(roots) => roots.answer(&self.region, position, depth),
            SurveyAnswers::Held(held) => {
                (position.turn() == Side::Them).then(|| held.contains(self.region.index(position)))
            }
        }
    }

    /// Returns whether it is known for a position with us to move where endless advice can be followed after our move.
    pub fn knows_after_our_move(&self, advice: usize, position: &Position) -> bool {
        let known = self.pages.get(advice).and_then(OnceLock::get);
        matches!(known, Some(SurveyAnswers::Held(_))) && self.region.contains(position)
    }
}

impl SurveyAnswers {
    fn only_roots(self) -> SurveyAnswers {
        match self {
            SurveyAnswers::Page(page) => SurveyAnswers::Roots(Roots(page.bits(Side::Us))),
            roots @ (SurveyAnswers::Roots(_) | SurveyAnswers::Held(_)) => roots,
        }
    }
}

impl Roots {
    /// Reads what [`Roots::bits`] returned.
    pub fn of_bits(bits: &[u8]) -> Roots {
        Roots(bits.to_vec())
    }

    /// Returns one bit for every position, in as many bytes as [`Page::bytes_of_bits`] returns.
    pub fn bits(&self) -> &[u8] {
        &self.0
    }

    /// Returns whether the advice is satisfiable at a node; `None` if that is not known. What is satisfiable deeper in a
    /// search is also satisfiable at its root.
    fn answer(&self, region: &Region, position: &Position, depth: u32) -> Option<bool> {
        if position.turn() == Side::Them {
            return None;
        }
        let number = region.index(position);
        let is_root = self.0[number / 8] >> (number % 8) & 1 == 1;
        (depth == 0 || !is_root).then_some(is_root)
    }
}

impl Page {
    /// A byte with either side to move.
    pub const BYTES_OF_A_NUMBER: usize = 2;

    /// Returns a page on which the advice is satisfiable nowhere.
    pub fn new(region: &Region) -> Page {
        // Untouched zeroes cost nothing, and most numbers belong to no position.
        Page { depths: [vec![0; region.len()], vec![0; region.len()]] }
    }

    /// Reads what [`Page::bits`] returned with us and with them to move.
    pub fn of_bits(region: &Region, bits: [&[u8]; 2]) -> Page {
        let mut page = Page::new(region);
        for (depths, bits) in page.depths.iter_mut().zip(bits) {
            // Most numbers belong to no position: their zeroes stay untouched.
            for (eight, bits) in depths.chunks_mut(8).zip(bits).filter(|(_, bits)| **bits != 0) {
                for (bit, depth) in eight.iter_mut().enumerate() {
                    *depth = AT_EVERY_DEPTH * (bits >> bit & 1);
                }
            }
        }
        page
    }

    /// Returns how many bytes [`Page::bits`] takes for this many numbers.
    pub const fn bytes_of_bits(numbers: usize) -> usize {
        numbers.div_ceil(8)
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

    /// Notes a position in which it is satisfiable at this many depths, from 0 on.
    pub fn set(&mut self, turn: Side, number: u32, depths: u8) {
        self.depths[turn as usize][number as usize] = depths;
    }

    /// Returns whether it is noted as satisfiable at a node.
    pub fn answer(&self, region: &Region, position: &Position, depth: u32) -> bool {
        u32::from(self.depths[position.turn() as usize][region.index(position)]) > depth
    }
}
