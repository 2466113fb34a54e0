//! Works out in which positions, and at which depths, each piece of advice is satisfiable that goals ask about: for all
//! positions of a material at once, the deepest nodes first. What is satisfiable at some depth is so at every lesser
//! one with the same side to move, so each position is looked at until it is, and not again.

use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use parking_lot::Mutex;

use crate::advice::ability::{Abilities, Ability, is_open};
use crate::advice::interpreter::DEEPEST;
use crate::advice::language::{Constraint, Table};
use crate::advice::memory::Memory;
use crate::advice::position::{Position, Side};
use crate::advice::space::Space;
use crate::advice::step::{Step, Steps};
use crate::advice::survey::{Page, Survey};
use crate::advice::vocabulary::Node;

/// How many positions a thread takes at a time.
const CHUNK: usize = 4096;

/// Surveys the advice of a table, where any goal asks about it.
pub(super) fn survey(table: &Table, space: &Space, threads: usize) -> Arc<Survey> {
    let survey = Arc::new(Survey::new(space.clone(), table.abilities.len()));
    if table.abilities.is_empty() {
        return survey;
    }
    let surveyor = Surveyor::new(&survey, threads);
    // Goals ask about earlier advice only.
    for ability in table.abilities.iter().filter(|ability| ability.is_lasting()) {
        survey.add(ability, surveyor.page(ability));
    }
    survey
}

struct Surveyor<'a> {
    survey: &'a Arc<Survey>,
    threads: usize,
    /// The numbers of all positions with us and with them to move.
    numbers: [Vec<u32>; 2],
}

/// What the first look at a position has found.
enum First {
    /// The goal is reached.
    Reached(u32),
    /// The goal is not reached, but nothing is broken.
    Open(u32),
}

impl<'a> Surveyor<'a> {
    fn new(survey: &'a Arc<Survey>, threads: usize) -> Surveyor<'a> {
        let all = 0..survey.space.len() as u32;
        let numbers = [Side::Us, Side::Them].map(|turn| {
            let stands = |number: &u32| survey.space.legal(*number as usize, turn).is_some();
            all.clone().filter(stands).collect()
        });
        Surveyor { survey, threads, numbers }
    }

    fn page(&self, ability: &Ability) -> Page {
        let mut page = Page::new(&self.survey.space);
        let mut open = [Side::Us, Side::Them].map(|turn| self.first_look(ability, turn, &mut page));
        for depth in (0..DEEPEST).rev() {
            // We are to move at the root.
            let turn = if depth % 2 == 0 { Side::Us } else { Side::Them };
            let open = &mut open[turn as usize];
            if !self.admits_moves_at(ability, depth, turn, open) {
                continue;
            }
            let look = |memory: &Memory, number: u32, position: &Position| {
                let node = Node { position, root: position, depth, memory };
                self.is_satisfiable(ability, &page, &node).then_some(number)
            };
            let found = self.found_among(open, turn, look);
            for number in &found {
                page.set(turn, *number, depth as u8 + 1);
            }
            if !found.is_empty() {
                open.retain(|number| !page.is_set(turn, *number));
            }
        }
        page
    }

    /// Notes where the goal is reached, which is enough at any depth; the numbers of other positions that may be
    /// passed through.
    fn first_look(&self, ability: &Ability, turn: Side, page: &mut Page) -> Vec<u32> {
        let advice = ability.advice();
        let look = |memory: &Memory, number: u32, position: &Position| {
            let node = Node::root(position, memory);
            let holds = advice.holding.holds(&node);
            holds.then(
                || if advice.better.holds(&node) { First::Reached(number) } else { First::Open(number) },
            )
        };
        let mut open = Vec::new();
        for first in self.found_among(&self.numbers[turn as usize], turn, look) {
            match first {
                First::Reached(number) => page.set(turn, number, DEEPEST as u8 + 1),
                First::Open(number) => open.push(number),
            }
        }
        open
    }

    /// Whether there is a move at a depth, and a position to look at.
    fn admits_moves_at(&self, ability: &Ability, depth: u32, turn: Side, open: &[u32]) -> bool {
        let any = open.first().and_then(|number| self.survey.space.pieces(*number as usize, turn));
        any.is_some_and(|position| {
            let node = Node { position: &position, root: &position, depth, memory: &Memory::default() };
            is_open(constraint(ability, turn), &node)
        })
    }

    /// Whether the moves of a node make it satisfiable, by what is noted of the nodes below.
    fn is_satisfiable(&self, ability: &Ability, page: &Page, node: &Node<'_>) -> bool {
        let ours = node.position.turn() == Side::Us;
        let mut steps = Steps::new();
        constraint(ability, node.position.turn()).steps(node, &mut steps);
        let works = |step: &Step| {
            let (position, depth) = (node.position.after(*step), node.depth + 1);
            if self.survey.space.contains(&position) {
                page.answer(&self.survey.space, &position, depth)
            } else {
                node.memory.satisfiable(ability, node.root, &position, depth)
            }
        };
        if ours { steps.iter().any(works) } else { !steps.is_empty() && steps.iter().all(works) }
    }

    /// What is found in the positions with these numbers, by all threads, in whatever order.
    fn found_among<T: Send>(
        &self,
        numbers: &[u32],
        turn: Side,
        look: impl Fn(&Memory, u32, &Position) -> Option<T> + Sync,
    ) -> Vec<T> {
        let next = AtomicUsize::new(0);
        let all = Mutex::new(Vec::new());
        let chunks: Vec<&[u32]> = numbers.chunks(CHUNK).collect();
        let work = || {
            let memory = Memory::sharing(&Rc::new(Abilities::surveyed(self.survey)));
            let mut found = Vec::new();
            while let Some(chunk) = chunks.get(next.fetch_add(1, Ordering::Relaxed)) {
                for &number in *chunk {
                    let position = self.survey.space.pieces(number as usize, turn);
                    found.extend(position.and_then(|position| look(&memory, number, &position)));
                }
            }
            all.lock().append(&mut found);
        };
        std::thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                scope.spawn(work);
            }
        });
        all.into_inner()
    }
}

fn constraint(ability: &Ability, turn: Side) -> &Constraint {
    match turn {
        Side::Us => &ability.advice().us,
        Side::Them => &ability.advice().them,
    }
}
