//! What a goal may ask about another piece of advice: `can NAME`, whether that advice is satisfiable from here. So a
//! long way is divided into stages, each of which ends where the next can begin.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use super::dependence::Dependence;
use super::interpreter::DEEPEST;
use super::language::{Advice, Condition, Constraint};
use super::memory::{Memory, place};
use super::position::{Position, Side};
use super::refuted::men;
use super::step::Steps;
use super::survey::Survey;
use super::vocabulary::Node;

/// A piece of advice that goals may ask about.
#[derive(Clone, Debug)]
pub struct Ability {
    index: usize,
    advice: Advice,
    /// Whether its nodes mean the same from every root, and less the deeper they are: answers are then remembered.
    lasting: bool,
    /// Whether mirror images are taken as one.
    symmetric: bool,
}

impl Ability {
    pub(super) fn new(index: usize, advice: &Advice, symmetric: bool) -> Ability {
        let free = matches!(Dependence::of(advice), Dependence::Free);
        let lasting = free
            && !advice.better.looks_at_depth()
            && !advice.holding.looks_at_depth()
            && is_limited(&advice.us)
            && is_limited(&advice.them);
        Ability { index, advice: advice.clone(), lasting, symmetric }
    }

    /// The name of the advice.
    pub fn name(&self) -> &str {
        &self.advice.name
    }

    /// Which of the table's pieces of advice it is.
    pub(super) const fn index(&self) -> usize {
        self.index
    }

    /// The advice itself.
    pub(super) const fn advice(&self) -> &Advice {
        &self.advice
    }

    /// Whether answers about it are remembered.
    pub(super) const fn is_lasting(&self) -> bool {
        self.lasting
    }

    /// The image of a position that stands for all of them.
    fn seen(&self, position: &Position) -> Position {
        if self.symmetric { position.canonical().0 } else { *position }
    }
}

/// Whether a constraint admits moves at a depth, for one that is limited; the position does not matter.
pub(super) fn is_open(constraint: &Constraint, node: &Node<'_>) -> bool {
    match constraint {
        Constraint::None | Constraint::Then(_) => false,
        Constraint::Class { .. } => true,
        Constraint::Filtered { conditions, of, .. } => {
            conditions.iter().all(|condition| condition.holds(node)) && is_open(of, node)
        }
        Constraint::Ordered { of, .. } => is_open(of, node),
    }
}

/// Whether a constraint admits no move that it would not admit at a lower depth, with the same side to move.
fn is_limited(constraint: &Constraint) -> bool {
    match constraint {
        Constraint::None | Constraint::Class { .. } => true,
        Constraint::Filtered { conditions, classes, of } => {
            conditions.iter().all(Condition::is_depth_limit) && classes.is_empty() && is_limited(of)
        }
        Constraint::Ordered { of, .. } => is_limited(of),
        Constraint::Then(_) => false,
    }
}

/// How many positions are remembered at most; a newer one takes the place of an older.
const PLACES_BITS: u32 = 23;
/// Bits for a depth.
const DEPTH: u32 = 7;
const NEVER: u64 = (1 << DEPTH) - 1;

/// The answers found so far: each place holds men and advice, the least depth at which it is not satisfiable, and one
/// more than the greatest at which it is; or 0.
#[derive(Debug)]
pub(super) struct Abilities {
    places: RefCell<Vec<u64>>,
    /// Two to the power of this many places.
    bits: u32,
    /// What was found out beforehand about all positions of the table's material.
    survey: Option<Arc<Survey>>,
    /// Nodes that may still be looked at; with none left every answer is no, and none is remembered.
    left: Cell<u64>,
}

impl Default for Abilities {
    fn default() -> Abilities {
        Abilities::within(u64::MAX)
    }
}

impl Abilities {
    /// Nothing is known yet, and only so many nodes may be looked at.
    pub fn within(nodes: u64) -> Abilities {
        // A search of few nodes needs few places, and fresh memory costs time.
        let bits = PLACES_BITS.min(nodes.max(1).ilog2() + 2);
        Abilities { places: RefCell::default(), bits, survey: None, left: Cell::new(nodes) }
    }

    /// What a survey has found out is known.
    pub fn surveyed(survey: &Arc<Survey>) -> Abilities {
        Abilities { survey: Some(Arc::clone(survey)), ..Abilities::default() }
    }

    /// Whether answers may have been given up for lack of nodes.
    pub fn are_exhausted(&self) -> bool {
        self.left.get() == 0
    }

    /// Whether we are to move and a piece of advice is satisfiable with this position as its root. A goal that is
    /// reached already counts.
    pub fn can(self: &Rc<Abilities>, ability: &Ability, position: &Position) -> bool {
        position.turn() == Side::Us && self.satisfiable(ability, position, position, 0)
    }

    /// Whether a node is satisfiable; only to be asked for depths above 0 where answers are remembered.
    pub fn satisfiable(
        self: &Rc<Abilities>,
        ability: &Ability,
        root: &Position,
        position: &Position,
        depth: u32,
    ) -> bool {
        if let Some(answer) = self.surveyed_answer(ability, position, depth) {
            return answer;
        }
        let root = ability.seen(root);
        let memory = Memory::sharing(self);
        Question { abilities: self, ability, memory: &memory, root: &root }.satisfiable(position, depth)
    }

    fn surveyed_answer(&self, ability: &Ability, position: &Position, depth: u32) -> Option<bool> {
        self.survey.as_ref()?.answer(ability, position, depth)
    }

    fn answer(&self, key: u64, depth: u64) -> Option<bool> {
        let known = *self.places.borrow().get(place(key, self.bits))?;
        if known >> (2 * DEPTH) != key {
            return None;
        }
        let (fails, holds) = (known >> DEPTH & NEVER, known & NEVER);
        if depth < holds {
            Some(true)
        } else if depth >= fails {
            Some(false)
        } else {
            None
        }
    }

    fn remember(&self, key: u64, depth: u64, answer: bool) {
        let mut places = self.places.borrow_mut();
        if places.is_empty() {
            // Zeroes that nobody touches cost nothing.
            *places = vec![0; 1 << self.bits];
        }
        let known = &mut places[place(key, self.bits)];
        if *known >> (2 * DEPTH) != key {
            *known = key << (2 * DEPTH) | NEVER << DEPTH;
        }
        let (fails, holds) = (*known >> DEPTH & NEVER, *known & NEVER);
        let (fails, holds) = if answer { (fails, holds.max(depth + 1)) } else { (fails.min(depth), holds) };
        *known = key << (2 * DEPTH) | fails << DEPTH | holds;
    }
}

/// A search that only says yes or no.
struct Question<'a> {
    abilities: &'a Abilities,
    ability: &'a Ability,
    memory: &'a Memory,
    root: &'a Position,
}

impl Question<'_> {
    fn satisfiable(&self, position: &Position, depth: u32) -> bool {
        let advice = &self.ability.advice;
        let left = &self.abilities.left;
        left.set(left.get().saturating_sub(1));
        if depth > DEEPEST || left.get() == 0 {
            return false;
        }
        if let Some(answer) = self.abilities.surveyed_answer(self.ability, position, depth) {
            return answer;
        }
        let seen = self.ability.seen(position);
        let key = self.key(&seen);
        if let Some(answer) = key.and_then(|key| self.abilities.answer(key, u64::from(depth))) {
            return answer;
        }
        let node = Node { position, root: self.root, depth, memory: self.memory };
        if !advice.holding.holds(&node) {
            return false;
        }
        let answer = self.look(&seen, depth);
        if let Some(key) = key
            && left.get() > 0
        {
            self.abilities.remember(key, u64::from(depth), answer);
        }
        answer
    }

    /// What a position is remembered by: men, side to move and advice. Only what has as many men as the root means the
    /// same from every root.
    fn key(&self, position: &Position) -> Option<u64> {
        let advice = u64::try_from(self.ability.index).ok().filter(|index| *index < 1 << 8)?;
        let men = if self.ability.lasting && position.has_men_of(self.root) {
            men(position)?
        } else {
            return None;
        };
        Some(men << 9 | advice << 1 | position.turn() as u64)
    }

    fn look(&self, position: &Position, depth: u32) -> bool {
        let advice = &self.ability.advice;
        let node = Node { position, root: self.root, depth, memory: self.memory };
        if advice.better.holds(&node) {
            return true;
        }
        let mut steps = Steps::new();
        match position.turn() {
            Side::Us => {
                advice.us.steps(&node, &mut steps);
                steps.iter().any(|step| self.satisfiable(&position.after(*step), depth + 1))
            }
            Side::Them => {
                advice.them.steps(&node, &mut steps);
                !steps.is_empty()
                    && steps.iter().all(|step| self.satisfiable(&position.after(*step), depth + 1))
            }
        }
    }
}
