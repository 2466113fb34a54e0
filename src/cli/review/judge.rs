//! Judges a game: the value of every position of its ending, and from these what each move did.

use shakmaty::Move;

use super::exact::{Exact, ExactResults};
use super::value::Value;
use super::verdict::{Verdict, fall};
use crate::board::Game;
use crate::cli::CommandError;
use crate::cli::games::RecordedGame;
use crate::cli::searcher::Searcher;
use crate::config::{Config, ReviewSettings};
use crate::search::Limits;
use crate::tablebase::FiftyMoveResult;

/// So often is looked again with the same limits: what a look has changed may make a neighbour doubtful.
const ROUNDS: usize = 2;
/// Plies of a better line that are told.
const LINE_PLIES: usize = 9;
/// With fewer legal moves nobody had a choice worth a sign.
const FEWEST_CHOICES: usize = 3;

/// How long each search may take.
#[derive(Clone, Debug)]
pub(in crate::cli) struct Effort {
    pub first: Limits,
    /// Where a move may have cost something, and where it still seems a mistake.
    pub again: [Limits; 2],
}

/// A judge with a search of its own.
pub(super) struct Judge {
    searcher: Searcher,
    exact: ExactResults,
    effort: Effort,
    settings: ReviewSettings,
}

/// A move of an ending with what is known of it.
#[derive(Clone, Debug)]
pub(super) struct JudgedMove {
    /// Its number in the game's list of moves, from 0.
    pub index: usize,
    /// The game before it.
    pub game: Game,
    pub played: Move,
    pub before: Value,
    /// From the side that moves next.
    pub after: Value,
    pub verdict: Option<Verdict>,
    /// What should have been played, with the moves that might follow; empty where what was played was right.
    pub better: Vec<Move>,
}

impl Judge {
    /// # Errors
    /// Where the transposition table does not fit into the machine.
    pub fn new(config: &Config, exact: ExactResults, effort: Effort) -> Result<Judge, CommandError> {
        let settings = config.review.clone();
        let searcher = Searcher::with_tables_of(&config.options, config, settings.hash, 1)?;
        Ok(Judge { searcher, exact, effort, settings })
    }

    /// Judges the moves from where the ending begins; none where there is no ending.
    pub fn judge(&mut self, record: &RecordedGame, men: usize) -> Vec<JudgedMove> {
        let games = positions(record);
        let Some(begin) = games.iter().position(|game| game.board().men() <= men) else {
            return Vec::new();
        };
        // What was found in another game must not matter: the order of games, and who judges which, would count.
        self.searcher.forget();
        let values = self.values(&games[begin..]);
        let moves = record.moves[begin.min(record.moves.len())..].iter().enumerate();
        moves
            .map(|(offset, made)| {
                let (before, after) = (values[offset].clone(), values[offset + 1].clone());
                self.judged(begin + offset, &games[begin + offset], made.played, before, after)
            })
            .collect()
    }

    /// The values of positions that follow each other, from the last to the first: what is found later in the game helps
    /// where it comes from.
    fn values(&mut self, games: &[Game]) -> Vec<Value> {
        let mut values: Vec<Value> = games.iter().rev().map(|game| self.first_look(game)).collect();
        values.reverse();
        let Effort { again, .. } = self.effort.clone();
        let thresholds = [self.settings.doubtful, self.settings.mistake];
        for ((threshold, limits), looks) in thresholds.into_iter().zip(again).zip(2..) {
            for _ in 0..ROUNDS {
                self.look_again(games, &mut values, threshold, &limits, looks);
            }
        }
        values
    }

    fn first_look(&mut self, game: &Game) -> Value {
        match self.exact.of_game(game) {
            Some(exact) => Value::exact(exact),
            None => Value::searched(&self.searcher.go_on(game, self.effort.first.clone()), 1),
        }
    }

    /// Looks longer at the positions before and after each move that makes the expected result fall so much.
    fn look_again(
        &mut self,
        games: &[Game],
        values: &mut [Value],
        threshold: u32,
        limits: &Limits,
        looks: usize,
    ) {
        for index in (1..values.len()).rev() {
            if fall(&values[index - 1], &values[index]) * 100.0 < f64::from(threshold) {
                continue;
            }
            for index in [index, index - 1] {
                if values[index].looks < looks {
                    let answer = self.searcher.go_on(&games[index], limits.clone());
                    values[index] = Value::searched(&answer, looks);
                }
            }
        }
    }

    fn judged(&mut self, index: usize, game: &Game, played: Move, before: Value, after: Value) -> JudgedMove {
        let mut verdict = Verdict::new(&before, &after, &self.settings);
        let mut better = Vec::new();
        if before.exact.is_some() {
            let moves = self.exact.moves(game).unwrap_or_default();
            if verdict.is_some() {
                better = self.exact_line(game);
            } else if is_only(&moves, played, game) {
                verdict = Some(Verdict::Only);
            }
        } else if verdict.is_some() {
            better = before.line.iter().copied().take(LINE_PLIES).collect();
        }
        if better.first().is_none_or(|best| *best == played) {
            better.clear();
            // A search that would have played the same has nothing to say against it.
            verdict = verdict.filter(|verdict| matches!(verdict, Verdict::Only | Verdict::Lost { .. }));
        }
        JudgedMove { index, game: game.clone(), played, before, after, verdict, better }
    }

    /// Best play by exact results, as far as they reach.
    fn exact_line(&self, game: &Game) -> Vec<Move> {
        let mut line = Vec::new();
        let mut game = game.clone();
        while line.len() < LINE_PLIES {
            let Some((best, exact)) = self.exact.moves(&game).and_then(|moves| moves.first().copied()) else {
                break;
            };
            line.push(best);
            game.play(best);
            // In a draw any of many moves is as good: the first says all.
            if exact.half_points() == 1 {
                break;
            }
        }
        line
    }
}

/// The game before each move, and at its end.
fn positions(record: &RecordedGame) -> Vec<Game> {
    let mut game = Game::new(record.start.clone());
    let mut games = vec![game.clone()];
    for made in &record.moves {
        game.play(made.played);
        games.push(game.clone());
    }
    games
}

/// Whether one move alone keeps the result, and it was played, and something could be lost.
fn is_only(moves: &[(Move, Exact)], played: Move, game: &Game) -> bool {
    let [(best, first), (_, second), ..] = moves else { return false };
    let is_hard = moves.len() >= FEWEST_CHOICES && !game.board().is_check();
    let takes = best.is_capture();
    is_hard
        && !takes
        && *best == played
        && first.half_points() > second.half_points()
        && first.result != FiftyMoveResult::Loss
}
