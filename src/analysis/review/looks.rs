//! Searches each position of a game as long as it deserves, and returns the values; `judge` calls it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use shakmaty::Move;

use super::effort::Effort;
use super::request::Request;
use super::value::Value;
use super::verdict::fall;
use crate::analysis::nodes_each;
use crate::board::Game;
use crate::config::{Config, ReviewSettings};
use crate::engine::{EngineError, Notices, SearchFailed, Searcher};
use crate::exact::{ExactResults, GameSolver};
use crate::score::{Curve, Score, ScoreKind};
use crate::search::Limits;

/// How often to look again with the same limits: a changed value may make a neighbour doubtful.
const ROUNDS: usize = 2;
/// Plies between the values of a drift; even, so that the same side is to move.
const DRIFT_PLIES: usize = 8;
/// Plies to search of a line that seems better.
const LINE_PLIES: usize = 8;
/// The number of looks at a position once the line that begins there has been searched too.
const LINE_LOOKS: usize = 5;
/// The number of looks at a position in a drift: as many as for a doubtful move.
const DRIFT_LOOKS: usize = 2;

/// How often to look for the places of swings, and to confirm lost half points: each look may change the neighbours.
const SWING_ROUNDS: usize = 3;

/// The most pieces of an ending for the solver: pawn endings take little enough time.
const SOLVED_PIECES: usize = 0;

/// Searches positions with its own search.
pub(super) struct Looks {
    searcher: Searcher,
    pub(super) exact: ExactResults,
    pawn_endings: GameSolver,
    pub(super) effort: Effort,
    pub(super) settings: ReviewSettings,
    curve: Curve,
    /// Set once nobody wants the values any more.
    cancel: Arc<AtomicBool>,
}

impl Looks {
    /// # Errors
    /// If the transposition table does not fit into the machine.
    pub fn new(
        config: &Config,
        exact: ExactResults,
        request: &Request,
        notices: Notices,
    ) -> Result<Looks, EngineError> {
        let settings = config.review.clone();
        let searcher = Searcher::new(config.measuring(&config.options), settings.hash, 1, notices)?;
        let pawn_endings = GameSolver::new(settings.solver, exact.syzygy(), SOLVED_PIECES);
        let curve =
            Curve { even_chance: f64::from(settings.even_chance), spread: f64::from(settings.spread) };
        let (effort, cancel) = (request.effort.clone(), Arc::clone(&request.cancel));
        Ok(Looks { searcher, exact, pawn_endings, effort, settings, curve, cancel })
    }

    /// Checks that all its searches were sound.
    ///
    /// # Errors
    /// If one has failed.
    pub fn outcome(&self) -> Result<(), SearchFailed> {
        self.searcher.outcome()
    }

    /// Forgets the results of another game.
    pub fn forget(&mut self) {
        self.searcher.forget();
        self.pawn_endings.forget();
    }

    /// Returns the values of successive positions. It searches from the last to the first, because results from later in the game
    /// help earlier. The game's result, for White, says where to look longest; `None` if it is unknown.
    pub fn values(&mut self, games: &[Game], result: Option<f64>) -> Vec<Value> {
        let mut values: Vec<Value> = games.iter().rev().map(|game| self.first_look(game)).collect();
        values.reverse();
        let Effort { again, .. } = self.effort.clone();
        let ReviewSettings { doubtful, mistake, half_point, .. } = self.settings;
        // An apparent mistake may turn out to lose half a point.
        let thresholds = [doubtful, mistake, mistake.midpoint(half_point)];
        for ((threshold, limits), looks) in thresholds.into_iter().zip(again).zip(2..) {
            for _ in 0..ROUNDS {
                self.look_again(games, &mut values, threshold, &limits, looks);
            }
            if looks == DRIFT_LOOKS {
                self.look_where_it_drifts(games, &mut values, &limits);
            }
        }
        self.look_along_better_lines(games, &mut values);
        for _ in 0..SWING_ROUNDS {
            let has_looked = self.look_where_it_swings(games, &mut values, result);
            if !self.confirm(games, &mut values) && !has_looked {
                break;
            }
        }
        values
    }

    /// The played moves are judged with hindsight, by what followed. A line that seems better gets the same chance: its positions
    /// are searched from its end to its beginning, and then its first position once more.
    fn look_along_better_lines(&mut self, games: &[Game], values: &mut [Value]) {
        let least = f64::from(self.settings.mistake) / 100.0;
        let [along, begin, _] = self.effort.again.clone();
        for index in (1..values.len()).rev() {
            let mut known = None;
            for _ in 0..ROUNDS {
                let before = &values[index - 1];
                let best = before.line.first().copied();
                if before.exact.is_some() || fall(before, &values[index]) < least || best == known {
                    break;
                }
                known = best;
                for game in self.line_of(&games[index - 1], &before.line).iter().rev() {
                    self.searched(game, &along, 1);
                }
                values[index - 1] = self.searched(&games[index - 1], &begin, LINE_LOOKS);
            }
        }
    }

    /// Returns the positions of a line, up to the first whose result is exact.
    fn line_of(&self, begin: &Game, line: &[Move]) -> Vec<Game> {
        let mut game = begin.clone();
        let positions = line.iter().take(LINE_PLIES).map(|&played| {
            game.play(played);
            game.clone()
        });
        positions.take_while(|game| self.exact.of_game(game).is_none()).collect()
    }

    /// Searches longer where the expected result drifts away from a side over several moves, none of which seems wrong. Searching
    /// from the last position to the first may find the mistake.
    fn look_where_it_drifts(&mut self, games: &[Game], values: &mut [Value], limits: &Limits) {
        let is_drifting: Vec<bool> =
            values.windows(DRIFT_PLIES + 1).map(|window| drifts(window, self.settings.mistake)).collect();
        for index in (0..values.len()).rev() {
            let begin = index.saturating_sub(DRIFT_PLIES);
            let is_within = is_drifting.iter().skip(begin).take(index + 1 - begin).any(|drifting| *drifting);
            if is_within && values[index].looks < DRIFT_LOOKS {
                values[index] = self.searched(&games[index], limits, DRIFT_LOOKS);
            }
        }
    }

    /// Returns every legal move with the value of the position after it.
    pub fn after_each_move(&mut self, game: &Game) -> Vec<(Move, Value)> {
        let limits = self.effort.again[0].clone();
        let mut answers = Vec::new();
        for played in game.board().all_legal_moves() {
            let mut next = game.clone();
            next.play(played);
            let value = self.known(&next).unwrap_or_else(|| self.searched(&next, &limits, 1));
            answers.push((played, value));
        }
        answers
    }

    /// Returns the value of a position whose result is exact; `None` for all others.
    fn known(&mut self, game: &Game) -> Option<Value> {
        if let Some(exact) = self.exact.of_game(game) {
            return Some(Value::exact(exact));
        }
        self.pawn_endings.prove(game, &self.cancel).map(Value::solved)
    }

    fn first_look(&mut self, game: &Game) -> Value {
        if let Some(known) = self.known(game) {
            return known;
        }
        let Effort { first, open, .. } = self.effort.clone();
        let value = self.searched(game, &first, 1);
        if self.is_open(&value) { self.searched(game, &open, 1) } else { value }
    }

    /// Returns whether a position seems neither drawn nor decided, so that more nodes may change the verdict on a move.
    fn is_open(&self, value: &Value) -> bool {
        let ReviewSettings { open_from, open_to, .. } = self.settings;
        match value.score.map(Score::kind) {
            Some(ScoreKind::Centipawns(estimate)) => (open_from..=open_to).contains(&estimate.unsigned_abs()),
            _ => false,
        }
    }

    pub(super) fn searched(&mut self, game: &Game, limits: &Limits, looks: usize) -> Value {
        let is_cancelled = self.cancel.load(Ordering::Relaxed);
        let limits = if is_cancelled { nodes_each(1) } else { limits.clone() };
        Value::searched(&self.searcher.go_on(game, limits), self.curve, looks)
    }

    /// Searches the positions before and after each move that lowers the expected result by this much again, for longer.
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
                    values[index] = self.searched(&games[index], limits, looks);
                }
            }
        }
    }
}

/// Returns whether the expected result of either side falls by this many percent from the first to the last of these positions,
/// which have the same side to move, though no single move between them is at fault.
fn drifts(window: &[Value], percent: u32) -> bool {
    let [first, .., last] = window else { return false };
    let least = f64::from(percent) / 100.0;
    let is_at_fault = |pair: &[Value]| matches!(pair, [before, after] if fall(before, after) >= least);
    (first.expected - last.expected).abs() >= least && !window.windows(2).any(is_at_fault)
}
