//! Answers `can NAME`, whether another piece of advice is satisfiable from a position, and remembers the answers.
//!
//! It lets authors divide a long way into stages, each of which ends where the next can begin.

use std::cell::{Cell, RefCell};

use super::context::{Context, Memory, SubgoalOracle};
use super::dependence::has_reusable_answers;
use super::endless::{Asking, Endless};
use super::evaluate::Goals;
use super::mate_limits::MateLimits;
use super::satisfaction::{AnswerCache, DEEPEST, Evaluator, Recalled};
use super::survey::Survey;
use crate::advice::language::{Advice, AdviceTable};
use crate::advice::position::position_hash::{BITS_OF_MEN, men, place};
use crate::advice::position::side::Side;
use crate::advice::position::space::{MOST_MEN, Space};
use crate::advice::position::step::{Step, Steps};
use crate::advice::position::view::Position;
use crate::advice::vocabulary::Node;

/// How many nodes a search could look at while the exact tables answer one question.
const NODES_OF_AN_EXACT_ANSWER: u64 = 50;
/// At most two to this power of positions are remembered; a newer one replaces an older one.
const PLACES_BITS: u32 = 23;
/// The first size, as a power of two: a single question about a position needs no more, and fresh memory costs time.
const FIRST_PLACES_BITS: u32 = 12;
/// The table grows by two to this power when it is half full.
const GROWTH_BITS: u32 = 3;

/// The advice of a table that its goals may ask about, and the answers found so far.
pub(in crate::advice) struct Subgoals<'a> {
    table: &'a AdviceTable,
    /// Whether answers are remembered, for each piece of advice; empty if no goal asks about any.
    remembered: Vec<bool>,
    /// How long each piece of advice can take to mate; empty if no goal asks about any.
    limits: MateLimits,
    /// What is known about endless advice, with an entry for each piece of advice in the order of the text.
    endless: Vec<RefCell<Endless>>,
    space: Space,
    places: RefCell<Places>,
    /// What a survey found about all positions of the table's material.
    survey: Option<&'a Survey>,
    /// Nodes that may still be looked at; with none left every answer is no, and none is remembered.
    left: Cell<u64>,
}

impl<'a> Subgoals<'a> {
    /// Returns subgoals without any knowledge.
    pub fn new(table: &'a AdviceTable) -> Subgoals<'a> {
        Subgoals::within(table, u64::MAX)
    }

    /// Returns subgoals without any knowledge, which may look at this many nodes in all.
    pub fn within(table: &'a AdviceTable, nodes: u64) -> Subgoals<'a> {
        let (remembered, limits) = if table.looks_beyond() {
            (table.advice.iter().map(has_reusable_answers).collect(), MateLimits::of(table))
        } else {
            Default::default()
        };
        let (places, left) = (RefCell::default(), Cell::new(nodes));
        let endless = table.advice.iter().map(|_| RefCell::default()).collect();
        Subgoals { table, remembered, limits, endless, space: Space::of(table), places, survey: None, left }
    }

    /// Returns subgoals that do not even ask the exact tables.
    #[cfg(test)]
    pub(in crate::advice) fn unlimited(table: &'a AdviceTable) -> Subgoals<'a> {
        Subgoals { limits: MateLimits::default(), ..Subgoals::new(table) }
    }

    /// Returns subgoals that know what a survey found, if there is one.
    pub fn surveyed(table: &'a AdviceTable, survey: impl Into<Option<&'a Survey>>) -> Subgoals<'a> {
        Subgoals { survey: survey.into(), ..Subgoals::new(table) }
    }

    /// Returns whether answers about a piece of advice are remembered: a search then needs to look only at satisfiable nodes.
    pub fn remembers(&self, advice: usize) -> bool {
        self.remembered.get(advice).copied().unwrap_or(false)
    }

    /// Returns whether the nodes are used up, so that answers may be missing.
    pub fn are_exhausted(&self) -> bool {
        self.left.get() == 0
    }

    /// Returns whether a node of a piece of advice is satisfiable. Ask for depths above 0 only if the advice is for ever or
    /// answers about it are remembered.
    pub fn satisfiable(&self, advice: usize, root: &Position, position: &Position, depth: u32) -> bool {
        let known = self.surveyed_answer(advice, position, depth);
        if let Some(answer) = known.or_else(|| self.decided_answer(advice, position, depth)) {
            return answer;
        }
        let Some(known) = self.table.advice.get(advice) else { return false };
        let memory = Memory::new(self);
        if known.is_endless() {
            let by_survey = self.holds_by_our_move(advice, known, position);
            return by_survey.unwrap_or_else(|| self.holds_for_ever(advice, position));
        }
        let root = self.image(root);
        let cache = YesOrNo { subgoals: self, advice, root: &root };
        Evaluator { advice: known, root: &root, memory: &memory, cache }.satisfy(position, depth).is_some()
    }

    /// Returns the greatest depth at which a node is satisfiable, with the same side to move: the deeper, the fewer moves are left
    /// to the goal. Returns the node's own depth if it is satisfiable at no greater one.
    pub fn deepest(&self, advice: usize, node: &Node<'_>) -> u32 {
        // The deepest first: with few moves left a search is short.
        let mut depths = (node.depth..DEEPEST).rev().filter(|depth| (depth - node.depth).is_multiple_of(2));
        depths.find(|depth| self.satisfiable(advice, node.root, node.position, *depth)).unwrap_or(node.depth)
    }

    /// Returns whether a move of ours leads to where endless advice can be followed; `None` if no survey knows.
    fn holds_by_our_move(&self, advice: usize, known: &Advice, position: &Position) -> Option<bool> {
        let survey = self.survey.filter(|survey| survey.knows_after_our_move(advice, position))?;
        let memory = Memory::new(self);
        let context = Context::root(position, &memory);
        Some(known.can_move_on(&context, |after| survey.answer(advice, after, 1)))
    }

    /// Returns whether endless advice can be followed from a position, with either side to move; always false with more men than
    /// a proof takes.
    fn holds_for_ever(&self, advice: usize, position: &Position) -> bool {
        let (Some(known), Some(found)) = (self.table.advice.get(advice), self.endless.get(advice)) else {
            return false;
        };
        if self.table.material.men() > MOST_MEN {
            return false;
        }
        let memory = Memory::new(self);
        let asking = Asking { advice: known, space: &self.space, memory: &memory };
        // No entry is borrowed twice: its goals ask about earlier advice only.
        let answer = found.borrow_mut().holds_for_ever(&asking, position, |count| self.spend_nodes(count));
        answer.unwrap_or(false)
    }

    /// Returns our move that follows endless advice; `None` if no move does, or the advice has come to its end.
    pub fn endless_step(&self, advice: usize, position: &Position) -> Option<Step> {
        let known = self.table.advice.get(advice).filter(|known| known.is_endless())?;
        let memory = Memory::new(self);
        let context = Context::root(position, &memory);
        if known.goals(&context) != Goals::Open {
            return None;
        }
        let mut steps = Steps::new();
        known.us.steps(&context, &mut steps);
        steps.into_iter().find(|step| self.satisfiable(advice, position, &position.after(*step), 1))
    }

    fn surveyed_answer(&self, advice: usize, position: &Position, depth: u32) -> Option<bool> {
        self.survey?.answer(advice, position, depth)
    }

    /// Returns the answer of the exact tables; `None` if they alone do not decide it.
    fn decided_answer(&self, advice: usize, position: &Position, depth: u32) -> Option<bool> {
        let answer = self.limits.decided(advice, position, depth)?;
        self.left.set(self.left.get().saturating_sub(NODES_OF_AN_EXACT_ANSWER));
        Some(answer && !self.are_exhausted())
    }

    /// Returns the image of a position that represents all of them.
    fn image(&self, position: &Position) -> Position {
        if self.table.symmetric { position.canonical().0 } else { *position }
    }

    /// Spends this many nodes, and returns whether any are left.
    fn spend_nodes(&self, count: u64) -> bool {
        self.left.set(self.left.get().saturating_sub(count));
        self.left.get() > 0
    }
}

impl SubgoalOracle for Subgoals<'_> {
    /// A goal that is already reached counts. With them to move only endless advice can be followed on.
    fn can(&self, advice: usize, position: &Position) -> bool {
        let is_endless = || self.table.advice.get(advice).is_some_and(Advice::is_endless);
        match position.turn() {
            Side::Us => self.satisfiable(advice, position, position, 0),
            Side::Them => is_endless() && self.satisfiable(advice, position, position, 1),
        }
    }
}

/// The remembered answers, by the hash of their key; the table grows as they come in.
#[derive(Default)]
struct Places {
    /// The [`Place`]s as plain numbers, because fresh zeroes cost nothing; their count is a power of two, or 0 at first.
    places: Vec<u64>,
    taken: usize,
}

impl Places {
    fn answer(&self, key: u64, depth: u32) -> Option<bool> {
        let place = self.places.get(place(key, self.bits()?))?;
        Place(*place).answer(key, u64::from(depth))
    }

    fn remember(&mut self, key: u64, depth: u32, answer: bool) {
        if 2 * self.taken >= self.places.len() {
            self.grow();
        }
        let Some(place) = self.bits().and_then(|bits| self.places.get_mut(place(key, bits))) else { return };
        self.taken += usize::from(*place == 0);
        *place = Place(*place).with(key, u64::from(depth), answer).0;
    }

    /// Returns which power of two the number of places is; `None` before there are any.
    fn bits(&self) -> Option<u32> {
        self.places.len().checked_ilog2()
    }

    fn grow(&mut self) {
        let bits = self.bits().map_or(FIRST_PLACES_BITS, |bits| PLACES_BITS.min(bits + GROWTH_BITS));
        if Some(bits) == self.bits() {
            return;
        }
        let smaller = std::mem::replace(&mut self.places, vec![0; 1 << bits]);
        for entry in smaller.into_iter().filter(|entry| *entry != 0) {
            self.places[place(Place(entry).key(), bits)] = entry;
        }
    }
}

/// The answers about one position and piece of advice in one number: the key, the least depth at which the advice is
/// not satisfiable, and one more than the greatest at which it is; or 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place(u64);

/// Bits for a depth.
const DEPTH: u32 = 7;
/// Bits for the index of a piece of advice: what men, the side to move and two depths leave.
const ADVICE_BITS: u32 = 64 - BITS_OF_MEN - 1 - 2 * DEPTH;
const NEVER: u64 = (1 << DEPTH) - 1;

impl Place {
    const fn new(key: u64, fails: u64, holds: u64) -> Place {
        Place(key << (2 * DEPTH) | fails << DEPTH | holds)
    }

    const fn key(self) -> u64 {
        self.0 >> (2 * DEPTH)
    }

    const fn depths(self) -> (u64, u64) {
        (self.0 >> DEPTH & NEVER, self.0 & NEVER)
    }

    fn answer(self, key: u64, depth: u64) -> Option<bool> {
        let (fails, holds) = if self.key() == key { self.depths() } else { return None };
        if depth < holds {
            Some(true)
        } else if depth >= fails {
            Some(false)
        } else {
            None
        }
    }

    fn with(self, key: u64, depth: u64, answer: bool) -> Place {
        let (fails, holds) = if self.key() == key { self.depths() } else { (NEVER, 0) };
        if answer {
            Place::new(key, fails, holds.max(depth + 1))
        } else {
            Place::new(key, fails.min(depth), holds)
        }
    }
}

/// A search that only answers yes or no.
struct YesOrNo<'a> {
    subgoals: &'a Subgoals<'a>,
    advice: usize,
    root: &'a Position,
}

impl YesOrNo<'_> {
    /// Returns the key of a position: men, side to move and advice; `None` if it is not remembered. Only positions with the
    /// root's men mean the same from every root.
    fn key(&self, position: &Position) -> Option<u64> {
        let advice = u64::try_from(self.advice).ok().filter(|index| *index < 1 << ADVICE_BITS)?;
        if !self.subgoals.remembers(self.advice) || !position.has_men_of(self.root) {
            return None;
        }
        Some(men(position)? << (ADVICE_BITS + 1) | advice << 1 | position.turn() as u64)
    }
}

impl AnswerCache for YesOrNo<'_> {
    type Witness = ();
    type Place = Option<u64>;

    #[inline]
    fn recall(&mut self, position: &Position, depth: u32) -> Recalled<(), Option<u64>> {
        if !self.subgoals.spend_nodes(1) {
            return Recalled::Known(None);
        }
        if let Some(answer) = self.subgoals.surveyed_answer(self.advice, position, depth) {
            return Recalled::Known(answer.then_some(()));
        }
        let image = self.subgoals.image(position);
        let key = self.key(&image);
        match key.and_then(|key| self.subgoals.places.borrow().answer(key, depth)) {
            Some(answer) => Recalled::Known(answer.then_some(())),
            None if self.subgoals.limits.is_beyond(self.advice, position, depth) => {
                self.store(key, position, depth, None);
                Recalled::Known(None)
            }
            None => Recalled::Open { image: Some(image), place: key },
        }
    }

    fn store(&mut self, place: Option<u64>, _: &Position, depth: u32, found: Option<&()>) {
        if let Some(key) = place
            && !self.subgoals.are_exhausted()
        {
            self.subgoals.places.borrow_mut().remember(key, depth, found.is_some());
        }
    }
}
