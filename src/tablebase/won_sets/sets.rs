//! The sets of won positions of one question, in memory.

use shakmaty::Bitboard;

use super::layout::{Question, SetLayout, Standing};

/// For each placement of all other men, the squares of the defender's king at which the attacker wins.
#[derive(Clone, Debug)]
pub struct WonSets {
    layout: SetLayout,
    /// By side to move (0 is the attacker), then by number.
    sets: [Vec<Bitboard>; 2],
}

impl WonSets {
    /// Returns empty sets.
    pub fn new(question: Question) -> WonSets {
        let layout = SetLayout::new(question);
        let empty = vec![Bitboard::EMPTY; layout.sets()];
        WonSets { layout, sets: [empty.clone(), empty] }
    }

    /// Returns sets that were read, by side to move (0 is the attacker), then by number. Sets that are missing are empty.
    pub(super) fn of_sets(question: Question, mut sets: [Vec<Bitboard>; 2]) -> WonSets {
        let layout = SetLayout::new(question);
        for side in &mut sets {
            side.resize(layout.sets(), Bitboard::EMPTY);
        }
        WonSets { layout, sets }
    }

    /// Returns the numbering of the sets.
    pub fn layout(&self) -> &SetLayout {
        &self.layout
    }

    /// Returns the won squares with the attacker (0) or the defender (1) to move, among them squares of illegal positions only if
    /// the sets were read from a file; `None` if the men are not those of the question.
    #[inline]
    pub fn squares(&self, standing: &Standing, mover: usize) -> Option<Bitboard> {
        let (number, turn) = self.layout.number(standing)?;
        Some(turn.back(*self.sets[mover & 1].get(number)?))
    }

    /// Returns the sets of one arrangement of pawns, by side to move, for a caller that fills them.
    pub fn of_arrangement(&mut self, arrangement: usize) -> [&mut [Bitboard]; 2] {
        let count = self.layout.sets_of_arrangement();
        let range = arrangement * count..(arrangement + 1) * count;
        self.sets.each_mut().map(|sets| &mut sets[range.clone()])
    }

    /// Returns all sets by side to move, for a caller that changes them.
    pub fn sets_mut(&mut self) -> [&mut [Bitboard]; 2] {
        self.sets.each_mut().map(Vec::as_mut_slice)
    }

    /// Returns all sets by side to move (0 is the attacker), then by number.
    pub fn sets(&self) -> &[Vec<Bitboard>; 2] {
        &self.sets
    }
}
