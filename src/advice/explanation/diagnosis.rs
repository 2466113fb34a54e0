//! Finds which part of a piece of advice fails, and where.

use std::cell::RefCell;
use std::fmt::Write as _;

use shakmaty::Color;

use super::breaking::breaking_line;
use super::part::Part;
use crate::advice::language::{Advice, AdviceTable, Condition};
use crate::advice::position::notation::{reply_san, san};
use crate::advice::position::side::Side;
use crate::advice::position::step::{Step, Steps};
use crate::advice::position::view::Position;
use crate::advice::satisfy::context::{Context, Memory};
use crate::advice::satisfy::interpreter::MOST_NODES;
use crate::advice::satisfy::satisfaction::Evaluator;
use crate::advice::satisfy::subgoals::Subgoals;
use crate::advice::satisfy::tree_cache::TreeCache;

/// Why advice is not satisfiable at a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The better goal holds already: there is nothing to do.
    AlreadyReached,
    /// The proof plays other advice, so this cannot be forced; a search for the reason would take too long.
    ByProof,
    /// This part failed at the node itself.
    Here(Part),
    /// Every move of ours fails, each in its own way.
    EveryMove(Vec<(Step, Failure)>),
    /// Deeper down, none of our moves helps.
    NoMove,
    /// This reply of theirs refutes it.
    Reply(Step, Box<Failure>),
    /// It cannot be kept up for ever: at the end of this line, which we cannot put off longer, this part fails.
    Breaks(Vec<Step>, Part),
}

/// Returns why a piece of advice is not satisfiable at the root.
pub(super) fn diagnose(
    table: &AdviceTable,
    advice: usize,
    root: &Position,
    subgoals: &Subgoals<'_>,
) -> Failure {
    if table.advice[advice].is_endless()
        && let Some((line, part)) = breaking_line(table, advice, root, subgoals)
        && !line.is_empty()
    {
        return Failure::Breaks(line, part);
    }
    let memory = Memory::new(subgoals);
    let advice = Patient {
        advice: &table.advice[advice],
        endless: table.advice[advice].is_endless().then_some((subgoals, advice)),
        known: RefCell::new(Evaluator {
            advice: &table.advice[advice],
            root,
            memory: &memory,
            cache: TreeCache::filtered(MOST_NODES, subgoals, advice, root),
        }),
    };
    advice.failure(&Context::root(root, &memory)).unwrap_or(Failure::AlreadyReached)
}

/// The advice in question, and a search that remembers which nodes are satisfiable: without it, every path to a node would
/// search it again.
struct Patient<'a> {
    advice: &'a Advice,
    /// What to ask, and with which index, if the advice is for ever.
    endless: Option<(&'a Subgoals<'a>, usize)>,
    known: RefCell<Evaluator<'a, TreeCache<'a>>>,
}

impl Patient<'_> {
    /// Returns why the advice is not satisfiable at a node; `None` if it is.
    fn failure(&self, context: &Context<'_>) -> Option<Failure> {
        if let Some(part) = self.advice.holding.failing_part(context) {
            return Some(Failure::Here(Part::Holding(part.to_string())));
        }
        let missing = self.advice.better.failing_part(context)?;
        if self.is_satisfiable(context) {
            return None;
        }
        let mut steps = Steps::new();
        match context.node.position.turn() {
            Side::Us => {
                self.advice.us.steps(context, &mut steps);
                Some(self.of_every_move(context, &steps, missing))
            }
            Side::Them => {
                self.advice.them.steps(context, &mut steps);
                if steps.is_empty() {
                    let part = Part::unreached(context.node.position, missing.to_string());
                    return Some(Failure::Here(part));
                }
                let mut refutations = steps.into_iter().map(|step| (step, self.after(context, step)));
                refutations.find_map(|(step, failure)| Some(Failure::Reply(step, Box::new(failure?))))
            }
        }
    }

    fn of_every_move(&self, context: &Context<'_>, steps: &Steps, missing: &Condition) -> Failure {
        if steps.is_empty() {
            // At the root the constraint is to blame, later the goal that should have come true by now.
            let unreached = || Part::unreached(context.node.position, missing.to_string());
            let part = if context.node.depth == 0 { Part::OurMoves } else { unreached() };
            return Failure::Here(part);
        }
        if context.node.depth > 0 {
            // Below the root the explanation does not list how each move fails.
            return Failure::NoMove;
        }
        let failures = steps.iter().filter_map(|step| Some((*step, self.after(context, *step)?)));
        Failure::EveryMove(failures.collect())
    }

    fn after(&self, context: &Context<'_>, step: Step) -> Option<Failure> {
        let position = context.node.position.after(step);
        self.failure(&context.next(&position))
    }

    fn is_satisfiable(&self, context: &Context<'_>) -> bool {
        let node = &context.node;
        if let Some((subgoals, advice)) = self.endless {
            return subgoals.satisfiable(advice, node.root, node.position, node.depth);
        }
        self.known.borrow_mut().satisfy(node.position, node.depth).is_some()
    }
}

impl Failure {
    /// Returns the failure in words, for the position where the advice was asked.
    pub fn words(&self, position: &Position, us: Color) -> String {
        match self {
            Failure::AlreadyReached | Failure::ByProof | Failure::Here(_) => self.kind(),
            Failure::EveryMove(failures) => every_move(failures, position, us),
            Failure::NoMove => self.kind(),
            Failure::Breaks(line, part) => {
                format!("{}: {} - {}", self.kind(), line_of(line, position, us), part.words())
            }
            Failure::Reply(step, failure) => {
                let words = failure.words(&position.after(*step), us);
                format!("after {} {words}", reply_san(position, *step, us))
            }
        }
    }

    /// Returns what failures of different moves have in common: the words without the moves.
    fn kind(&self) -> String {
        match self {
            Failure::AlreadyReached => "its goal is reached already".to_owned(),
            Failure::ByProof => "by the proof it cannot be forced here".to_owned(),
            Failure::Here(part) => part.words(),
            Failure::EveryMove(failures) => format!("none of {} moves works", failures.len()),
            Failure::NoMove => "none of our moves there helps".to_owned(),
            Failure::Breaks(..) => "it cannot be kept up for ever".to_owned(),
            Failure::Reply(_, failure) => format!("there is a reply after which {}", failure.kind()),
        }
    }
}

/// Returns the moves of a line in words, ours first.
fn line_of(line: &[Step], position: &Position, us: Color) -> String {
    let mut position = *position;
    let mut words = Vec::new();
    for step in line {
        words.push(match position.turn() {
            Side::Us => san(&position, *step, us),
            Side::Them => reply_san(&position, *step, us),
        });
        position = position.after(*step);
    }
    words.join(" ")
}

/// At most this many moves that fail alike are named.
const MOST_NAMED: usize = 6;

/// Names moves that fail alike together, each with the reply that refutes it, the most frequent failure first.
fn every_move(failures: &[(Step, Failure)], position: &Position, us: Color) -> String {
    let mut kinds: Vec<(String, Vec<Vec<Step>>)> = Vec::new();
    for (step, failure) in failures {
        let (line, kind) = match failure {
            Failure::Reply(reply, failure) => (vec![*step, *reply], failure.kind()),
            failure => (vec![*step], failure.kind()),
        };
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, lines)) => lines.push(line),
            None => kinds.push((kind, vec![line])),
        }
    }
    kinds.sort_by_key(|(_, lines)| std::cmp::Reverse(lines.len()));
    let mut words = format!("none of {} moves works: ", failures.len());
    for (number, (kind, lines)) in kinds.iter().enumerate() {
        let named: Vec<String> =
            lines.iter().take(MOST_NAMED).map(|line| line_of(line, position, us)).collect();
        let more = lines.len().saturating_sub(MOST_NAMED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let join = if number == 0 { "" } else { "; " };
        let _ = write!(words, "{join}after {}{more} {kind}", named.join(", "));
    }
    words
}
