//! What a proof saves for play: in every won or held position the move, its rule and advice, and the length of the win.
//!
//! A game then looks its moves up instead of searching for them. A playbook also saves where advice can be followed that
//! goals ask about: explanations need this, and it takes longest to find out.

use std::collections::BTreeMap;
use std::num::NonZeroU8;

use serde::{Deserialize, Serialize};

use crate::advice::language::AdviceTable;
use crate::advice::position::side::Side;
use crate::advice::position::step::{Step, Steps};
use crate::advice::position::view::Position;
use crate::advice::prover::distance_table::{Cell, DistanceTable};
use crate::advice::prover::escape::Escape;
use crate::advice::prover::policy::{Leaf, Plan, Policy};
use crate::advice::prover::positions::Positions;
use crate::advice::satisfy::forcing_tree::{Advised, Tree};
use crate::advice::satisfy::survey::{Page as SurveyPage, Roots, Survey};

/// The won or held positions of a table and of the tables it hands over to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Playbook {
    pages: BTreeMap<String, Page>,
    /// Where the advice of a table that is for ever, or that its goals ask about, can be followed, if it has any.
    surveys: BTreeMap<String, Survey>,
}

/// What is known about a won or held position, with our side to move and the table asked anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Our moves to mate against the longest defence; without meaning if the table holds.
    pub moves: u32,
    /// Index of the rule that applies.
    pub rule: usize,
    /// Index of the advice that fires.
    pub advice: usize,
    /// Our move.
    pub step: Step,
    /// Whether the forcing tree contains further moves of ours.
    pub is_deep: bool,
}

impl Entry {
    /// Returns the move without a forcing tree: the table is asked anew after the reply.
    pub(in crate::advice) const fn asked_anew(self) -> Advised {
        Advised { rule: self.rule, advice: self.advice, step: self.step, tree: Tree::Reached }
    }
}

/// The positions of one table, by their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::advice::prover) struct Page {
    positions: Positions,
    /// The rules and advice that the column `kinds` numbers.
    pub(in crate::advice::prover) kinds: Vec<Kind>,
    pub(in crate::advice::prover) columns: Columns,
}

/// Three bytes for every position, each in its own column: similar bytes side by side pack better.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::advice::prover) struct Columns {
    /// Our moves to mate, or 1 if the table holds; 0 if there is no such position, or the promise is not kept.
    pub(in crate::advice::prover) moves: Vec<u8>,
    /// The index of the rule and advice in `kinds` of the page.
    pub(in crate::advice::prover) kinds: Vec<u8>,
    /// The index of our move among the legal ones.
    pub(in crate::advice::prover) steps: Vec<u8>,
}

/// A rule and an advice that fire together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::advice::prover) struct Kind {
    rule: u8,
    advice: u8,
    deep: bool,
}

impl Kind {
    /// A rule and an advice by their numbers.
    #[cfg(test)]
    pub(super) const fn of(rule: u8, advice: u8) -> Kind {
        Kind { rule, advice, deep: false }
    }

    /// Whether a table has such a rule and such an advice.
    pub(super) fn is_of(self, table: &AdviceTable) -> bool {
        usize::from(self.rule) < table.rules.len() && usize::from(self.advice) < table.advice.len()
    }
}

impl Playbook {
    /// Returns the entry of a position; `None` if the table neither wins nor holds it, or is not in the book.
    pub fn entry(&self, table: &AdviceTable, position: &Position) -> Option<Entry> {
        self.pages.get(&table.name)?.entry(position)
    }

    /// Returns the number of our moves to mate against the longest defence, with our side to move and the table asked anew;
    /// `None` if the table does not win.
    pub fn moves(&self, table: &AdviceTable, position: &Position) -> Option<u32> {
        self.pages.get(&table.name)?.moves(position)
    }

    /// Returns how the games of a table end where it wins or holds; the book does not say how other positions escape.
    pub(in crate::advice::prover) fn distances(&self, table: &AdviceTable) -> Option<DistanceTable> {
        let page = self.pages.get(&table.name)?;
        let ending = |moves: &u8| if *moves > 0 { Ok(u16::from(*moves)) } else { Err(Escape::NoAdvice) };
        let cells = page.columns.moves.iter().map(|moves| Cell::ended(ending(moves))).collect();
        Some(DistanceTable::new(page.positions.clone(), cells))
    }

    /// Adds what is known about other tables.
    pub(in crate::advice::prover) fn extend(&mut self, other: Playbook) {
        self.pages.extend(other.pages);
        self.surveys.extend(other.surveys);
    }

    /// Returns where a table's advice that is for ever, or that its goals ask about, can be followed; `None` if it has none.
    pub(in crate::advice) fn survey(&self, table: &AdviceTable) -> Option<&Survey> {
        self.surveys.get(&table.name)
    }

    /// Returns the advice of a table that is for ever, as indices, and where it can be followed.
    pub(in crate::advice::prover) fn endless(
        &self,
        table: &str,
    ) -> impl Iterator<Item = (usize, &SurveyPage)> {
        self.surveys.get(table).into_iter().flat_map(Survey::pages)
    }

    /// Returns the advice of a table that its goals ask about and that ends, as indices, and where it can begin.
    pub(in crate::advice::prover) fn stages(&self, table: &str) -> impl Iterator<Item = (usize, &Roots)> {
        self.surveys.get(table).into_iter().flat_map(Survey::roots)
    }

    pub(in crate::advice::prover) fn insert_survey(&mut self, table: &str, survey: Survey) {
        self.surveys.insert(table.to_owned(), survey);
    }

    pub(in crate::advice::prover) fn insert(&mut self, table: &str, page: Page) {
        self.pages.insert(table.to_owned(), page);
    }

    pub(in crate::advice::prover) fn pages(&self) -> impl Iterator<Item = (&str, &Page)> {
        self.pages.iter().map(|(name, page)| (name.as_str(), page))
    }
}

impl Page {
    /// Copies the won or held positions from a proof.
    pub(in crate::advice::prover) fn new(policy: &Policy, distances: &DistanceTable) -> Page {
        let size = distances.positions.len();
        let column = || vec![0; size];
        let columns = Columns { moves: column(), kinds: column(), steps: column() };
        let mut page = Page { positions: distances.positions.clone(), kinds: Vec::new(), columns };
        for index in 0..size {
            let is_played = matches!(policy.plan(index), Plan::Move(_) | Plan::Tree(_));
            if let (Some(Ok(moves)), true) = (distances.at(index), is_played) {
                page.note(index, moves, policy);
            }
        }
        page
    }

    /// Returns a page from its parts; each column has one entry for each place.
    pub(in crate::advice::prover) const fn from_parts(
        positions: Positions,
        kinds: Vec<Kind>,
        columns: Columns,
    ) -> Page {
        Page { positions, kinds, columns }
    }

    /// Returns the positions of the page.
    pub(in crate::advice::prover) const fn positions(&self) -> &Positions {
        &self.positions
    }

    fn note(&mut self, index: usize, moves: u16, policy: &Policy) {
        let chosen = policy.chosen(index);
        let goes_on = |leaf: &Leaf| matches!(leaf, Leaf::GoesOn(_));
        let deep = matches!(policy.plan(index), Plan::Tree(leaves) if leaves.iter().any(goes_on));
        let kind = Kind { rule: chosen.rule, advice: chosen.advice, deep };
        let number = self.kinds.iter().position(|known| *known == kind).unwrap_or_else(|| {
            self.kinds.push(kind);
            self.kinds.len() - 1
        });
        // What does not fit into the bytes counts as not won, and is left to others.
        if let (Ok(moves), Ok(number)) = (u8::try_from(moves), u8::try_from(number)) {
            self.columns.moves[index] = moves;
            self.columns.kinds[index] = number;
            self.columns.steps[index] = chosen.step;
        }
    }

    fn entry(&self, position: &Position) -> Option<Entry> {
        if position.turn() == Side::Them || !self.positions.are_of(position) {
            return None;
        }
        // The index of a move counts the moves of the image that the proof went through.
        let (number, turning) = self.positions.space().seen(position);
        let index = self.positions.place_of(number as u32)?;
        let moves = self.moves_at(index)?;
        let kind = self.kinds.get(usize::from(self.columns.kinds[index]))?;
        let mut steps = Steps::new();
        position.turned(turning).legal_steps(&mut steps);
        let step = *steps.get(usize::from(self.columns.steps[index]))?;
        Some(Entry {
            moves: u32::from(moves.get()),
            rule: usize::from(kind.rule),
            advice: usize::from(kind.advice),
            step: turning.back().step(step),
            is_deep: kind.deep,
        })
    }

    /// Returns the number of our moves to mate from a won position with our side to move.
    pub(in crate::advice::prover) fn moves(&self, position: &Position) -> Option<u32> {
        if !self.positions.are_of(position) {
            return None;
        }
        self.moves_at(self.positions.place(position)?).map(|moves| u32::from(moves.get()))
    }

    /// Returns the number of our moves to mate in the position with a number, if it is won.
    fn moves_at(&self, index: usize) -> Option<NonZeroU8> {
        NonZeroU8::new(self.columns.moves[index])
    }
}
