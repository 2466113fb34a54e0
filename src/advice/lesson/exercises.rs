//! Exercises: positions in which the pupil moves, with a judgement of every legal move.

use shakmaty::Color;

use super::samples::{Sample, Samples, apart_from_all};
use crate::advice::language::Aim;
use crate::advice::play::attack::{hardest_reply, holding_count};
use crate::advice::play::defence::longest_reply;
use crate::advice::play::judgement::{JudgedMove, judged_moves};
use crate::advice::play::played_line::{Asked, LinePlayer, Reason};
use crate::advice::play::proven::Proven;
use crate::advice::position::notation::san;
use crate::advice::position::step::Step;
use crate::advice::position::view::Position;
use crate::advice::satisfy::forcing_tree::Tree;
use crate::page::{Exercise, ExerciseStep, JudgedAnswer, Verdict};
use crate::tablebase::{Results, Wdl};

/// How many exercises a lesson has.
const EXERCISES: usize = 5;
/// The most moves of the pupil in one exercise.
const MOST_STEPS: usize = 3;
/// White has the advice in every exercise.
const US: Color = Color::White;

/// Sets exercises with a table, its proof and the exact tables.
pub(super) struct Examiner<'a> {
    pub player: &'a LinePlayer<'a>,
    pub proven: Proven<'a>,
    pub exact: &'a dyn Results,
}

impl Examiner<'_> {
    /// Returns exercises, the shortest win first, or the defence that leaves most moves. From each level of difficulty it
    /// takes the position in which most can go wrong, far from those that the lesson has shown.
    pub fn exercises(&self, samples: &Samples, shown: &[Position]) -> Vec<Exercise> {
        let mut all: Vec<&Sample> = samples.values().flatten().filter(|sample| self.asks(sample)).collect();
        all.sort_by_cached_key(|sample| match self.aim() {
            Aim::Wins => sample.entry.moves as usize,
            Aim::Holds => usize::MAX - holding_count(&sample.position, self.exact),
        });
        let mut shown = shown.to_vec();
        let mut exercises = Vec::new();
        for band in all.chunks(all.len().div_ceil(EXERCISES).max(1)) {
            let best = band.iter().rev().max_by_key(|sample| {
                let apart = apart_from_all(&sample.position, &shown).min(3);
                (apart, self.traps(&sample.position))
            });
            if let Some(sample) = best {
                shown.push(sample.position);
                exercises.push(self.exercise(&sample.position));
            }
        }
        exercises
    }

    fn aim(&self) -> Aim {
        self.proven.table.promise.aim
    }

    /// Returns whether a sample has something to ask: everybody sees how to hold by taking a hanging man.
    fn asks(&self, sample: &Sample) -> bool {
        let Sample { position, entry } = sample;
        self.aim() == Aim::Wins
            || position.after(entry.step).occupied().count() == position.occupied().count()
    }

    /// Returns whether a move is known to give away the result that the table promises.
    fn gives_away(&self, judged: &JudgedMove) -> bool {
        let least = match self.aim() {
            Aim::Wins => Wdl::Win,
            Aim::Holds => Wdl::Draw,
        };
        judged.result.is_some_and(|result| result < least)
    }

    /// Returns how many of a hundred moves give the result away. More than two thirds count as less, because little is left
    /// to choose.
    fn traps(&self, position: &Position) -> usize {
        let Some(board) = position.board() else { return 0 };
        let moves = judged_moves(&board, self.exact);
        let traps = moves.iter().filter(|one| self.gives_away(one)).count();
        let share = 100 * traps / moves.len().max(1);
        if share > 66 { 100 - share } else { share }
    }

    fn exercise(&self, position: &Position) -> Exercise {
        let mut steps = Vec::new();
        let mut position = *position;
        let mut asked = self.player.ask(&position);
        while let Some(Asked { reason, tree: Tree::Ours(right, below) }) = asked {
            let Some(step) = self.step(&position, right, &reason, &below) else { break };
            steps.push(step);
            let after = position.after(right);
            let reply = self.reply(&after, &below).filter(|_| steps.len() < MOST_STEPS);
            let Some(reply) = reply else { break };
            position = after.after(reply);
            asked = match below.after(reply).filter(|rest| rest.step().is_some()) {
                Some(rest) => Some(Asked { reason, tree: rest.clone() }),
                // A table that this one hands over to has its own lesson.
                None => self.player.ask(&position).filter(|asked| asked.reason.table == reason.table),
            };
        }
        Exercise { steps }
    }

    /// Returns the reply to a good move: the one that holds out longest, or that makes it hardest to hold.
    fn reply(&self, after: &Position, below: &Tree) -> Option<Step> {
        match self.aim() {
            Aim::Wins => longest_reply(&self.proven, after, below).flatten().map(|(reply, _)| reply),
            Aim::Holds => hardest_reply(after, self.exact, &[]),
        }
    }

    /// Returns the task in words; `None` if the table does not win.
    fn task(&self, after: &Position, below: &Tree) -> Option<String> {
        if self.aim() == Aim::Holds {
            return Some("It is a draw: hold it.".to_owned());
        }
        let moves = 1 + longest_reply(&self.proven, after, below)?.map_or(0, |(_, moves)| moves);
        let plural = if moves == 1 { "move" } else { "moves" };
        Some(format!("The table mates in {moves} {plural} at most."))
    }

    fn step(&self, position: &Position, right: Step, reason: &Reason, below: &Tree) -> Option<ExerciseStep> {
        let board = position.board()?;
        let judged = judged_moves(&board, self.exact);
        let aim = self.aim();
        let reported =
            Reported { aim, position, right, purpose: &reason.purpose, right_san: san(position, right, US) };
        let moves = judged.iter().map(|one| (one.uci(), self.answer(&reported, one, below)));
        Some(ExerciseStep {
            fen: position.fen(US),
            right: right.uci(US),
            task: self.task(&position.after(right), below)?,
            solution: format!("The table plays {}: {}.", reported.right_san, reason.purpose),
            moves: moves.collect(),
        })
    }

    fn answer(&self, reported: &Reported<'_>, judged: &JudgedMove, tree: &Tree) -> JudgedAnswer {
        let step = Step::from_move(judged.played, US);
        let is_right = step == Some(reported.right);
        let after = step.map(|step| reported.position.after(step));
        let below = if is_right { tree } else { &Tree::Reached };
        let wins = after.filter(|_| self.aim() == Aim::Wins);
        let longest = wins.and_then(|after| longest_reply(&self.proven, &after, below));
        let verdict = match (is_right, self.gives_away(judged)) {
            (true, _) => Verdict::Right,
            (false, true) => Verdict::Lost,
            (false, false) => Verdict::Also,
        };
        let by_table = match longest {
            Some(Some((_, moves))) => Some(moves + 1),
            Some(None) => Some(1),
            None => None,
        };
        let best = judged.reply.as_ref().map(|reply| reply.played);
        let best = best.and_then(|played| Step::from_move(played, US));
        let reply = match (verdict, self.aim()) {
            (Verdict::Lost, _) => best,
            (_, Aim::Holds) => after.and_then(|after| self.reply(&after, below)),
            (_, Aim::Wins) => longest.map_or(best, |reply| reply.map(|(reply, _)| reply)),
        };
        JudgedAnswer {
            san: judged.san.clone(),
            verdict,
            words: reported.words(verdict, judged, by_table),
            reply: reply.map_or(String::new(), |reply| reply.uci(US)),
        }
    }
}

/// The position of a step, and the right move there.
struct Reported<'a> {
    aim: Aim,
    position: &'a Position,
    right: Step,
    right_san: String,
    purpose: &'a str,
}

impl Reported<'_> {
    fn words(&self, verdict: Verdict, judged: &JudgedMove, by_table: Option<u32>) -> String {
        let san = &judged.san;
        match verdict {
            Verdict::Right if judged.mates() => format!("Right: {san} is mate."),
            Verdict::Right => {
                let moves =
                    by_table.map_or(String::new(), |moves| format!(" Mate in {moves} at most by the table."));
                format!("Right: {san} is the table's move: {}.{moves}", self.purpose)
            }
            Verdict::Also if judged.mates() => {
                format!("{san} is mate, too. The table plays {}.", self.right_san)
            }
            Verdict::Also if self.aim == Aim::Holds => {
                let holds = if judged.result == Some(Wdl::Win) { "even wins" } else { "also holds" };
                format!("{san} {holds}, but the table plays another move: {}.", self.purpose)
            }
            Verdict::Lost if self.aim == Aim::Holds => format!("{san} loses: {}.", judged.refutation()),
            Verdict::Also => {
                let moves = match by_table {
                    Some(moves) => format!(" (from there the table mates in {moves} at most)"),
                    None => String::new(),
                };
                format!("{san} also wins{moves}, but the table plays another move: {}.", self.purpose)
            }
            Verdict::Lost => format!("{san} throws the win away: {}.", judged.refutation()),
        }
    }
}
