//! Finds how endless advice breaks: the shortest line that forces what it must not allow, however long we put it off.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use super::part::Part;
use crate::advice::language::{Advice, AdviceTable};
use crate::advice::position::material::Material;
use crate::advice::position::position_hash::PositionHasher;
use crate::advice::position::side::Side;
use crate::advice::position::step::{Step, Steps};
use crate::advice::position::view::Position;
use crate::advice::satisfy::context::{Context, Memory};
use crate::advice::satisfy::subgoals::Subgoals;

/// The most plies of a line: a longer one explains nothing.
const LONGEST: u32 = 30;
/// The most nodes to look at for a line.
const MOST_NODES: u32 = 100_000;

/// The part that a line breaks, and the line, the last move first.
type Broken = (Part, Vec<Step>);

/// Returns the line that breaks advice, and the part that it breaks; `None` if no line within the limits does.
pub(super) fn breaking_line(
    table: &AdviceTable,
    index: usize,
    root: &Position,
    subgoals: &Subgoals<'_>,
) -> Option<(Vec<Step>, Part)> {
    let memory = Memory::new(subgoals);
    let (nodes, known) = (Cell::new(MOST_NODES), RefCell::default());
    let breaker =
        Breaker { table, advice: &table.advice[index], index, subgoals, memory: &memory, nodes, known };
    let (part, mut line) = (1..=LONGEST).find_map(|plies| breaker.within(root, plies))?;
    line.reverse();
    Some((line, part))
}

struct Breaker<'a> {
    table: &'a AdviceTable,
    advice: &'a Advice,
    index: usize,
    subgoals: &'a Subgoals<'a>,
    memory: &'a Memory<'a>,
    /// Nodes that may still be looked at.
    nodes: Cell<u32>,
    /// Within how many plies a position is not broken.
    known: RefCell<HashMap<Position, u32, BuildHasherDefault<PositionHasher>>>,
}

impl Breaker<'_> {
    /// Returns how a position is broken in at most this many plies; `None` if it is not.
    fn within(&self, position: &Position, plies: u32) -> Option<Broken> {
        let context = Context::root(position, self.memory);
        if let Some(part) = self.advice.holding.failing_part(&context) {
            return Some((Part::Holding(part.to_string()), Vec::new()));
        }
        let missing = self.advice.better.failing_part(&context)?;
        if Material::of(position) != self.table.material {
            return Some((Part::OtherMen(missing.to_string()), Vec::new()));
        }
        self.nodes.set(self.nodes.get().checked_sub(1)?);
        if plies == 0 || self.is_known(position, plies) || self.can_be_kept(position) {
            return None;
        }
        let mut steps = Steps::new();
        self.advice.moves_of(position.turn()).steps(&context, &mut steps);
        let broken = match position.turn() {
            _ if steps.is_empty() => Some((Part::unreached(position, missing.to_string()), Vec::new())),
            Side::Us => self.by_every_move(position, &steps, plies),
            Side::Them => steps.iter().find_map(|step| self.after(position, *step, plies)),
        };
        if broken.is_none() {
            self.known.borrow_mut().insert(*position, plies);
        }
        broken
    }

    /// Returns the longest of the lines that break our moves; `None` if a move is not broken.
    fn by_every_move(&self, position: &Position, steps: &Steps, plies: u32) -> Option<Broken> {
        let mut longest: Option<Broken> = None;
        for step in steps {
            let broken = self.after(position, *step, plies)?;
            if longest.as_ref().is_none_or(|(_, line)| line.len() < broken.1.len()) {
                longest = Some(broken);
            }
        }
        longest
    }

    fn after(&self, position: &Position, step: Step, plies: u32) -> Option<Broken> {
        let (part, mut line) = self.within(&position.after(step), plies - 1)?;
        line.push(step);
        Some((part, line))
    }

    fn is_known(&self, position: &Position, plies: u32) -> bool {
        self.known.borrow().get(position).is_some_and(|known| *known >= plies)
    }

    fn can_be_kept(&self, position: &Position) -> bool {
        self.subgoals.satisfiable(self.index, position, position, 0)
    }
}
