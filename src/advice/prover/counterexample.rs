//! Finds the line by which a position escapes, through forcing trees and handovers, to where the promise is broken.

use shakmaty::Color;

use super::distance_table::DistanceTable;
use super::failures::Example;
use super::handovers::Handovers;
use super::policy::{Plan, Policy};
use super::proof::Counterexample;
use super::truth::Truth;
use crate::advice::language::{AdviceTable, Aim};
use crate::advice::position::material::Material;
use crate::advice::position::step::{Step, Steps};
use crate::advice::position::view::Position;
use crate::advice::satisfy::forcing_tree::{Advised, Tree};

/// How many nodes a move of a table with many men may cost: without a survey, a long way takes for ever to search. The line
/// then ends before it.
const NODES_OF_A_MOVE: u64 = 1_000_000;

/// What a line is found with.
#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    pub handovers: &'a Handovers<'a>,
    pub truth: Truth<'a>,
    /// What the table plays that is proven.
    pub policy: &'a Policy,
}

/// The table that is asked, and how its games end.
#[derive(Clone, Copy)]
struct Asked<'a> {
    table: &'a AdviceTable,
    distances: &'a DistanceTable,
    /// What it plays; `None` if another table has handed over to it.
    policy: Option<&'a Policy>,
}

/// A way for the defence to escape.
struct WayOut<'a> {
    steps: Vec<Step>,
    /// The position after them.
    end: Position,
    /// The table that is asked there; `None` if it is over.
    next: Option<Asked<'a>>,
    /// Its place in an order that every defence descends.
    turn: u32,
}

impl<'a> Line<'a> {
    /// Returns an escaping position of a table with its line; `None` if there is no such position.
    pub fn counterexample(
        &self,
        table: &'a AdviceTable,
        distances: &'a DistanceTable,
        example: Example,
    ) -> Option<Counterexample> {
        let start = distances.positions.position(example.index)?;
        let (steps, end) = self.played(Asked { table, distances, policy: Some(self.policy) }, &start);
        Some(Counterexample {
            fen: start.fen(Color::White),
            escape: example.escape,
            rule: table.rules.get(example.rule)?.name.clone(),
            advice: example.advice.and_then(|advice| Some(table.advice.get(advice)?.name.clone())),
            circle: example.circle,
            line: steps.iter().map(|step| step.uci(Color::White)).collect(),
            end: end.fen(Color::White),
        })
    }

    /// Plays on against a defence that keeps to its way out, until it is out or the position has come back.
    fn played(&self, mut asked: Asked<'a>, start: &Position) -> (Vec<Step>, Position) {
        let (mut steps, mut seen, mut position) = (Vec::new(), Vec::new(), *start);
        while !seen.contains(&position) {
            seen.push(position);
            let Some(advised) = asked.advised(&position) else { break };
            steps.push(advised.step);
            position = position.after(advised.step);
            let Some(way) = self.way_out(asked, &position, &advised.tree) else { break };
            steps.extend(way.steps);
            position = way.end;
            match way.next {
                Some(next) => asked = next,
                None => break,
            }
        }
        (steps, position)
    }

    /// Returns the moves from a position with them to move to where a table is asked anew, or it is over, and they still escape.
    fn way_out(&self, asked: Asked<'a>, position: &Position, tree: &Tree) -> Option<WayOut<'a>> {
        let mut replies = Steps::new();
        position.legal_steps(&mut replies);
        if replies.is_empty() {
            let out = WayOut { steps: Vec::new(), end: *position, next: None, turn: 0 };
            let escapes = self.truth.aim() == Aim::Wins && !position.is_check();
            return escapes.then_some(out);
        }
        let ways = replies.into_iter().filter_map(|reply| {
            let end = position.after(reply);
            if let Some(Tree::Ours(step, subtree)) = tree.after(reply) {
                let mut way = self.way_out(asked, &end.after(*step), subtree)?;
                way.steps.splice(0..0, [reply, *step]);
                return Some(way);
            }
            let next = self.asked_anew(asked, &end)?;
            let turn = next.map_or(0, |next| next.distances.turn_of(&end));
            Some(WayOut { steps: vec![reply], end, next, turn })
        });
        ways.min_by_key(|way| way.turn)
    }

    /// Returns which table is asked in a position that escapes, or the inner `None` if nothing is left to ask; the outer
    /// `None` if the promise is kept.
    fn asked_anew(&self, asked: Asked<'a>, position: &Position) -> Option<Option<Asked<'a>>> {
        if !self.truth.can_be_kept(position) {
            return Some(None);
        }
        let next = if asked.distances.positions.are_of(position) {
            Some(asked)
        } else {
            let next = self.handovers.next(asked.table, &Material::of(position));
            next.map(|next| Asked { table: next.table, distances: &next.distances, policy: None })
        };
        let escapes = |next: &Asked<'_>| !matches!(next.distances.of(position), Some(Ok(_)));
        match next {
            Some(next) => escapes(&next).then_some(Some(next)),
            None => (self.truth.aim() == Aim::Wins).then_some(None),
        }
    }
}

impl Asked<'_> {
    /// Returns what the table plays; `None` if no advice is satisfiable, or that takes too long to find out.
    fn advised(&self, position: &Position) -> Option<Advised> {
        if self.distances.positions.numbers().is_none() {
            return self.table.advise(position);
        }
        self.planned(position).or_else(|| self.table.advise_within(position, NODES_OF_A_MOVE))
    }

    /// Returns the move that was planned without a forcing tree, if that is so.
    fn planned(&self, position: &Position) -> Option<Advised> {
        let (number, turning) = self.distances.positions.space().seen(position);
        let (policy, place) = (self.policy?, self.distances.positions.place_of(number as u32)?);
        let Plan::Move(step) = policy.plan(place) else { return None };
        let chosen = policy.chosen(place);
        let (rule, advice) = (usize::from(chosen.rule), usize::from(chosen.advice));
        Some(turning.back().advised(Advised { rule, advice, step, tree: Tree::Reached }))
    }
}
