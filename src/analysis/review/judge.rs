//! Judges each move of an ending by the values of the positions before and after it.

use shakmaty::Move;

use super::account::Account;
use super::ending;
use super::looks::Looks;
use super::request::Request;
use super::value::{Value, expected_for_white};
use super::verdict::{Verdict, result_in_words};
use crate::board::Game;
use crate::config::{Config, ReviewSettings};
use crate::engine::{EngineError, Notices, SearchFailed};
use crate::exact::{Exact, ExactResults};
use crate::games::{GameResult, RecordedGame};
use crate::tablebase::FiftyMoveResult;

/// Plies of a better line to show.
const LINE_PLIES: usize = 9;
/// A side that seems to win makes no progress if this many plies pass without a capture or pawn move.
const STALLED_PLIES: u32 = 40;
/// With fewer legal moves, there was no choice that deserves a sign.
const FEWEST_CHOICES: usize = 3;

/// A judge with its own search.
pub(super) struct Judge {
    looks: Looks,
    exact: ExactResults,
    settings: ReviewSettings,
}

/// A judged ending of a game.
#[derive(Clone, Debug)]
pub(super) struct JudgedEnding {
    /// Its kind.
    pub name: String,
    /// The index of its first position in the game, from 0.
    pub begin: usize,
    /// White's expected result before the first move and after each, and whether it is exact.
    pub expected: Vec<f64>,
    pub is_exact: Vec<bool>,
    /// Its moves; null moves are missing.
    pub moves: Vec<JudgedMove>,
    /// Where the expected result went; `None` if the game's result is unknown.
    pub account: Option<Account>,
}

/// A judged move of an ending.
#[derive(Clone, Debug)]
pub(super) struct JudgedMove {
    /// Its index in the game's list of moves, from 0.
    pub index: usize,
    /// The game before it.
    pub game: Game,
    /// The kind of ending.
    pub ending: String,
    pub played: Move,
    pub before: Value,
    /// For the side that moves next.
    pub after: Value,
    pub verdict: Option<Verdict>,
    /// The right move and its continuation; empty if the right move was played.
    pub better: Vec<Move>,
    /// Every legal move with the value of the position after it, if the move lost half a point; otherwise empty.
    pub answers: Vec<(Move, Value)>,
}

impl Judge {
    /// # Errors
    /// If the transposition table does not fit into the machine.
    pub fn new(
        config: &Config,
        exact: ExactResults,
        request: &Request,
        notices: Notices,
    ) -> Result<Judge, EngineError> {
        let settings = config.review.clone();
        let looks = Looks::new(config, exact.clone(), request, notices)?;
        Ok(Judge { looks, exact, settings })
    }

    /// Checks that all its searches were sound.
    ///
    /// # Errors
    /// If one has failed.
    pub fn outcome(&self) -> Result<(), SearchFailed> {
        self.looks.outcome()
    }

    /// Judges the moves from the beginning of the ending; `None` if the game has no move in one.
    pub fn judge(&mut self, record: &RecordedGame, men: usize) -> Option<JudgedEnding> {
        let games = positions(record);
        let begin = beginning(&games, men)?;
        let result = points(record.result);
        // Results of other games must not matter; otherwise verdicts would depend on the order of games and on the worker.
        self.looks.forget();
        let values = self.looks.values(&games[begin..], result);
        let values = with_mates_proven(values, &games[begin..], &self.settings);
        let expected = expected_for_white(&values, &games[begin..]);
        let is_exact = values.iter().map(|value| value.exact.is_some()).collect();
        let least = f64::from(self.settings.swing) / 100.0;
        let first = games[begin].board().turn();
        let account = result.and_then(|result| Account::new(&expected, result, first, least));
        let moves = record.moves[begin.min(record.moves.len())..].iter().enumerate();
        // A null move is not judged, but its position is valued like any other.
        let name = |index: usize| ending::name_in_game(&games, &record.moves, index);
        let stalled = stalled(&expected, &games[begin..]);
        let mut judged = Vec::new();
        for (offset, made) in moves {
            let Some(played) = made.played else { continue };
            let index = begin + offset;
            let pair = (values[offset].clone(), values[offset + 1].clone());
            let is_stalled = stalled[offset] || stalled[offset + 1];
            judged.push(self.judged(index, &games[index], name(index), played, pair, is_stalled));
        }
        judged.iter_mut().for_each(|judged| self.answer_all(judged));
        let name = name(begin);
        (!judged.is_empty()).then_some(JudgedEnding {
            name,
            begin,
            expected,
            is_exact,
            moves: judged,
            account,
        })
    }

    /// Values every legal move where half a point was lost, so that a reader can try each of them.
    fn answer_all(&mut self, judged: &mut JudgedMove) {
        if judged.better.is_empty() || !judged.verdict.is_some_and(Verdict::is_loss) {
            return;
        }
        let mut answers = self.looks.after_each_move(&judged.game);
        // What was played is known better than by one look.
        for (played, value) in &mut answers {
            if *played == judged.played {
                value.clone_from(&judged.after);
            }
        }
        judged.answers = answers;
    }

    fn judged(
        &self,
        index: usize,
        game: &Game,
        ending: String,
        played: Move,
        (before, after): (Value, Value),
        is_stalled: bool,
    ) -> JudgedMove {
        let mut verdict = Verdict::new(&before, &after, is_stalled, &self.settings);
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
        let game = game.clone();
        JudgedMove { index, game, ending, played, before, after, verdict, better, answers: Vec::new() }
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
        matches!(pair, (Some(before), Some(after)) if Verdict::new(before, after, false, settings).is_some())
    };
    let is_wanted: Vec<bool> =
        (0..values.len()).map(|index| is_told(index) || index > 0 && is_told(index - 1)).collect();
    let each = values.into_iter().zip(games).zip(is_wanted);
    each.map(|((value, game), is_wanted)| if is_wanted { value.with_mate_proven(game) } else { value })
        .collect()
}

/// Returns for each position whether it seems decided but made no progress: somewhere in the successive positions that seem decided
/// for the same side, many moves passed without a capture or pawn move. Searches often take a fortress for a win.
fn stalled(expected: &[f64], games: &[Game]) -> Vec<bool> {
    let decided = |index: usize| match result_in_words(expected[index]) {
        "drawn" => None,
        result => Some(result),
    };
    let mut stalled = vec![false; expected.len()];
    let mut begin = 0;
    for index in 0..expected.len() {
        if decided(index) != decided(begin) {
            begin = index;
        }
        if decided(index).is_some() && games[index].board().halfmove_clock() >= STALLED_PLIES {
            stalled[begin..=index].fill(true);
        }
        stalled[index] |= index > begin && decided(index).is_some() && stalled[index - 1];
    }
    stalled
}

/// Returns White's points; `None` if the result is unknown.
fn points(result: GameResult) -> Option<f64> {
    match result {
        GameResult::Won(side) => Some(side.fold_wb(1.0, 0.0)),
        GameResult::Drawn => Some(0.5),
        GameResult::Unknown => None,
    }
}

/// Returns how many moves of a game there are to judge.
pub(super) fn moves_to_judge(record: &RecordedGame, men: usize) -> usize {
    let Some(begin) = beginning(&positions(record), men) else { return 0 };
    record.moves.iter().skip(begin).filter(|made| made.played.is_some()).count()
}

/// Returns the index of the first position with at most this many men.
fn beginning(games: &[Game], men: usize) -> Option<usize> {
    games.iter().position(|game| game.board().men() <= men)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    #[test]
    fn a_win_without_progress_is_stalled_from_its_beginning_to_its_end() {
        let at_clock = |clock: u32| {
            let fen = format!("2R5/2P3k1/8/3K3P/8/8/8/2r5 w - - {clock} 55");
            Game::new(Board::from_fen(&fen, false).unwrap())
        };
        let games: Vec<Game> = [0, 20, 39, 40, 41, 0].into_iter().map(at_clock).collect();
        let stalled_with = |expected: [f64; 6]| stalled(&expected, &games);
        assert_eq!(stalled_with([0.5, 0.9, 0.9, 1.0, 0.9, 0.5]), [false, true, true, true, true, false]);
        assert_eq!(stalled_with([1.0, 0.9, 0.9, 0.5, 0.5, 0.9]), [false; 6]);
        assert_eq!(stalled_with([0.0, 0.5, 0.0, 0.0, 1.0, 1.0]), [false, false, true, true, true, true]);
    }
}
