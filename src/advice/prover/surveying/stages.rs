//! Fills the page of advice that ends: at which depths it is satisfiable in every position.
//!
//! The deepest nodes come first. What is satisfiable at some depth is so at every lesser one with the same side to move. So a
//! position is looked at until it is satisfiable, and only where something next to it has changed.

use std::cell::Cell;
use std::convert::Infallible;

use super::Surveyor;
use crate::advice::language::Advice;
use crate::advice::position::numbers::Numbers;
use crate::advice::position::region::Region;
use crate::advice::position::side::Side;
use crate::advice::position::view::Position;
use crate::advice::satisfy::context::{Context, Memory};
use crate::advice::satisfy::evaluate::Goals;
use crate::advice::satisfy::satisfaction::{AnswerCache, DEEPEST, Evaluator, Recalled};
use crate::advice::satisfy::subgoals::Subgoals;
use crate::advice::satisfy::survey::Page;
use crate::advice::vocabulary::Node;

impl Surveyor<'_> {
    /// Returns the page of a piece of advice that ends.
    pub(super) fn page(&self, index: usize, advice: &Advice) -> Page {
        let mut page = Page::new(&self.survey.region);
        let mut open = [Side::Us, Side::Them].map(|turn| self.first_look(advice, turn, &mut page));
        for depth in (0..DEEPEST).rev() {
            // We are to move at the root.
            let turn = if depth % 2 == 0 { Side::Us } else { Side::Them };
            let numbers = open[turn as usize].next_numbers(advice.moves_of(turn).open_parts(depth));
            if numbers.is_empty() {
                continue;
            }
            for looked in self.look(&page, (index, advice), (turn, depth), &numbers) {
                for number in &looked.satisfiable {
                    page.set(turn, *number, depth as u8 + 1);
                    open[turn as usize].positions.remove(*number);
                }
                open[turn as usize].unsettled.extend(looked.unsettled);
                open[turn.other() as usize].touched.add_all(&looked.before);
            }
        }
        page
    }

    /// Notes where the goal is reached, which is enough at any depth; returns the other positions that the advice may pass through.
    fn first_look(&self, advice: &Advice, turn: Side, page: &mut Page) -> Open {
        let [reached, others] = self.by_goals(advice, turn);
        reached.into_iter().for_each(|number| page.set_for_ever(turn, number));
        let mut open = Open::new(self.survey.region.len());
        others.into_iter().for_each(|number| open.positions.insert(number));
        open
    }

    /// Looks whether positions are satisfiable at a depth.
    fn look(
        &self,
        page: &Page,
        (index, advice): (usize, &Advice),
        (turn, depth): (Side, u32),
        numbers: &[u32],
    ) -> Vec<Looked> {
        let region = &self.survey.region;
        let look = |looked: &mut Looked, subgoals: &Subgoals<'_>, number: u32, position: &Position| {
            let memory = &Memory::new(subgoals);
            let context = Context { node: Node { position, root: position, depth }, memory };
            let leaves_unsettled = Cell::new(false);
            let cache = PageCache {
                page,
                region,
                subgoals,
                index,
                context,
                advice,
                leaves_unsettled: &leaves_unsettled,
            };
            let mut search = Evaluator { advice, root: position, memory, cache };
            if search.by_moves(&context).is_some() {
                looked.satisfiable.push(number);
                position.for_each_before(|position| looked.before.insert(region.index(position) as u32));
            } else if leaves_unsettled.get() {
                looked.unsettled.push(number);
            }
        };
        self.found_among(numbers, turn, || Looked::new(region), look)
    }
}

/// The positions with one side to move in which a piece of advice is not known to be satisfiable.
struct Open {
    positions: Numbers,
    /// How many parts of the constraint were open at the depth before.
    parts: usize,
    /// Positions from which a move leads to one that was found satisfiable at the depth before.
    touched: Numbers,
    /// Positions from which a move changes the men, to where the advice may be satisfiable at a lesser depth.
    unsettled: Vec<u32>,
}

/// What a thread finds out at one depth.
struct Looked {
    satisfiable: Vec<u32>,
    unsettled: Vec<u32>,
    /// The positions from which a move leads to the satisfiable ones.
    before: Numbers,
}

impl Looked {
    fn new(region: &Region) -> Looked {
        let (satisfiable, unsettled) = (Vec::new(), Vec::new());
        Looked { satisfiable, unsettled, before: Numbers::new(region.len()) }
    }
}

impl Open {
    fn new(numbers: usize) -> Open {
        let (positions, touched) = (Numbers::new(numbers), Numbers::new(numbers));
        Open { positions, parts: 0, touched, unsettled: Vec::new() }
    }

    /// Returns the positions in which the answer can have changed since the depth before: all if more moves are admitted, otherwise
    /// those next to a change. None if no moves are admitted.
    fn next_numbers(&mut self, parts: usize) -> Vec<u32> {
        for number in std::mem::take(&mut self.unsettled) {
            self.touched.insert(number);
        }
        let touched = self.touched.taken();
        if parts > self.parts {
            self.parts = parts;
            return self.positions.all();
        }
        touched.all_in(&self.positions)
    }
}

/// A cache that knows of every node below a depth whether it is satisfiable: from the page that is being filled, deepest
/// nodes first, or by a search if the material differs.
struct PageCache<'a> {
    page: &'a Page,
    region: &'a Region,
    subgoals: &'a Subgoals<'a>,
    advice: &'a Advice,
    index: usize,
    /// The position that is looked at.
    context: Context<'a>,
    /// Whether a position with other men was met that is not satisfiable, and may be at a lesser depth.
    leaves_unsettled: &'a Cell<bool>,
}

impl PageCache<'_> {
    /// Returns whether a position with other men is satisfiable.
    fn is_satisfiable_with_other_men(&self, position: &Position, depth: u32) -> bool {
        let root = self.context.node.root;
        let node = Node { position, root, depth };
        match self.advice.goals(&Context { node, ..self.context }) {
            Goals::Broken => false,
            Goals::Reached => true,
            Goals::Open => {
                let is_satisfiable = self.subgoals.satisfiable(self.index, root, position, depth);
                self.leaves_unsettled.set(self.leaves_unsettled.get() || !is_satisfiable);
                is_satisfiable
            }
        }
    }
}

impl AnswerCache for PageCache<'_> {
    type Witness = ();
    type Place = Infallible;

    #[inline]
    fn recall(&mut self, position: &Position, depth: u32) -> Recalled<(), Infallible> {
        let is_satisfiable = if self.region.contains(position) {
            self.page.answer(self.region, position, depth)
        } else {
            self.is_satisfiable_with_other_men(position, depth)
        };
        Recalled::Known(is_satisfiable.then_some(()))
    }

    fn store(&mut self, place: Infallible, _: &Position, _: u32, _: Option<&()>) {
        match place {}
    }
}
