//! The data of a page's games: enough to write the page again without judging again.

use serde::{Deserialize, Serialize};
use shakmaty::{Color, Position as _};

use crate::analysis::review::arrow::ends;
use crate::analysis::review::ending;
use crate::analysis::review::judge::JudgedMove;
use crate::analysis::review::reason::Reasons;
use crate::analysis::review::verdict::{Verdict, fall, result_in_words};
use crate::analysis::review::words::{certainty, certainty_with_source, headline};
use crate::board::{Board, notations, numbered_from};
use crate::games::RecordedGame;

/// A game on the page.
#[derive(Clone, Debug, Serialize, Deserialize)]
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
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(in crate::analysis::review) struct Ending {
    /// Its kind at its beginning.
    pub name: String,
    /// The index of its first move in the game's list, from 0.
    pub begin: usize,
    /// The number of its first move: `12.` or `12...`.
    pub from: String,
    /// The result it should have had, such as `1-0`.
    pub due: String,
    /// `exact` or `estimated`.
    pub certainty: String,
    /// White's expected result in permille, at its beginning and after each move.
    pub chart: Vec<u16>,
    /// The number of judged moves, and how many of them have exact results before and after.
    pub moves: usize,
    pub exact: usize,
}

/// A move that the page shows.
#[derive(Clone, Debug, Serialize, Deserialize)]
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
}

/// A move to draw: its notation, and the numbers of its arrow's squares.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(in crate::analysis::review) struct Drawn {
    pub san: String,
    pub from: u8,
    pub to: u8,
}

impl PageGame {
    pub fn new(record: &RecordedGame, judged: &[JudgedMove], reasons: &Reasons) -> PageGame {
        let tag = |name| record.tag(name).unwrap_or("?").to_owned();
        PageGame {
            number: record.number,
            line: record.line,
            white: tag("White"),
            black: tag("Black"),
            event: tag("Event"),
            date: tag("Date"),
            result: record.result.to_string(),
            ending: judged.first().map(|first| Ending::new(first, judged)),
            critical: judged
                .iter()
                .filter(|judged| judged.verdict.is_some())
                .map(|judged| Critical::new(record, judged, reasons))
                .collect(),
        }
    }
}

impl Ending {
    fn new(first: &JudgedMove, judged: &[JudgedMove]) -> Ending {
        let board = first.game.board();
        let for_white = |turn: Color, expected: f64| turn.fold_wb(expected, 1.0 - expected);
        let permille = |expected: f64| (1000.0 * expected).round() as u16;
        let begin = for_white(board.turn(), first.before.expected);
        let mut chart = vec![permille(begin)];
        for judged in judged {
            let turn = judged.game.board().turn();
            // Null moves are not judged: the value before the next move is also the value after them.
            let before = permille(for_white(turn, judged.before.expected));
            chart.resize(judged.index - first.index + 1, before);
            chart.push(permille(for_white(!turn, judged.after.expected)));
        }
        let due = match result_in_words(begin) {
            "won" => "1-0",
            "lost" => "0-1",
            _ => "1/2-1/2",
        };
        let is_exact = |judged: &&JudgedMove| judged.before.exact.is_some() && judged.after.exact.is_some();
        Ending {
            name: ending::name(board.position().board()),
            begin: first.index,
            from: number_of(board),
            due: due.to_owned(),
            certainty: (if first.before.exact.is_some() { "exact" } else { "estimated" }).to_owned(),
            chart,
            moves: judged.len(),
            exact: judged.iter().filter(is_exact).count(),
        }
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
            line: line(board, &judged.better),
            headline: headline(judged),
            certainty: certainty(judged).to_owned(),
            known_by: certainty_with_source(judged),
            reasons: reasons.of(judged),
            ending: ending::name(board.position().board()),
            was: result_in_words(judged.before.expected).to_owned(),
            half_points,
        }
    }
}

/// Returns `42.` or `42...`.
fn number_of(board: &Board) -> String {
    format!("{}{}", board.position().fullmoves(), board.turn().fold_wb(".", "..."))
}

/// Returns a line with the numbers that its moves have in the game.
fn line(board: &Board, moves: &[shakmaty::Move]) -> String {
    numbered_from(board.position().fullmoves().into(), board.turn(), notations(board, moves))
}
