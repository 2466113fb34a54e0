//! Judges a game: from the values of the positions of its ending, what each move did.

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

/// Plies of a better line that are told.
const LINE_PLIES: usize = 9;
/// With fewer legal moves nobody had a choice worth a sign.
const FEWEST_CHOICES: usize = 3;

/// A judge with a search of its own.
pub(super) struct Judge {
    looks: Looks,
    exact: ExactResults,
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

    /// Whether all its searches were sound.
    ///
    /// # Errors
    /// If one has failed.
    pub fn outcome(&self) -> Result<(), SearchFailed> {
        self.looks.outcome()
    }

    /// Judges the moves from where the ending begins; none where there is no ending.
    pub fn judge(&mut self, record: &RecordedGame, men: usize) -> Vec<JudgedMove> {
        let games = positions(record);
        let Some(begin) = games.iter().position(|game| game.board().men() <= men) else {
            return Vec::new();
        };
        // What was found in another game must not matter: the order of games, and who judges which, would count.
        self.looks.forget();
        let values = self.looks.values(&games[begin..]);
        let values = with_mates_proven(values, &games[begin..], &self.settings);
        let moves = record.moves[begin.min(record.moves.len())..].iter().enumerate();
        // A null move is nobody's fault; its position is known as any other's.
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
            // A search that would have played the same has nothing to say against it.
            verdict = verdict.filter(|verdict| matches!(verdict, Verdict::Only | Verdict::Lost { .. }));
        }
        JudgedMove { index, game: game.clone(), played, before, after, verdict, better }
    }

    /// All moves with what they lead to, the best first; empty where that is not known.
    fn moves(&self, game: &Game, value: &Value) -> Vec<(Move, Exact)> {
        match value.moves.as_slice() {
            [] => self.exact.moves(game).unwrap_or_default(),
            moves => moves.to_vec(),
        }
    }

    /// Best play by tables, as far as they reach.
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

/// Proves the mates that searches tell before and after each move that is told: then the verdict is exact.
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

/// The game before each move, and at its end.
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
