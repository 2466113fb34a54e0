//! Judges each move of an ending by the values of the positions before and after it.

use shakmaty::Move;

use super::effort::Effort;
use super::looks::Looks;
use super::value::Value;
use super::verdict::Verdict;
use crate::analysis::{Notices, SearchFailed};
use crate::board::Game;
use crate::config::{Config, ReviewSettings};
use crate::engine::EngineError;
use crate::exact::{Exact, ExactResults};
use crate::games::RecordedGame;
use crate::tablebase::FiftyMoveResult;

/// Plies of a better line to show.
const LINE_PLIES: usize = 9;
/// With fewer legal moves, there was no choice that deserves a sign.
const FEWEST_CHOICES: usize = 3;

/// A judge with its own search.
pub(super) struct Judge {
    looks: Looks,
    exact: ExactResults,
    settings: ReviewSettings,
}

/// A judged move of an ending.
#[derive(Clone, Debug)]
pub(super) struct JudgedMove {
    /// Its index in the game's list of moves, from 0.
    pub index: usize,
    /// The game before it.
    pub game: Game,
    pub played: Move,
    pub before: Value,
    /// For the side that moves next.
    pub after: Value,
    pub verdict: Option<Verdict>,
    /// The right move and its continuation; empty if the right move was played.
    pub better: Vec<Move>,
}

impl Judge {
    /// # Errors
    /// If the transposition table does not fit into the machine.
    pub fn new(
        config: &Config,
        exact: ExactResults,
        effort: Effort,
        notices: Notices,
    ) -> Result<Judge, EngineError> {
        let settings = config.review.clone();
        let looks = Looks::new(config, exact.clone(), effort, notices)?;
        Ok(Judge { looks, exact, settings })
    }

    /// Checks that all its searches were sound.
    ///
    /// # Errors
    /// If one has failed.
    pub fn outcome(&self) -> Result<(), SearchFailed> {
        self.looks.outcome()
    }

    /// Judges the moves from the beginning of the ending; empty if the game has none.
    pub fn judge(&mut self, record: &RecordedGame, men: usize) -> Vec<JudgedMove> {
        let games = positions(record);
        let Some(begin) = games.iter().position(|game| game.board().men() <= men) else {
            return Vec::new();
        };
        // Results of other games must not matter; otherwise verdicts would depend on the order of games and on the worker.
        self.looks.forget();
        let values = self.looks.values(&games[begin..]);
        let values = with_mates_proven(values, &games[begin..], &self.settings);
        let moves = record.moves[begin.min(record.moves.len())..].iter().enumerate();
        // A null move is not judged, but its position is valued like any other.
        moves
            .filter_map(|(offset, made)| {
                let (before, after) = (values[offset].clone(), values[offset + 1].clone());
                Some(self.judged(begin + offset, &games[begin + offset], made.played?, before, after))
            })
            .collect()
    }

    fn judged(&self, index: usize, game: &Game, played: Move, before: Value, after: Value) -> JudgedMove {
        let mut verdict = Verdict::new(&before, &after, &self.settings);
        let mut better = Vec::new();
        if verdict.is_some() {
            better = self.exact_line(game);
            if better.is_empty() {
                better = before.line.iter().copied().take(LINE_PLIES).collect();
            }
        } else if before.exact.is_some() && is_only(&self.moves(game, &before), played, game) {
            verdict = Some(Verdict::Only);
        }
        if better.first().is_none_or(|best| *best == played) {
            better.clear();
            // If the search would have played this move, there is nothing to criticise.
            verdict = verdict.filter(|verdict| matches!(verdict, Verdict::Only | Verdict::Lost { .. }));
        }
        JudgedMove { index, game: game.clone(), played, before, after, verdict, better }
    }

    /// Returns all moves with their results, the best first; empty if the results are unknown.
    fn moves(&self, game: &Game, value: &Value) -> Vec<(Move, Exact)> {
        match value.moves.as_slice() {
            [] => self.exact.moves(game).unwrap_or_default(),
            moves => moves.to_vec(),
        }
    }

    /// Returns best play by tables, up to where they end.
    fn exact_line(&self, game: &Game) -> Vec<Move> {
        let mut line = Vec::new();
        let mut game = game.clone();
        while line.len() < LINE_PLIES {
            let Some((best, exact)) = self.exact.moves(&game).and_then(|moves| moves.first().copied()) else {
                break;
            };
            line.push(best);
            game.play(best);
            // In a draw, many moves are equally good: the first is enough.
            if exact.half_points() == 1 {
                break;
            }
        }
        line
    }
}

/// Proves the mates that searches found before and after each move to be shown, so that the verdict is exact.
fn with_mates_proven(values: Vec<Value>, games: &[Game], settings: &ReviewSettings) -> Vec<Value> {
    let is_told = |index: usize| {
        let pair = (values.get(index), values.get(index + 1));
        matches!(pair, (Some(before), Some(after)) if Verdict::new(before, after, settings).is_some())
    };
    let is_wanted: Vec<bool> =
        (0..values.len()).map(|index| is_told(index) || index > 0 && is_told(index - 1)).collect();
    let each = values.into_iter().zip(games).zip(is_wanted);
    each.map(|((value, game), is_wanted)| if is_wanted { value.with_mate_proven(game) } else { value })
        .collect()
}

/// Returns the game before each move and at its end.
fn positions(record: &RecordedGame) -> Vec<Game> {
    let mut game = Game::new(record.start.clone());
    let mut games = vec![game.clone()];
    for made in &record.moves {
        match made.played {
            Some(played) => game.play(played),
            None => game.go_on_to(made.after(game.board())),
        }
        games.push(game.clone());
    }
    games
}

/// Returns whether the move played is the only one that keeps the result, and something could be lost.
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
