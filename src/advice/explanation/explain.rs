//! Gathers an explanation: rules and advice tried, what fired, values, what the exact tables say, and the game to its end.

use shakmaty::Color;

use super::areas::Area;
use super::comparison::{Comparison, comparisons};
use super::diagnosis::{Failure, diagnose};
use crate::advice::language::{Advice, AdviceTable, Aim, Rule};
use crate::advice::play::judgement::{JudgedMove, judged_moves};
use crate::advice::play::played_line::{Asked, LineEnd, LinePlayer, PlayedLine, Reason, Until};
use crate::advice::position::side::Side;
use crate::advice::position::step::Step;
use crate::advice::position::view::Position;
use crate::advice::prover::{Entry, Playbook};
use crate::advice::registry::Registry;
use crate::advice::satisfy::context::{Context, Memory};
use crate::advice::satisfy::forcing_tree::Tree;
use crate::advice::satisfy::subgoals::Subgoals;
use crate::advice::vocabulary::{Meaning, Node, Word};
use crate::board::Board;
use crate::tablebase::{EmbeddedTables, Results, Wdl, WithSyzygy};

/// Everything there is to say about a position.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The table's name.
    pub table: String,
    /// The position, from our side.
    pub position: Position,
    /// The colour that has the advice.
    pub us: Color,
    /// The result for us; `None` if no table knows it.
    pub result: Option<Wdl>,
    /// The Syzygy file that knows it; `None` if another table does, or none.
    pub syzygy: Option<String>,
    /// Every legal move of ours with its result, the best first.
    pub moves: Vec<JudgedMove>,
    /// The rules looked at, in order; the last one applies, unless none does.
    pub rules: Vec<RuleLooked>,
    /// The advice tried, in order; the last one fired, unless none is satisfiable.
    pub tried: Vec<Tried>,
    /// The move to play; `None` if no advice is satisfiable.
    pub played: Option<Played>,
    /// The table's measures before the move, after it and after its rivals.
    pub comparisons: Vec<Comparison>,
    /// The game from here.
    pub line: PlayedLine,
    /// The words of the table and their values here.
    pub values: Vec<Valued>,
    /// What the table promises.
    pub aim: Aim,
    /// The goals that the table has named and uses: the name, and the goal as it is written.
    pub definitions: Vec<(String, String)>,
    /// The sets of squares that the table's words refer to.
    pub areas: Vec<Area>,
}

/// A rule and whether it applied.
#[derive(Clone, Debug)]
pub struct RuleLooked {
    /// Its name.
    pub name: String,
    /// Its condition.
    pub condition: String,
    /// The part of the condition that does not hold; `None` if the rule applies.
    pub failing: Option<String>,
}

/// A piece of advice and why it was not followed.
#[derive(Clone, Debug)]
pub struct Tried {
    /// Its name.
    pub name: String,
    /// What it is for, in the author's words.
    pub purpose: String,
    /// Its better goal.
    pub better: String,
    /// Its holding goal.
    pub holding: String,
    /// Why it is not satisfiable; `None` if it fired.
    pub failure: Option<Failure>,
}

/// The move and its forcing tree.
#[derive(Clone, Debug)]
pub struct Played {
    /// The rule's name.
    pub rule: String,
    /// The advice's name.
    pub advice: String,
    /// Our move.
    pub step: Step,
    /// The forcing tree, our move on top.
    pub tree: Tree,
}

/// A word and its values: `true`, `false` or a number.
#[derive(Clone, Debug)]
pub struct Valued {
    /// The word.
    pub word: &'static Word,
    /// Its value here.
    pub value: String,
    /// Its value after our move, compared with the position here as the root; `None` if there is no move.
    pub after_move: Option<String>,
    /// Its value after the reply in the game that is shown; `None` if there is none.
    pub after_reply: Option<String>,
}

/// What an explanation draws on: a table with the tables it hands over to, its playbook, and the exact tables.
#[derive(Clone, Copy, Debug)]
pub struct Explainer<'a> {
    /// The registry with the tables that it hands over to.
    pub registry: &'a Registry,
    /// The table.
    pub table: &'a AdviceTable,
    /// The playbook of its proof, if there is one: the game then has the longest defence.
    pub playbook: Option<&'a Playbook>,
    /// The exact tables.
    pub exact: &'a EmbeddedTables,
    /// The exact tables together with Syzygy files, if there are any: they judge the moves of positions of more men.
    pub syzygy: Option<WithSyzygy<'a>>,
}

impl Explainer<'_> {
    /// Explains the table's choice in a position with our side to move; `None` if they are to move.
    pub fn explain(&self, position: &Position, us: Color) -> Option<Explanation> {
        if position.turn() == Side::Them {
            return None;
        }
        let table = self.table;
        // Each piece of advice asks again and again what earlier ones can do.
        let survey = self.playbook.and_then(|playbook| playbook.survey(table));
        let subgoals = Subgoals::surveyed(table, survey);
        let board = Board::from_fen(&position.fen(us), false).ok();
        let (result, moves) = board.as_ref().map_or((None, Vec::new()), |board| self.known(board));
        let file = |board: &Board| self.syzygy.as_ref()?.file_of(board).map(str::to_owned);
        let mut explanation = Explanation {
            table: table.name.clone(),
            position: *position,
            us,
            result,
            syzygy: board.as_ref().and_then(file),
            moves: best_first(moves),
            rules: Vec::new(),
            tried: Vec::new(),
            played: None,
            comparisons: Vec::new(),
            line: PlayedLine { moves: Vec::new(), end: LineEnd::NoAdvice },
            values: Vec::new(),
            aim: table.promise.aim,
            definitions: table.named_goals(),
            areas: Area::of_table(table),
        };
        explanation.look_at_rules(table, &subgoals, self.proven_entry(position));
        explanation.line = self.line(&explanation, &subgoals);
        let step = explanation.played.as_ref().map(|played| played.step);
        explanation.comparisons = comparisons(table, position, us, step, &explanation.moves);
        explanation.values = explanation.values(table, &subgoals);
        Some(explanation)
    }

    /// Returns what the proof plays, for men so many that a search for stages takes too long; `None` for fewer, or without a proof.
    fn proven_entry(&self, position: &Position) -> Option<Entry> {
        let is_large = self.table.material.has_many_men();
        let entry = self.playbook.filter(|_| is_large)?.entry(self.table, position)?;
        (!entry.is_deep).then_some(entry)
    }

    /// The result of a position and of its moves, by all tables at hand.
    fn known(&self, board: &Board) -> (Option<Wdl>, Vec<JudgedMove>) {
        let results = self.results();
        (results.result(board), judged_moves(board, results))
    }

    /// All tables at hand.
    fn results(&self) -> &dyn Results {
        self.syzygy.as_ref().map_or(self.exact as &dyn Results, |all| all)
    }

    fn line(&self, explanation: &Explanation, subgoals: &Subgoals<'_>) -> PlayedLine {
        let Explainer { registry, table, playbook, .. } = *self;
        let exact = self.results();
        let player = LinePlayer { registry, table, us: explanation.us, playbook, exact, subgoals };
        let first = explanation.played.as_ref().and_then(|played| {
            let rule = table.rules.iter().position(|rule| rule.name == played.rule)?;
            let advice = table.advice.iter().position(|advice| advice.name == played.advice)?;
            Some(Asked { reason: Reason::new(table, rule, advice)?, tree: played.tree.clone() })
        });
        player.play(&explanation.position, first, Until::TheEnd)
    }
}

impl Explanation {
    fn look_at_rules(&mut self, table: &AdviceTable, subgoals: &Subgoals<'_>, proven: Option<Entry>) {
        let memory = Memory::new(subgoals);
        for rule in &table.rules {
            let root = Context::root(&self.position, &memory);
            let failing = rule.condition.failing_part(&root).map(ToString::to_string);
            let applies = failing.is_none();
            self.rules.push(RuleLooked {
                name: rule.name.clone(),
                condition: rule.condition.to_string(),
                failing,
            });
            if applies {
                return match proven {
                    Some(entry) => self.take_advice(table, rule, entry),
                    None => self.try_advice(table, rule, subgoals),
                };
            }
        }
    }

    /// Takes the advice that a proof plays.
    fn take_advice(&mut self, table: &AdviceTable, rule: &Rule, entry: Entry) {
        let before = rule.advice.iter().take_while(|advice| **advice != entry.advice);
        let failing = before.map(|advice| tried(&table.advice[*advice], Some(Failure::ByProof)));
        self.tried.extend(failing);
        let (advice, step) = (&table.advice[entry.advice], entry.step);
        self.tried.push(tried(advice, None));
        let tree = Tree::Ours(step, Box::new(Tree::Reached));
        self.played = Some(Played { rule: rule.name.clone(), advice: advice.name.clone(), step, tree });
    }

    fn try_advice(&mut self, table: &AdviceTable, rule: &Rule, subgoals: &Subgoals<'_>) {
        for &index in &rule.advice {
            let advice = &table.advice[index];
            match table.satisfy_knowing(index, &self.position, subgoals) {
                Some(tree) if tree.step().is_some() => {
                    self.tried.push(tried(advice, None));
                    self.played = tree.step().map(|step| Played {
                        rule: rule.name.clone(),
                        advice: advice.name.clone(),
                        step,
                        tree,
                    });
                    return;
                }
                Some(_) => self.tried.push(tried(advice, Some(Failure::AlreadyReached))),
                None => {
                    let failure = diagnose(table, index, &self.position, subgoals);
                    self.tried.push(tried(advice, Some(failure)));
                }
            }
        }
    }

    /// Returns the values of the words before our move, after it and after the reply in the game.
    fn values(&self, table: &AdviceTable, subgoals: &Subgoals<'_>) -> Vec<Valued> {
        let memory = Memory::new(subgoals);
        let root = Context::root(&self.position, &memory);
        let after = self.line.moves.first().map(|played| root.next(&played.after));
        let reply = self.line.moves.get(1).and_then(|played| Some(after?.next(&played.after)));
        let valued = |word: &'static Word| {
            Some(Valued {
                word,
                value: value(word, &root.node)?,
                after_move: after.as_ref().and_then(|context| value(word, &context.node)),
                after_reply: reply.as_ref().and_then(|context| value(word, &context.node)),
            })
        };
        table.words().into_iter().filter_map(valued).collect()
    }

    /// Returns whether the table promises to win a position that the exact tables know to be drawn.
    pub fn wants_too_much(&self) -> bool {
        self.aim == Aim::Wins && self.result == Some(Wdl::Draw)
    }
}

/// Sorts moves, the best first and among equals the quickest.
fn best_first(mut moves: Vec<JudgedMove>) -> Vec<JudgedMove> {
    moves.sort_by_key(|one| (std::cmp::Reverse(one.result), one.plies));
    moves
}

fn tried(advice: &Advice, failure: Option<Failure>) -> Tried {
    Tried {
        name: advice.name.clone(),
        purpose: advice.purpose.clone(),
        better: advice.better.to_string() + if advice.is_soonest() { ", as soon as possible" } else { "" },
        holding: advice.holding.to_string() + if advice.is_endless() { ", for ever" } else { "" },
        failure,
    }
}

fn value(word: &'static Word, node: &Node<'_>) -> Option<String> {
    match word.meaning {
        Meaning::Predicate(holds) => Some(holds(node).to_string()),
        Meaning::Number(value) => Some(value(node).to_string()),
        Meaning::Moves(_) => None,
    }
}
