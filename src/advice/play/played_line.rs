//! Plays a table's game to its end against a stubborn defence, with the reason for every move of ours.

use shakmaty::Color;

use super::attack::hardest_reply;
use super::defence::longest_reply;
use super::judgement::best_reply;
use super::player::table_for;
use super::proven::Proven;
use crate::advice::language::{AdviceTable, Aim};
use crate::advice::position::material::Material;
use crate::advice::position::notation::san;
use crate::advice::position::side::Side;
use crate::advice::position::step::{Step, Steps};
use crate::advice::position::view::Position;
use crate::advice::prover::{Entry, Playbook};
use crate::advice::registry::Registry;
use crate::advice::satisfy::forcing_tree::{Advised, Tree};
use crate::advice::satisfy::subgoals::Subgoals;
use crate::tablebase::{Results, Wdl};

/// A game that has not ended after this many plies is cut.
const MOST_PLIES: usize = 200;
/// A game that is held for ever is shown for this many plies.
const MOST_HELD_PLIES: usize = 60;

/// A move of a game and where it leads.
#[derive(Clone, Debug)]
pub struct PlayedMove {
    /// The side that plays it.
    pub mover: Side,
    /// The move.
    pub step: Step,
    /// The move in standard algebraic notation.
    pub san: String,
    /// The position after it.
    pub after: Position,
    /// The reason for a move of ours; `None` for theirs.
    pub reason: Option<Reason>,
}

/// The reason for a move of ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The table: the one that was asked, or one that it hands over to.
    pub table: String,
    /// The rule's name.
    pub rule: String,
    /// The advice's name.
    pub advice: String,
    /// What it is for, in the author's words.
    pub purpose: String,
}

/// How a line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnd {
    /// With a mate.
    Mate,
    /// With a stalemate.
    Stalemate,
    /// With a position that occurred before.
    Repetition,
    /// With other men than the table's, in a drawn position.
    HeldToTheEnd,
    /// Where no advice is satisfiable.
    NoAdvice,
    /// At the limit of plies.
    Cut,
}

/// A game, our move first.
#[derive(Clone, Debug)]
pub struct PlayedLine {
    /// The moves.
    pub moves: Vec<PlayedMove>,
    /// How it ends.
    pub end: LineEnd,
}

/// How far to follow a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::advice) enum Until {
    /// To the end of the game.
    TheEnd,
    /// Until the goal of the first piece of advice is reached.
    Goal,
}

/// Advice that fired, with its tree, our move on top.
pub(in crate::advice) struct Asked {
    pub reason: Reason,
    pub tree: Tree,
}

/// What plays a line: a table with the tables it hands over to, its playbook, and the exact tables for the defence.
pub(in crate::advice) struct LinePlayer<'a> {
    pub registry: &'a Registry,
    pub table: &'a AdviceTable,
    pub us: Color,
    pub playbook: Option<&'a Playbook>,
    pub exact: &'a dyn Results,
    /// What is known about the table's advice.
    pub subgoals: &'a Subgoals<'a>,
}

impl<'a> LinePlayer<'a> {
    /// Returns the game from a position with our side to move; `first` is the advice there.
    pub fn play(&self, position: &Position, first: Option<Asked>, until: Until) -> PlayedLine {
        let mut line = PlayedLine { moves: Vec::new(), end: LineEnd::Cut };
        let mut seen = vec![*position];
        let mut position = *position;
        let mut asked = first;
        let most = if self.table.promise.aim == Aim::Holds { MOST_HELD_PLIES } else { MOST_PLIES };
        while line.moves.len() < most {
            let Some(Asked { reason, tree: Tree::Ours(step, below) }) = asked else {
                line.end = self.end_without_advice(&position);
                return line;
            };
            line.push(&mut position, Side::Us, step, self.us, Some(reason.clone()));
            let Some(reply) = self.reply(&position, &below, &seen) else {
                line.end = if position.is_check() { LineEnd::Mate } else { LineEnd::Stalemate };
                return line;
            };
            line.push(&mut position, Side::Them, reply, self.us, None);
            let rest = below.after(reply).filter(|rest| rest.step().is_some());
            asked = match rest {
                None if until == Until::Goal => return line,
                None if seen.contains(&position) => {
                    line.end = LineEnd::Repetition;
                    return line;
                }
                None => {
                    seen.push(position);
                    self.ask(&position)
                }
                Some(rest) => Some(Asked { reason, tree: rest.clone() }),
            };
        }
        line
    }

    fn end_without_advice(&self, position: &Position) -> LineEnd {
        let is_drawn = || position.board().and_then(|board| self.exact.result(&board)) == Some(Wdl::Draw);
        if self.table.promise.aim == Aim::Holds && Material::of(position) != self.table.material && is_drawn()
        {
            LineEnd::HeldToTheEnd
        } else {
            LineEnd::NoAdvice
        }
    }

    /// Returns what the table plays in a position, asked anew; `None` if no advice is satisfiable.
    pub fn ask(&self, position: &Position) -> Option<Asked> {
        let table = table_for(self.registry, self.table, position)?;
        let is_own = table.name == self.table.name;
        let found = match self.playbook.and_then(|playbook| playbook.entry(table, position)) {
            // Every reply to its move leads to another position of the proof.
            Some(entry) if !entry.is_deep => entry.asked_anew(),
            Some(Entry { rule, advice, step, .. }) if is_own => {
                let tree = table.tree_below(position, advice, step, self.subgoals)?;
                Advised { rule, advice, step, tree }
            }
            Some(entry) => table.advise_as(position, entry.rule, entry.advice, entry.step)?,
            None if is_own => self.ask_anew(position)?,
            None => table.advise(position)?,
        };
        let reason = Reason::new(table, found.rule, found.advice)?;
        Some(Asked { reason, tree: Tree::Ours(found.step, Box::new(found.tree)) })
    }

    fn ask_anew(&self, position: &Position) -> Option<Advised> {
        let rule = self.table.applying_rule(position, self.subgoals)?;
        self.table.rules.get(rule)?.advice.iter().find_map(|&advice| {
            let tree = self.table.satisfy_knowing(advice, position, self.subgoals)?;
            let Tree::Ours(step, below) = tree else { return None };
            Some(Advised { rule, advice, step, tree: *below })
        })
    }

    fn proven(&self) -> Option<Proven<'a>> {
        let playbook = self.playbook?;
        Some(Proven { registry: self.registry, table: self.table, playbook })
    }

    /// Returns the reply that holds out longest: by the proof if it knows all replies, else by the exact tables. Against a
    /// table that holds, returns the hardest reply, if possible not back to an earlier position.
    fn reply(&self, after: &Position, tree: &Tree, seen: &[Position]) -> Option<Step> {
        if self.table.promise.aim == Aim::Holds {
            return hardest_reply(after, self.exact, seen);
        }
        let by_proof = self.proven().and_then(|proven| longest_reply(&proven, after, tree));
        match by_proof {
            Some(reply) => reply.map(|(reply, _)| reply),
            None => {
                let best = after.board().and_then(|board| best_reply(&board, self.exact));
                let best = best.and_then(|reply| Step::from_move(reply.played, Color::White));
                best.or_else(|| first_reply(after))
            }
        }
    }
}

fn first_reply(after: &Position) -> Option<Step> {
    let mut replies = Steps::new();
    after.legal_steps(&mut replies);
    replies.first().copied()
}

impl PlayedLine {
    fn push(&mut self, position: &mut Position, mover: Side, step: Step, us: Color, reason: Option<Reason>) {
        let san = san(position, step, us);
        *position = position.after(step);
        self.moves.push(PlayedMove { mover, step, san, after: *position, reason });
    }
}

impl Reason {
    /// Returns the names behind the indices of a table; `None` if it has no such rule or advice.
    pub(in crate::advice) fn new(table: &AdviceTable, rule: usize, advice: usize) -> Option<Reason> {
        let (rule, advice) = (table.rules.get(rule)?, table.advice.get(advice)?);
        Some(Reason {
            table: table.name.clone(),
            rule: rule.name.clone(),
            advice: advice.name.clone(),
            purpose: advice.purpose.clone(),
        })
    }
}

impl LineEnd {
    /// Returns the end in words.
    pub const fn words(self) -> &'static str {
        match self {
            LineEnd::Mate => "mate",
            LineEnd::Stalemate => "stalemate",
            LineEnd::Repetition => "the position comes back",
            LineEnd::HeldToTheEnd => "what is left is a draw",
            LineEnd::NoAdvice => "no advice any more",
            LineEnd::Cut => "and so on",
        }
    }
}
