//! Gathers a lesson: what the author says, what the proof has found, and positions that show it.

use std::sync::Arc;

use shakmaty::Color;

use super::comments::{comment_above, introduction};
use super::exercises::Examiner;
use super::samples::{Sample, Samples, samples, typical};
use crate::advice::explanation::Area;
use crate::advice::language::{Advice, AdviceTable, Aim, Measure};
use crate::advice::play::attack::is_narrow;
use crate::advice::play::played_line::{LinePlayer, PlayedLine, Until};
use crate::advice::play::proven::Proven;
use crate::advice::position::material::Material;
use crate::advice::position::side::Side;
use crate::advice::position::view::Position;
use crate::advice::prover::{Playbook, Proof};
use crate::advice::registry::Registry;
use crate::advice::satisfy::subgoals::Subgoals;
use crate::advice::vocabulary::{Meaning, Word};
use crate::board::Board;
use crate::page::Exercise;
use crate::tablebase::Results;

/// How many games are played for each piece of advice under each rule to find a long defence.
const STARTS: usize = 4;

/// A lesson about a whole ending.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The table's name.
    pub table: String,
    /// The material it is for.
    pub material: Material,
    /// The author's words at the beginning of the table, by paragraphs.
    pub idea: Vec<String>,
    /// The figures of the proof.
    pub proof: Proof,
    /// The measures of the table.
    pub measures: Vec<TaughtMeasure>,
    /// The rules, in order.
    pub rules: Vec<TaughtRule>,
    /// The longest win, or a long defence; `None` if there is none.
    pub longest: Option<LongGame>,
    /// The exercises, the shortest win first, or the defence that leaves most moves.
    pub exercises: Vec<Exercise>,
    /// The goals that the table has named and uses: the name, and the goal as it is written.
    pub definitions: Vec<(String, String)>,
    /// The words that the table uses.
    pub words: Vec<&'static Word>,
    /// The sets of squares that they refer to.
    pub areas: Vec<Area>,
}

/// A game to step through.
#[derive(Clone, Debug)]
pub struct LongGame {
    /// Where it begins.
    pub position: Position,
    /// How it goes on.
    pub line: PlayedLine,
    /// How often only one of our moves holds.
    pub narrow: usize,
}

/// A measure of the table.
#[derive(Clone, Debug)]
pub struct TaughtMeasure {
    /// Its name.
    pub name: String,
    /// The sum, as it is written.
    pub formula: String,
    /// The author's words above it.
    pub comment: String,
}

/// A rule with the advice that fires under it.
#[derive(Clone, Debug)]
pub struct TaughtRule {
    /// Its name.
    pub name: String,
    /// Its condition.
    pub condition: String,
    /// The author's words above it.
    pub comment: String,
    /// Its advice, in order.
    pub advice: Vec<TaughtAdvice>,
}

/// A piece of advice under a rule.
#[derive(Clone, Debug)]
pub struct TaughtAdvice {
    /// Its name.
    pub name: String,
    /// What it is for, in the author's words.
    pub purpose: String,
    /// Whether it is for ever.
    pub endless: bool,
    /// Its better goal.
    pub better: String,
    /// Its holding goal.
    pub holding: String,
    /// In how many positions it fires.
    pub fires: u64,
    /// A position in which it fires, and the way to its goal; `None` if none was found.
    pub example: Option<(Position, PlayedLine)>,
}

/// What a lesson draws on: a table with the tables it hands over to, its proof and playbook, and the exact tables.
#[derive(Clone, Copy)]
pub struct Teacher<'a> {
    /// The registry with the tables that it hands over to.
    pub registry: &'a Registry,
    /// The table.
    pub table: &'a AdviceTable,
    /// The figures of its proof.
    pub proof: &'a Proof,
    /// The moves of its proof.
    pub playbook: &'a Playbook,
    /// The exact tables.
    pub exact: &'a dyn Results,
}

impl Teacher<'_> {
    /// Returns the lesson. It is the same for the same table and proof.
    pub fn lesson(&self) -> Lesson {
        let table = self.table;
        let subgoals = Subgoals::surveyed(table, self.playbook.survey(table));
        let player = LinePlayer {
            registry: self.registry,
            table,
            us: Color::White,
            playbook: Some(self.playbook),
            exact: self.exact,
            subgoals: &subgoals,
        };
        let samples = samples(table, self.playbook, &self.kinds());
        let mut shown = Vec::new();
        let rules = self.rules(&samples, &player, &mut shown);
        let proven = Proven { registry: self.registry, table, playbook: self.playbook };
        let examiner = Examiner { player: &player, proven, exact: self.exact };
        let longest = match table.promise.aim {
            Aim::Wins => self.longest(&player),
            Aim::Holds => self.long_defence(&samples, &player),
        };
        Lesson {
            table: table.name.clone(),
            material: table.material,
            idea: introduction(&table.text),
            proof: self.proof.clone(),
            measures: self.measures(),
            rules,
            longest,
            exercises: examiner.exercises(&samples, &shown),
            definitions: table.named_goals(),
            words: table
                .words()
                .into_iter()
                .filter(|word| !matches!(word.meaning, Meaning::Moves(_)))
                .collect(),
            areas: Area::of_table(table),
        }
    }

    /// Returns the rules and advice that fire somewhere, as indices.
    fn kinds(&self) -> Vec<(usize, usize)> {
        let mut kinds = Vec::new();
        for (index, rule) in self.table.rules.iter().enumerate() {
            for &advice in &rule.advice {
                if self.fires(&rule.name, &self.table.advice[advice]) > 0 {
                    kinds.push((index, advice));
                }
            }
        }
        kinds
    }

    fn fires(&self, rule: &str, advice: &Advice) -> u64 {
        let mut fired = self.proof.fired.iter();
        fired
            .find(|known| known.rule == rule && known.advice == advice.name)
            .map_or(0, |known| known.positions)
    }

    fn rules(
        &self,
        samples: &Samples,
        player: &LinePlayer<'_>,
        shown: &mut Vec<Position>,
    ) -> Vec<TaughtRule> {
        let mut rules = Vec::new();
        for (index, rule) in self.table.rules.iter().enumerate() {
            let mut taught = Vec::new();
            for &advice in &rule.advice {
                let known = samples.get(&(index, advice));
                let sample = known.and_then(|known| typical(known, shown));
                shown.extend(sample.map(|sample| sample.position));
                let advice = &self.table.advice[advice];
                taught.push(TaughtAdvice {
                    name: advice.name.clone(),
                    purpose: advice.purpose.clone(),
                    endless: advice.is_endless(),
                    better: advice.better.to_string(),
                    holding: advice.holding.to_string(),
                    fires: self.fires(&rule.name, advice),
                    example: sample.map(|sample| {
                        let asked = player.ask(&sample.position);
                        (sample.position, player.play(&sample.position, asked, Until::Goal))
                    }),
                });
            }
            rules.push(TaughtRule {
                name: rule.name.clone(),
                condition: rule.condition.to_string(),
                comment: comment_above(&self.table.text, &format!("rule {}", rule.name)),
                advice: taught,
            });
        }
        rules
    }

    fn measures(&self) -> Vec<TaughtMeasure> {
        let taught = |measure: Arc<Measure>| TaughtMeasure {
            name: measure.name.clone(),
            formula: measure.sum.to_string(),
            comment: comment_above(&self.table.text, &format!("measure {}", measure.name)),
        };
        self.table.measures().into_iter().map(taught).collect()
    }

    fn longest(&self, player: &LinePlayer<'_>) -> Option<LongGame> {
        let board = Board::from_fen(self.proof.longest_fen.as_ref()?, false).ok()?;
        let position = Position::from_board(&board, Color::White)?;
        let asked = player.ask(&position);
        let line = player.play(&position, asked, Until::TheEnd);
        Some(LongGame { position, line, narrow: 0 })
    }

    /// Plays some games from all over the board against the hardest attack, and returns the one in which most often only
    /// one move holds.
    fn long_defence(&self, samples: &Samples, player: &LinePlayer<'_>) -> Option<LongGame> {
        let starts = samples.values().flat_map(|samples| samples.iter().take(STARTS));
        let games = starts.map(|Sample { position, .. }| {
            let line = player.play(position, player.ask(position), Until::TheEnd);
            let narrow = self.narrow(position, &line);
            LongGame { position: *position, line, narrow }
        });
        games.max_by_key(|game| (game.narrow, game.line.moves.len()))
    }

    fn narrow(&self, position: &Position, line: &PlayedLine) -> usize {
        let (ours, theirs): (Vec<_>, Vec<_>) = line.moves.iter().partition(|played| played.mover == Side::Us);
        let asked = std::iter::once(position).chain(theirs.iter().map(|played| &played.after));
        asked.take(ours.len()).filter(|position| is_narrow(position, self.exact)).count()
    }
}
