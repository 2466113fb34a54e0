//! The data of a page's games: enough to write the page again without judging again.

use serde::{Deserialize, Serialize};
use shakmaty::Position as _;

use super::answers;
use crate::analysis::review::account::{Account, PartKind};
use crate::analysis::review::account_words::{ShownPart, beginning, number_of, shown_parts};
use crate::analysis::review::arrow::ends;
use crate::analysis::review::judge::{JudgedEnding, JudgedMove};
use crate::analysis::review::reason::Reasons;
use crate::analysis::review::request::Work;
use crate::analysis::review::verdict::{Verdict, fall, result_in_words};
use crate::analysis::review::words::{certainty, certainty_with_source, headline};
use crate::board::{Board, notations, numbered_from};
use crate::games::RecordedGame;
use crate::page::Exercise;

/// A game on the page.
#[derive(Clone, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = ReviewPageGame)]
pub(in crate::analysis::review) struct PageGame {
    pub number: usize,
    /// The line of the file where it begins.
    pub line: usize,
    pub white: String,
    pub black: String,
    pub event: String,
    pub date: String,
    /// The result as played.
    pub result: String,
    /// Where the ending began; `None` if the game had none.
    pub ending: Option<Ending>,
    pub critical: Vec<Critical>,
}

/// The ending of a game.
#[derive(Clone, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = ReviewEnding)]
pub(in crate::analysis::review) struct Ending {
    /// Its kind at its beginning.
    pub name: String,
    /// The index of its first move in the game's list, from 0.
    pub begin: usize,
    /// The number of its first move: `12.` or `12...`.
    pub from: String,
    /// The expectation at its beginning: `won for White`, or `52 % for White`.
    pub expected: String,
    /// Whether that is exact.
    pub is_exact: bool,
    /// White's expected result in permille, at its beginning and after each move.
    pub chart: Vec<u16>,
    /// White's points less White's expected points at the beginning, from -1 to 1; `None` if the result is unknown.
    pub difference: Option<f64>,
    /// How narrowly the place is known where the game turned; `None` if it ended as its ending began, or its result is unknown.
    pub turned: Option<PartKind>,
    /// The part of the difference that no part below names.
    pub unnamed: f64,
    /// Where the expected result went.
    pub parts: Vec<ShownPart>,
    /// The number of judged moves, and how many of them have exact results before and after.
    pub moves: usize,
    pub exact: usize,
}

/// A move that the page shows.
#[derive(Clone, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = ReviewCritical)]
pub(in crate::analysis::review) struct Critical {
    /// Its index in the game's list, from 0.
    pub index: usize,
    /// `42.` or `42...`.
    pub number: String,
    pub fen: String,
    pub player: String,
    pub is_white: bool,
    pub played: Drawn,
    pub sign: String,
    /// `lost`, `mistake` and so on.
    pub verdict: String,
    pub is_loss: bool,
    pub better: Option<Drawn>,
    /// The better line with its move numbers.
    pub line: String,
    pub headline: String,
    pub certainty: String,
    /// The certainty with its source: `exact: tables`.
    pub known_by: String,
    pub reasons: Vec<String>,
    /// The kind of ending.
    pub ending: String,
    /// The result that was still possible: `won`, `drawn`.
    pub was: String,
    /// Half points that it cost.
    pub half_points: f64,
    /// The exercise of it; `None` if it lost no half point, or no better move is known.
    pub task: Option<Exercise>,
}

/// A move to draw: its notation, and the numbers of its arrow's squares.
#[derive(Clone, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = ReviewDrawn)]
pub(in crate::analysis::review) struct Drawn {
    pub san: String,
    pub from: u8,
    pub to: u8,
}

impl PageGame {
    pub fn new(record: &RecordedGame, judged: Option<&JudgedEnding>, reasons: &Reasons) -> PageGame {
        let moves = judged.map(|judged| judged.moves.as_slice()).unwrap_or_default();
        let tag = |name| record.tag(name).unwrap_or("?").to_owned();
        PageGame {
            number: record.number,
            line: record.line,
            white: tag("White"),
            black: tag("Black"),
            event: tag("Event"),
            date: tag("Date"),
            result: record.result.to_string(),
            ending: judged.and_then(|judged| Ending::new(record, judged)),
            critical: moves
                .iter()
                .filter(|judged| judged.verdict.is_some())
                .map(|judged| Critical::new(record, judged, reasons))
                .collect(),
        }
    }
}

impl PageGame {
    /// Returns the work that it was to judge the game.
    pub fn work(&self) -> Work {
        Work { games: 1, moves: self.ending.as_ref().map_or(0, |ending| ending.moves) }
    }
}

impl Ending {
    fn new(record: &RecordedGame, judged: &JudgedEnding) -> Option<Ending> {
        let first = judged.moves.first()?;
        let (expected, is_exact) = beginning(judged);
        let is_known = |judged: &&JudgedMove| judged.before.exact.is_some() && judged.after.exact.is_some();
        Some(Ending {
            name: judged.name.clone(),
            begin: judged.begin,
            from: number_of(first.game.board()),
            expected,
            is_exact,
            chart: judged.expected.iter().map(|expected| (1000.0 * expected).round() as u16).collect(),
            moves: judged.moves.len(),
            exact: judged.moves.iter().filter(is_known).count(),
            difference: judged.account.as_ref().map(Account::difference),
            turned: judged.account.as_ref().and_then(Account::turned),
            unnamed: judged.account.as_ref().map_or(0.0, Account::unnamed),
            parts: shown_parts(record, judged),
        })
    }
}

impl Critical {
    fn new(record: &RecordedGame, judged: &JudgedMove, reasons: &Reasons) -> Critical {
        let board = judged.game.board();
        let turn = board.turn();
        let drawn = |played| {
            let (from, to) = ends(played);
            Drawn { san: board.notation(played).to_string(), from: from.into(), to: to.into() }
        };
        let half_points = match judged.verdict {
            Some(Verdict::Lost { half_points }) => f64::from(half_points),
            Some(Verdict::ProbablyLost | Verdict::Mistake) => 2.0 * fall(&judged.before, &judged.after),
            _ => 0.0,
        };
        Critical {
            index: judged.index,
            number: number_of(board),
            fen: board.fen(),
            player: record.tag(turn.fold_wb("White", "Black")).unwrap_or("?").to_owned(),
            is_white: turn.is_white(),
            played: drawn(judged.played),
            sign: judged.verdict.map(Verdict::sign).unwrap_or_default().to_owned(),
            verdict: judged.verdict.map(Verdict::name).unwrap_or_default().to_owned(),
            is_loss: judged.verdict.is_some_and(Verdict::is_loss),
            better: judged.better.first().map(|best| drawn(*best)),
            task: answers::task(judged, &line(board, &judged.better)),
            line: line(board, &judged.better),
            headline: headline(judged),
            certainty: certainty(judged).to_owned(),
            known_by: certainty_with_source(judged),
            reasons: reasons.of(judged),
            ending: judged.ending.clone(),
            was: result_in_words(judged.before.expected).to_owned(),
            half_points,
        }
    }
}

/// Returns a line with the numbers that its moves have in the game.
fn line(board: &Board, moves: &[shakmaty::Move]) -> String {
    numbered_from(board.position().fullmoves().into(), board.turn(), notations(board, moves))
}
