//! What somebody who watches the solver sees: the estimate, how far it has come, and at the end everything that it has proven.

use serde::Serialize;
use utoipa::ToSchema;

use super::answer::Answer;
use super::estimated::Estimated;
use super::page::{Correspondence, corresponding_squares};
use super::tables::LargerTables;
use super::words::{headline, proven_in_words, uci};
use crate::board::Board;
use crate::page::{Line, ShownBoard};
use crate::solve::{Solution, SolveProgress, SolvedGraph};

/// A solve so far.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub struct SolvingView {
    /// The estimate from before the work; null if there is none.
    pub estimate: Option<Estimated>,
    /// What is proven for the side to move: `win`, `draw`, `loss`, `at least draw`, `at most draw` or `unknown`; empty before the
    /// work begins.
    proven: &'static str,
    /// Legal moves.
    moves: usize,
    /// How many of them are proven.
    moves_proven: usize,
    /// Pawn arrangements so far.
    arrangements: usize,
    /// Positions so far.
    positions: u64,
    /// Memory for results so far.
    bytes: usize,
    /// An estimate of the time for what is open now; null if it is unknown. More may have to be opened after that.
    seconds_left: Option<f64>,
    /// The material whose results are being built now; null if none.
    building: Option<String>,
}

impl SolvingView {
    /// Takes how far the work has come.
    pub fn take(&mut self, progress: &SolveProgress) {
        *self = SolvingView {
            estimate: self.estimate.take(),
            proven: proven_in_words(progress.proven),
            moves: progress.moves,
            moves_proven: progress.moves_proven,
            arrangements: progress.size.arrangements,
            positions: progress.size.positions,
            bytes: progress.size.bytes,
            seconds_left: progress.left_of_open.map(|left| left.as_secs_f64()),
            building: progress.building.map(|material| material.to_string()),
        };
    }
}

/// Everything that the solver has proven of a position.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SolvedView {
    /// What is proven, in a sentence.
    words: String,
    /// The object of `lucena solve --json`.
    answer: Answer,
    /// Best play of both sides, as boards to step through.
    line: Line,
    /// In a pawn ending, the squares of the two kings on which whoever is to move would rather not.
    corresponding: Vec<Correspondence>,
}

impl SolvedView {
    /// Gathers it.
    pub fn of(board: &Board, solution: &Solution, graph: &SolvedGraph, tables: &LargerTables) -> SolvedView {
        SolvedView {
            words: headline(board, solution),
            answer: Answer::of(board, solution, tables),
            line: line(board, solution),
            corresponding: corresponding_squares(board, graph),
        }
    }
}

fn line(board: &Board, solution: &Solution) -> Line {
    let mut board = board.clone();
    let mut boards = vec![ShownBoard::new(board.fen())];
    for &played in &solution.line {
        let san = board.notation(played).to_string();
        board = board.after(played);
        boards.push(ShownBoard { uci: Some(uci(played)), san: Some(san), ..ShownBoard::new(board.fen()) });
    }
    Line { boards, end: String::new() }
}
